import type { NodeId } from '../../src/records/record.ts';
import type { Flow } from '../../src/version-3/flow.ts';
import {
  EXCHANGED,
  type Mixture,
  type MixtureRow,
  type Owners,
  type ShareSource,
} from '../../src/version-3/mixture.ts';
import { sourcesOfPayee } from '../../src/version-3/netting/sources-of-payee.ts';
import { isBad, tierOf } from '../../src/version-3/rating/floors/risk-row.ts';
import type { FlowPart } from '../../src/version-3/store/flow-store.ts';
import type { MemoryFlows } from '../../src/version-3/store/memory-flows.ts';
import { Parties } from '../../src/version-3/walk/parties.ts';
import { sourceOf } from '../../src/version-3/walk/rows/counting-label.ts';
import { FactsCache } from '../../src/walk/facts.ts';
import { isOnReviewedList } from './histories.ts';

type Residual = 'unknown' | 'not_followed';

/** A share of a composition. */
interface Share {
  readonly of: ShareSource | Residual;
  readonly owners: Owners;
  readonly share: number;
}

type Composition = readonly Share[];

interface Payer {
  readonly node: NodeId;
  readonly share: number;
  readonly covered: number;
  readonly hasReceived: boolean;
}

const MORE = { 1: 2, 2: 3, 3: 4, 4: 5, 5: 6, 6: 6 } as const;

/**
 * All flows in their order, once, with the composition of every account in memory (docs/method/3, section 5.1): what the
 * walk finds going back from one account, at threshold 0.
 */
export class StreamingPass {
  readonly #store: MemoryFlows;
  readonly #subject: NodeId;
  readonly #parties: Parties;
  readonly #parts: ReadonlyMap<number, FlowPart>;
  readonly #compositions = new Map<NodeId, Composition>();
  #received = 0n;
  #ever: Composition = [];
  #now: Composition = [];

  static async over(store: MemoryFlows, subject: NodeId): Promise<{ readonly ever: Mixture; readonly now: Mixture }> {
    const facts = new FactsCache(store, store.partyOf(subject));
    const numbers = [...new Set(store.flows.flatMap(({ part }) => part ?? []))];
    const parts = await store.parts(numbers);
    await facts.load(store.flows.flatMap(({ from, to }) => [from, to]));
    await facts.load(parts.flatMap(({ part }) => part.accounts));
    const byNumber = new Map(parts.map((part, index) => [numbers[index] ?? 0, part]));
    const pass = new StreamingPass(store, subject, new Parties(facts), byNumber);
    for (const flow of store.flows) pass.#take(flow);
    return { ever: mixtureOf(pass.#ever), now: mixtureOf(pass.#now) };
  }

  constructor(store: MemoryFlows, subject: NodeId, parties: Parties, parts: ReadonlyMap<number, FlowPart>) {
    this.#store = store;
    this.#subject = subject;
    this.#parties = parties;
    this.#parts = parts;
  }

  #take(flow: Flow): void {
    const source = this.#payersOf(flow).flatMap((payer) => scaled(this.#paidBy(payer, flow), payer.share));
    const read = this.#parties.isPool(flow.to) ? source : asRead(flow, source);
    const before = this.#compositionOf(flow.to);
    const after = merged([...scaled(before, 1 - flow.inflowShare), ...scaled(read, flow.inflowShare)]);
    this.#compositions.set(flow.to, after);
    if (flow.to !== this.#subject) return;
    const weight = Number(flow.amount) / Number(this.#received + flow.amount);
    this.#received += flow.amount;
    this.#ever = merged([...scaled(this.#ever, 1 - weight), ...scaled(read, weight)]);
    this.#now = after;
  }

  #payersOf({ from, to, part, covered, hasPayerReceived, time }: Flow): readonly Payer[] {
    const found = part === null ? undefined : this.#parts.get(part);
    if (found === undefined || this.#parties.isPool(to)) {
      return [{ node: from, share: 1, covered, hasReceived: hasPayerReceived }];
    }
    const severityOf = this.#parties.severityAt(time, this.#subject);
    const sources = sourcesOfPayee(found.part, to, severityOf);
    return sources.map(({ account: node, share }) => {
      const own = found.payers.get(node) ?? { covered: 0, hasReceived: false };
      return { node, share, ...own };
    });
  }

  /** What an account pays, seen from who is paid. */
  #paidBy({ node, covered, hasReceived }: Payer, flow: Flow): Composition {
    if (this.#parties.isPool(node)) return exchangedIf(flow.hasReceiverGiven, this.#compositionOf(node));
    const label = this.#parties.labelAt(node, flow.time, this.#subject);
    if (label !== null) {
      const own: Share = { of: sourceOf(label, flow.time, isOnReviewedList), owners: 1, share: 1 };
      return exchangedIf(flow.hasReceiverGiven, [own]);
    }
    const held = this.#compositionOf(node).map((share) => ({ ...share, owners: MORE[share.owners] }));
    const paid = [...scaled(held, covered), { ...this.#shortfallOf(node), share: 1 - covered }];
    return exchangedIf(flow.hasReceiverGiven || hasReceived, paid);
  }

  #compositionOf(node: NodeId): Composition {
    return this.#compositions.get(node) ?? [{ ...this.#shortfallOf(node), share: 1 }];
  }

  #shortfallOf(node: NodeId): Omit<Share, 'share'> {
    return { of: this.#store.partyOf(node).isSample ? 'not_followed' : 'unknown', owners: 1 };
  }
}

const isBadShare = ({ of }: Share): boolean => typeof of !== 'string' && isBad(of);

const isStraightSevere = ({ of, owners }: Share): boolean =>
  typeof of !== 'string' && owners === 1 && ['S', 'A'].includes(tierOf(of.category));

function exchangedIf(isExchanged: boolean, composition: Composition): Composition {
  if (!isExchanged) return composition;
  return composition.map((share) =>
    isBadShare(share) || share.of === 'not_followed' ? share : { ...share, of: EXCHANGED, owners: 1 },
  );
}

function asRead({ reading }: Flow, composition: Composition): Composition {
  switch (reading) {
    case 'whole':
      return composition;
    case 'bad_counts':
      return composition.map((share) => (isBadShare(share) ? share : { ...share, of: 'not_followed' }));
    case 'unread':
      return composition.map((share) => (isStraightSevere(share) ? share : { ...share, of: 'not_followed' }));
  }
}

const scaled = (composition: Composition, factor: number): Composition =>
  composition.map((share) => ({ ...share, share: share.share * factor }));

/** One share for each source and number of owners; a residual has no owners. */
function merged(composition: Composition): Composition {
  const byKey = new Map<string, Share>();
  for (const share of composition) {
    if (share.share === 0) continue;
    const one = typeof share.of === 'string' ? { ...share, owners: 1 as const } : share;
    const key = JSON.stringify([one.of, one.owners]);
    byKey.set(key, { ...one, share: one.share + (byKey.get(key)?.share ?? 0) });
  }
  return [...byKey.values()];
}

function mixtureOf(composition: Composition): Mixture {
  const sumOf = (residual: Residual): number =>
    composition.reduce((sum, { of, share }) => sum + (of === residual ? share : 0), 0);
  const rows = composition.flatMap(({ of, owners, share }): readonly MixtureRow[] =>
    typeof of === 'string' ? [] : [{ ...of, owners, share }],
  );
  return { rows, unknownOrigin: sumOf('unknown'), notFollowed: sumOf('not_followed') };
}
