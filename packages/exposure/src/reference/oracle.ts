import type { Residual } from '@assay/domain';
import type { AccountFacts } from '../labels/party-facts.ts';
import { ratio } from '../records/ratios.ts';
import type { Direction, NodeId, Position, TransferRecord } from '../records/record.ts';
import { type Absorber, absorberOf } from '../walk/absorber.ts';

/** Exact shares of one direction: per category and entity (`shareKey`) and residual; they sum to 1. */
export type ExactShares = ReadonlyMap<string, number>;

export interface OracleInput {
  /** All records of one (network, asset), in order, with their ratios. */
  readonly records: readonly TransferRecord[];
  readonly factsOf: (node: NodeId) => AccountFacts;
  /** The account that counts as unlabelled; null where every account asked about absorbs nothing. */
  readonly subject: NodeId | null;
  /** Positions of the records that are asked about; all by default. */
  readonly only?: ReadonlySet<Position>;
}

/** Key of an absorber's share; residuals are keyed by their own id. */
export function shareKey(absorber: Absorber): string {
  return absorber === 'fee' ? 'fee' : `${absorber.label.category}\n${absorber.label.entity}`;
}

/**
 * The exact answer for every account at once, in one pass over all records (docs/method, section 3). Exact
 * for the subject and for every account that does not absorb.
 *
 * @example
 * exactAccountShares({ records, factsOf, subject: null }, 'bwd').get(node)?.get('unknown_origin');
 */
export function exactAccountShares(input: OracleInput, direction: Direction): ReadonlyMap<NodeId, ExactShares> {
  return direction === 'bwd' ? exactIncoming(input) : exactOutgoing(input);
}

type Mix = Map<string, number>;

function exactIncoming({ records, factsOf, subject, only }: OracleInput): ReadonlyMap<NodeId, ExactShares> {
  const compositions = new Map<NodeId, Mix>();
  const received = new Map<NodeId, Mix>();
  const isAsked = askedOf(only);
  const totals = totalsBy(records.filter(isAsked), (record) => record.to);
  const openingOf = (node: NodeId): Residual => (factsOf(node).openingUnread ? 'not_followed' : 'unknown_origin');
  const compositionOf = (node: NodeId): Mix => entry(compositions, node, () => new Map([[openingOf(node), 1]]));

  for (const record of records) {
    const { from, to, covered, inflowShare, amount, time } = record;
    const absorber = absorberOf(factsOf(from), time, subject, 'bwd');
    const source: Mix = new Map();
    if (absorber !== null) source.set(shareKey(absorber), 1);
    else {
      mixIn(source, compositionOf(from), covered);
      mixIn(source, new Map([[openingOf(from), 1]]), 1 - covered);
    }
    if (isAsked(record)) mixIn(entry(received, to, newMix), source, ratio(amount, totals.get(to) ?? amount));
    compositions.set(to, blend(compositionOf(to), source, inflowShare));
  }
  return received;
}

function exactOutgoing({ records, factsOf, subject, only }: OracleInput): ReadonlyMap<NodeId, ExactShares> {
  const destinations = new Map<NodeId, Mix>();
  const sent = new Map<NodeId, Mix>();
  const isAsked = askedOf(only);
  const totals = totalsBy(records.filter(isAsked), (record) => record.from);
  const destinationOf = (node: NodeId): Mix => entry(destinations, node, () => new Map([['still_held', 1]]));

  for (const record of records.toReversed()) {
    const { from, to, outflowShare, amount, time } = record;
    const absorber = absorberOf(factsOf(to), time, subject, 'fwd');
    const target: Mix = absorber === null ? destinationOf(to) : new Map([[shareKey(absorber), 1]]);
    if (isAsked(record)) mixIn(entry(sent, from, newMix), target, ratio(amount, totals.get(from) ?? amount));
    destinations.set(from, blend(destinationOf(from), target, outflowShare));
  }
  return sent;
}

function askedOf(only: OracleInput['only']): (record: TransferRecord) => boolean {
  return ({ position }) => only === undefined || only.has(position);
}

function newMix(): Mix {
  return new Map();
}

/** (1 - share) of one mix and `share` of another. */
function blend(rest: Mix, part: Mix, share: number): Mix {
  const mix = newMix();
  mixIn(mix, rest, 1 - share);
  mixIn(mix, part, share);
  return mix;
}

function mixIn(into: Mix, part: Mix, weight: number): void {
  if (weight === 0) return;
  for (const [key, share] of part) into.set(key, (into.get(key) ?? 0) + weight * share);
}

function totalsBy(
  records: readonly TransferRecord[],
  nodeOf: (record: TransferRecord) => NodeId,
): ReadonlyMap<NodeId, bigint> {
  const totals = new Map<NodeId, bigint>();
  for (const record of records) totals.set(nodeOf(record), (totals.get(nodeOf(record)) ?? 0n) + record.amount);
  return totals;
}

function entry<K, V>(map: Map<K, V>, key: K, make: () => V): V {
  const known = map.get(key);
  if (known !== undefined) return known;
  const made = make();
  map.set(key, made);
  return made;
}
