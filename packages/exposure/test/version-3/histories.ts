import { Random } from '@assay/testkit';
import type { Label } from '../../src/labels/label.ts';
import { compareTransfers, FEE_SINK, ISSUER } from '../../src/records/raw-records.ts';
import type { AssetTransfer } from '../../src/version-3/store/asset-transactions.ts';
import { MemoryFlows, type MemoryFlowsInput } from '../../src/version-3/store/memory-flows.ts';
import type { AccountWorld } from '../method-3/account-walk.ts';
import { type Label as PageLabel, whichCounts } from '../method-3/labels.ts';

/** A random history of two assets of one network, with all that the page makes depend on it. */
export interface RandomHistory {
  readonly transfers: readonly AssetTransfer[];
  readonly labels: ReadonlyMap<string, readonly Label[]>;
  readonly samples: ReadonlySet<string>;
  readonly openings: ReadonlyMap<string, bigint>;
  readonly notReadWhole: ReadonlySet<string>;
}

export const ASSET = 'usdt';
export const ACCOUNTS = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j'] as const;

/** An entity that is on the reviewed list until the middle of the history. */
export const isOnReviewedList = (entity: string, time: number): boolean =>
  entity === 'Listed' || (entity === 'Once listed' && time < START + 15 * HOUR);

const START = 1_700_000_000;
const HOUR = 3600;

const CATEGORIES = [
  'sanctions',
  'stolen_coins',
  'gambling',
  'bridge',
  'exchange_licensed',
  'exchange_licence_unknown',
  'other_entities',
  'issuer',
] as const;

const OPEN = { source: 'test', sourceUrl: null, sourceDate: null, validFrom: null, validTo: null } as const;

export const labelOf = (part: Pick<Label, 'category' | 'entity'> & Partial<Label>): Label => ({
  ...OPEN,
  confidence: 100,
  origin: 'given',
  ...part,
});

/** @param size Transactions of the history. */
export function randomHistory(seed: number, size: number): RandomHistory {
  const random = new Random(seed);
  const accounts = ACCOUNTS.slice(0, 4 + random.below(ACCOUNTS.length - 3));
  const parties = random.chance(0.3) ? [...accounts, ISSUER] : accounts;
  const transfers: AssetTransfer[] = [];
  for (let transaction = 0; transaction < size; transaction += 1) {
    for (const transfer of transferred(random, parties, transaction)) transfers.push(transfer);
  }
  const some = (probability: number): string[] => accounts.filter(() => random.chance(probability));
  const ids = [...new Set(transfers.map(({ transactionId }) => transactionId))];
  return {
    transfers,
    labels: new Map(some(0.5).map((address) => [address, labelsOf(random)])),
    samples: new Set(some(0.25)),
    openings: new Map(some(0.3).map((address) => [address, amountOf(random)])),
    notReadWhole: new Set(random.chance(0.5) ? ids.filter(() => random.chance(0.15)) : []),
  };
}

function transferred(random: Random, parties: readonly string[], transaction: number): readonly AssetTransfer[] {
  // Few parties a transaction, so that loops, several payers of one payee, and money passed on are common.
  const own = random.shuffle(parties).slice(0, 2 + random.below(5));
  const common = { block: transaction, transactionIndex: 0, transactionId: `t${transaction}`, ordinal: 0 };
  const time = START + transaction * HOUR;
  const ends = random.chance(0.2) ? routed(random, own) : paired(random, own);
  const isOfTwo = random.chance(0.3);
  const moved = ends.map(([from, to], index): AssetTransfer => {
    const asset = isOfTwo && random.chance(0.4) ? 'dai' : ASSET;
    return { ...common, from, to, amount: amountOf(random), asset, kind: 'token', index, time };
  });
  if (!random.chance(0.2)) return moved;
  const fee = { from: random.pick(own), to: FEE_SINK, amount: amountOf(random), asset: ASSET };
  return [{ ...common, ...fee, kind: 'fee', index: 0, time }, ...moved];
}

type Ends = readonly [from: string, to: string];

function paired(random: Random, own: readonly string[]): readonly Ends[] {
  const count = random.chance(0.4) ? 1 : 1 + random.below(7);
  return Array.from({ length: count }, () => [random.pick(own), random.pick(own)] as const);
}

/** Several pay one in the middle, who pays several: nothing is straight. */
function routed(random: Random, own: readonly string[]): readonly Ends[] {
  const [middle = 'a', ...others] = own;
  const half = Math.ceil(others.length / 2);
  const through = others.map((other, index) =>
    index < half ? ([other, middle] as const) : ([middle, other] as const),
  );
  return random.chance(0.5) ? through : [...through, ...paired(random, own)];
}

function amountOf(random: Random): bigint {
  return random.chance(0.1) ? random.amount() * 10n ** 12n : BigInt(1 + random.below(40));
}

function labelsOf(random: Random): readonly Label[] {
  return Array.from({ length: random.chance(0.2) ? 2 : 1 }, () => {
    const category = random.pick(CATEGORIES);
    const entity = random.pick(['Listed', 'Once listed', 'Other']);
    const confidence = random.pick([10, 20, 40, 60, 100]);
    const isDated = category === 'sanctions' && random.chance(0.6);
    const validFrom = isDated ? START + random.below(40) * HOUR : null;
    return labelOf({ category, entity, confidence, validFrom });
  });
}

/** The store of a history. */
export function storeOf(history: RandomHistory, part: Partial<MemoryFlowsInput> = {}): MemoryFlows {
  const { transfers, labels, samples, openings, notReadWhole } = history;
  const labelsOf = (address: string): readonly Label[] => labels.get(address) ?? [];
  return new MemoryFlows({
    ...{ network: 'ETH', asset: ASSET, transfers, labelsOf, samples, openings, notReadWhole },
    ...part,
  });
}

/** The same for the second implementation of the page. */
export function worldOf({ transfers, labels, samples, openings, notReadWhole }: RandomHistory): AccountWorld {
  return {
    records: transfers.toSorted(compareTransfers).map(({ asset, from, to, amount, time, transactionId }, order) => ({
      ...{ asset, sender: from, receiver: to, amount, time, order, transaction: transactionId },
    })),
    labelAt: (address, time) => pageLabel(address === ISSUER ? null : (labels.get(address) ?? []), time),
    onReviewedList: isOnReviewedList,
    samples,
    notReadWhole,
    openings,
  };
}

/** Which label counts, by the page: of dated ones too, none of which ends here. */
function pageLabel(labels: readonly Label[] | null, time: number): PageLabel | null {
  if (labels === null) return { category: 'issuer', entity: 'Issuer', confidence: 100, beforeDesignation: false };
  const begun = (label: Label): boolean => label.validFrom === null || label.validFrom <= time;
  const counting = whichCounts(labels.map((label) => ({ ...pick(label), beforeDesignation: !begun(label) })));
  if (counting?.category !== 'sanctions' || !counting.beforeDesignation) return counting;
  const inForce = labels.filter((label) => label.category === 'sanctions' && begun(label));
  return whichCounts(inForce.map((label) => ({ ...pick(label), beforeDesignation: false }))) ?? counting;
}

const pick = ({ category, entity, confidence }: Label): Omit<PageLabel, 'beforeDesignation'> => ({
  category,
  entity,
  confidence,
});
