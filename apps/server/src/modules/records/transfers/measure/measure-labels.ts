import { CATEGORIES, NETWORKS } from '@assay/domain';
import {
  ClusterUnion,
  carriedEntity,
  compareLabels,
  DepositForwarding,
  DepositOutflows,
  jointOwners,
  type NodeId,
  type Service,
  type ServiceAt,
  serviceOf,
} from '@assay/exposure';
import type { Pool, PoolClient } from '../../../../platform/db/index.ts';
import { inLedgerSnapshot } from '../../placement/in-ledger.ts';
import { labelsInCluster } from '../clusters/cluster-labels.ts';
import { readAllWork } from '../clusters/cluster-work.store.ts';
import { readTransactions } from '../coin-records.store.ts';
import { type Known, readKnown } from '../derive/read-known.ts';
import { readOpening } from '../derive-2/movements.store.ts';
import { readMovements } from '../derive-2/read-movements.ts';
import { type Ledger, listAllLedgers } from '../ledgers/ledger.store.ts';
import type { DerivePorts } from '../transfers.ports.ts';
import { HALVES, type Half, type LabelledNode, labelledNodes, repeatedEntities } from './labelled-nodes.ts';

/** A share of judged cases, with what chance alone may explain. */
interface Proportion {
  /** Cases judged. */
  readonly n: number;
  readonly hits: number;
  /** Hits of n; null where nothing was judged. */
  readonly share: number | null;
  /** Ends of the 95% interval by Wilson (https://doi.org/10.1080/01621459.1927.10502953); null where n is 0. */
  readonly low: number | null;
  readonly high: number | null;
}

/** Two-sided 95% of the normal distribution. */
const Z = 1.959964;

/** @example proportionOf(8, 10); // share 0.8, low 0.490, high 0.943 */
export function proportionOf(hits: number, n: number): Proportion {
  if (n === 0) return { n, hits, share: null, low: null, high: null };
  const share = hits / n;
  const square = Z * Z;
  const centre = (share + square / (2 * n)) / (1 + square / n);
  const half = (Z / (1 + square / n)) * Math.sqrt((share * (1 - share)) / n + square / (4 * n * n));
  return { n, hits, share, low: Math.max(0, centre - half), high: Math.min(1, centre + half) };
}

export interface MeasuredLabels extends Proportion {
  readonly network: string;
  readonly ticker: string;
  readonly rule: MeasuredRule;
  readonly measure: Measure;
}

/**
 * How right clusters and deposit addresses of method 2 are, measured on labelled addresses that the rules were not shown
 * (docs/operations/labels.md, 'How right derived labels are').
 *
 * @param network one network alone; null for all
 * @param keyOf the same for all spellings of one entity's name
 */
export async function measureLabels(
  pool: Pool,
  given: DerivePorts['given'],
  network: string | null,
  keyOf: (entity: string) => string,
  signal: AbortSignal,
): Promise<readonly MeasuredLabels[]> {
  const rows: MeasuredLabels[] = [];
  for (const ledger of await listAllLedgers(pool)) {
    if (network !== null && ledger.network !== network) continue;
    rows.push(
      ...(await inLedgerSnapshot(pool, ledger, (client) => measureLedger(client, given, ledger, keyOf, signal))),
    );
  }
  return rows;
}

async function measureLedger(
  client: PoolClient,
  given: DerivePorts['given'],
  ledger: Ledger,
  keyOf: (entity: string) => string,
  signal: AbortSignal,
): Promise<readonly MeasuredLabels[]> {
  const known = await readKnown(client, given(client), ledger, signal);
  const labelled = labelledNodes(known, keyOf);
  const counts = new RuleHits(keyOf);
  const isUtxo = NETWORKS[ledger.network].ledger === 'utxo';
  if (isUtxo) await measureClusters(client, known, labelled, counts, signal);
  await measureDeposits(client, known, labelled, counts, signal);
  return MEASURED_RULES.filter((rule) => rule !== 'cluster' || isUtxo).flatMap((rule) =>
    MEASURES.map((measure) => {
      return { network: ledger.network, ticker: ledger.ticker, rule, measure, ...counts.of(rule, measure) };
    }),
  );
}

const TRANSACTIONS_PER_READ = 2_000;

/**
 * Judges clusters by the held-out half: they are joined with the labels of the other half alone. Transactions are
 * streamed; memory is in the number of addresses that a join names.
 */
async function measureClusters(
  client: PoolClient,
  known: Known,
  labelled: ReadonlyMap<NodeId, LabelledNode>,
  counts: RuleHits,
  signal: AbortSignal,
): Promise<void> {
  for (const half of HALVES) judge(await joinWithout(client, known, labelled, half, signal), labelled, half, counts);
}

async function joinWithout(
  client: PoolClient,
  known: Known,
  labelled: ReadonlyMap<NodeId, LabelledNode>,
  held: Half,
  signal: AbortSignal,
): Promise<ClusterUnion> {
  const entityOf = (node: NodeId): string | null =>
    labelled.get(node)?.half === held ? null : carriedEntity(known.facts(node).labels);
  const union = new ClusterUnion((node) => ({ id: node, size: 1, entity: entityOf(node) }));
  const addressOf = (node: NodeId): string => known.addresses.get(node) ?? '';
  for (let after = { position: -1, id: 0 }; ; ) {
    signal.throwIfAborted();
    const page = await readAllWork(client, known.ledger.id, after, TRANSACTIONS_PER_READ);
    const last = page.at(-1);
    if (last === undefined) return union;
    const nodes = page.map(({ id }) => id);
    for (const transaction of await readTransactions(client, nodes)) {
      if (transaction === null) continue;
      const owners = jointOwners(transaction).toSorted((a, b) => (addressOf(a) < addressOf(b) ? -1 : 1));
      union.join(transaction.node, owners);
    }
    after = last;
  }
}

function judge(union: ClusterUnion, labelled: ReadonlyMap<NodeId, LabelledNode>, held: Half, counts: RuleHits): void {
  const sizes = new Map(union.clusters().map(({ id, size }) => [id, size]));
  const byCluster = Map.groupBy(labelled.values(), ({ node }) => union.idOf(node));
  const repeated = repeatedEntities(labelled);
  for (const [id, members] of byCluster) {
    const size = sizes.get(id) ?? 1;
    const [stranger] = ranked(
      members.filter(({ half }) => half !== held),
      size,
    );
    const own = members.filter(({ half }) => half === held);
    const [first, second] = ranked(own, size);
    for (const one of own) {
      if (size > 1) counts.add('cluster', 'strangers', stranger === undefined || stranger.entity === one.entity);
      const found = first === one ? second : first;
      if (found !== undefined) counts.add('cluster', 'precision', found.entity === one.entity);
      if (repeated.has(one.entity)) counts.add('cluster', 'recall', found?.entity === one.entity);
    }
  }
}

/** Members by the labels that a cluster of this size takes from them, the one that counts first. */
function ranked(members: readonly LabelledNode[], size: number): readonly LabelledNode[] {
  return members
    .flatMap((one) => labelsInCluster([one.label], size).map((label) => ({ one, label })))
    .sort((a, b) => compareLabels(a.label, b.label))
    .map(({ one }) => one);
}

const LEAST_OUTFLOWS = 2;

/**
 * Judges deposit addresses by the label that an address has itself, which the rule is not shown: once with the labels of
 * all others, once with those of the half alone that its entity does not belong to. Records are streamed.
 */
async function measureDeposits(
  client: PoolClient,
  known: Known,
  labelled: ReadonlyMap<NodeId, LabelledNode>,
  counts: RuleHits,
  signal: AbortSignal,
): Promise<void> {
  const repeated = repeatedEntities(labelled);
  const serviceAt = (party: NodeId): Service | null => {
    const label = labelled.get(party)?.label;
    return label === undefined ? null : serviceOf(label);
  };
  for (const one of labelled.values()) {
    const strangersAt: ServiceAt = (party) => (labelled.get(party)?.half === one.half ? null : serviceAt(party));
    let outflows = 0;
    const [all, strangers] = [new DepositOutflows(serviceAt), new DepositOutflows(strangersAt)];
    for await (const page of readMovements(client, known, one.node, signal)) {
      for (const movement of page) {
        if (movement.direction === 'out' && movement.flow > 0n) outflows += 1;
        all.add(movement);
        strangers.add(movement);
      }
    }
    if (outflows < LEAST_OUTFLOWS) continue;
    const found = await ifForwarded(client, known, one.node, all.service, serviceAt, signal);
    const isRight = found !== null && counts.keyOf(found.entity) === one.entity;
    if (isRisky(one)) {
      counts.add('deposit_address', 'risky', found === null || isRight);
      continue;
    }
    if (found !== null) counts.add('deposit_address', 'precision', isRight);
    if (repeated.has(one.entity) && serviceOf(one.label) !== null) counts.add('deposit_address', 'recall', isRight);
    const stranger = await ifForwarded(client, known, one.node, strangers.service, strangersAt, signal);
    counts.add('deposit_address', 'strangers', stranger === null || counts.keyOf(stranger.entity) === one.entity);
  }
}

/** Labelled for a risk and not as a service: it says who acted, not whose account it is. */
function isRisky({ label }: LabelledNode): boolean {
  const { tier } = CATEGORIES[label.category];
  return (tier === 'S' || tier === 'A' || tier === 'B') && serviceOf(label) === null;
}

async function ifForwarded(
  client: PoolClient,
  known: Known,
  node: NodeId,
  service: Service | null,
  serviceAt: ServiceAt,
  signal: AbortSignal,
): Promise<Service | null> {
  if (service === null) return null;
  const forwarding = new DepositForwarding(await readOpening(client, known.ledger, node), service.entity, serviceAt);
  for await (const page of readMovements(client, known, node, signal)) for (const one of page) forwarding.add(one);
  return forwarding.holds ? service : null;
}

const MEASURED_RULES = ['cluster', 'deposit_address'] as const;
const MEASURES = ['precision', 'recall', 'strangers', 'risky'] as const;
type MeasuredRule = (typeof MEASURED_RULES)[number];

/**
 * `precision`: of the addresses that a rule names an entity for, those where it is the right one. `recall`: of the
 * addresses whose entity has another labelled one, those that the rule names it for. `strangers`: of the addresses whose
 * entity no given label names, those that the rule does not name another entity for. `risky`: the same for addresses that
 * are labelled for a risk, as the account of a thief at an exchange is both; of deposit addresses only.
 */
type Measure = (typeof MEASURES)[number];

/** Cases and hits of one asset. */
class RuleHits {
  readonly keyOf: (entity: string) => string;
  readonly #counts = new Map<string, { n: number; hits: number }>();

  constructor(keyOf: (entity: string) => string) {
    this.keyOf = keyOf;
  }

  add(rule: MeasuredRule, measure: Measure, isHit: boolean): void {
    const count = this.#counts.get(`${rule} ${measure}`) ?? { n: 0, hits: 0 };
    count.n += 1;
    if (isHit) count.hits += 1;
    this.#counts.set(`${rule} ${measure}`, count);
  }

  of(rule: MeasuredRule, measure: Measure): Proportion {
    const { n, hits } = this.#counts.get(`${rule} ${measure}`) ?? { n: 0, hits: 0 };
    return proportionOf(hits, n);
  }
}
