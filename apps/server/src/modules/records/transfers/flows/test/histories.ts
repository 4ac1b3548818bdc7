import { FEE_SINK, ISSUER, type Label } from '@assay/exposure';
import type { AssetTransfer } from '@assay/exposure/version-3';
import { Random } from '@assay/testkit';

export const ASSETS = ['USDT', 'USDC', 'ETH'] as const;
type Asset = (typeof ASSETS)[number];
export const ACCOUNTS = ['a', 'b', 'c', 'd', 'e', 'f', 'g'] as const;

/** A random history of three assets of one network, with blocks that are undone, and labels. */
export interface FlowHistory {
  readonly transfers: readonly AssetTransfer[];
  /** Of blocks that come and are taken back. */
  readonly undone: readonly AssetTransfer[];
  /** The first of them. */
  readonly undoneFrom: number;
  readonly openings: ReadonlyMap<string, bigint>;
  readonly samples: ReadonlySet<string>;
  readonly labels: ReadonlyMap<string, readonly Label[]>;
}

const START = 1_700_000_000;
/** Several blocks have one second, so that late records move the ranks of others. */
const BLOCKS_PER_SECOND = 3;

type Moved = readonly [asset: Asset, from: string, to: string, amount: bigint];

/**
 * @param name begins the ids of transactions, so that no two histories have one in common
 * @param size blocks; a few by default
 */
export function flowHistory(seed: number, name: string, size?: number): FlowHistory {
  const random = new Random(seed);
  const blocks = size ?? 4 + random.below(14);
  const undoneFrom = blocks - random.below(4);
  const all = Array.from({ length: blocks }, (_, at) => blockOf(random, at + 1, name)).flat();
  const some = (probability: number): readonly string[] => ACCOUNTS.filter(() => random.chance(probability));
  return {
    transfers: all.filter(({ block }) => block < undoneFrom),
    undone: all.filter(({ block }) => block >= undoneFrom),
    undoneFrom,
    openings: new Map(some(0.3).map((address) => [address, amountOf(random)])),
    samples: new Set(some(0.15)),
    labels: new Map(some(0.35).map((address) => [address, [labelOf(random, address)]])),
  };
}

function blockOf(random: Random, block: number, name: string): readonly AssetTransfer[] {
  const isCounted = random.chance(0.7);
  return Array.from({ length: 1 + random.below(3) }, (_, transaction) =>
    recordsOf(movedIn(random), {
      block,
      transactionIndex: isCounted ? transaction : null,
      transactionId: `${name}-${block}-${transaction}`,
      time: START + Math.floor(block / BLOCKS_PER_SECOND),
    }),
  ).flat();
}

type Setting = Pick<AssetTransfer, 'block' | 'transactionIndex' | 'transactionId' | 'time'>;

function recordsOf(moved: readonly Moved[], setting: Setting): readonly AssetTransfer[] {
  const payer = moved[0]?.[1] ?? 'a';
  const fee = { asset: 'ETH', from: payer, to: FEE_SINK, amount: 3n, kind: 'fee', index: 0, ordinal: 0 } as const;
  const records = moved.map(([asset, from, to, amount], index): AssetTransfer => {
    const kind = asset === 'ETH' ? 'internal' : 'token';
    return { ...setting, asset, from, to, amount, kind, index, ordinal: 0 };
  });
  return [{ ...setting, ...fee }, ...records];
}

/** What a transaction moves: one payment, a chain, a loop, what meets in a router, an exchange, or anything. */
function movedIn(random: Random): readonly Moved[] {
  const asset = random.pick(ASSETS);
  const [one, two, three, four, five] = parties(random);
  const amount = amountOf(random);
  const some = amountOf(random);
  switch (random.below(8)) {
    case 0:
      return [[asset, random.chance(0.3) ? ISSUER : one, two, amount]];
    case 1:
      return [
        [asset, one, two, amount],
        [asset, two, three, amount],
        [asset, three, four, some],
      ];
    case 2:
      return [
        [asset, one, two, amount * 1000n],
        [asset, two, three, some],
        [asset, two, one, amount * 1000n],
      ];
    case 3:
      return [
        [asset, one, three, amount],
        [asset, two, three, some],
        [asset, three, four, amount / 2n + 1n],
        [asset, three, five, some / 2n + 1n],
      ];
    case 4:
      return [
        ['USDT', one, two, amount],
        ['ETH', two, one, some],
      ];
    case 5:
      return [
        [asset, one, two, amount],
        [asset, one, three, some],
        [asset, four, five, some],
      ];
    default:
      return Array.from({ length: 1 + random.below(9) }, (): Moved => {
        const [from, to] = parties(random);
        return [random.pick(ASSETS), from, to, amountOf(random)];
      });
  }
}

/** Five different accounts. */
function parties(random: Random): readonly [string, string, string, string, string] {
  const [one = 'a', two = 'b', three = 'c', four = 'd', five = 'e'] = random.shuffle(ACCOUNTS);
  return [one, two, three, four, five];
}

const amountOf = (random: Random): bigint =>
  random.chance(0.2) ? 10n ** 20n + BigInt(random.below(1000)) : BigInt(1 + random.below(90));

const CATEGORIES = ['sanctions', 'stolen_coins', 'gambling', 'bridge', 'exchange_licensed', 'other_entities'] as const;

function labelOf(random: Random, entity: string): Label {
  const category = random.pick(CATEGORIES);
  const confidence = random.pick([10, 40, 90]);
  const open = { sourceUrl: null, sourceDate: null, validFrom: null, validTo: null };
  return { entity, category, confidence, source: 'test', origin: 'given', ...open };
}
