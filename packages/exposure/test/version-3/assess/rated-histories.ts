import { CATEGORY_IDS, type Category } from '@assay/domain';
import { Random } from '@assay/testkit';
import type { Label } from '../../../src/labels/label.ts';
import type { Prices } from '../../../src/version-3/assess/question.ts';
import type { AssetTransfer } from '../../../src/version-3/store/asset-transactions.ts';
import { type Fraction, fraction, fractionOf } from '../../method-3/fraction.ts';
import { ACCOUNTS, labelOf, type RandomHistory, randomHistory } from '../histories.ts';

/** A history whose amounts, days and labels lie around the bounds of the page, and what is asked about it. */
export interface RatedHistory {
  readonly name: string;
  readonly history: RandomHistory;
  readonly address: string;
  readonly prices: Prices;
  readonly priceAt: (time: number) => Fraction | null;
  readonly cutOff: number;
  readonly stated: bigint | null;
  readonly planned: { readonly amount: bigint; readonly earlier: bigint };
}

const START = 1_700_000_000;
const DAY = 86_400;

const COMMON = [
  'exchange_licensed',
  'exchange_licensed',
  'exchange_licensed',
  'stolen_coins',
  'sanctions',
  'scam',
  'mixer',
  'gambling',
  'liquidity_pools',
] as const satisfies readonly Category[];

const GOOD = labelOf({ category: 'exchange_licensed', entity: 'Listed' });

/** A history of a seed, its asked account and its prices. */
export function ratedHistory(seed: number): RatedHistory {
  const random = new Random(seed);
  const plain = randomHistory(seed, 2 + random.below(22));
  const transfers = stretched(random, plain.transfers);
  const address = random.pick(ACCOUNTS.slice(0, 5));
  const isMostlyGood = random.chance(0.4);
  const labels = new Map(
    ACCOUNTS.filter((account) => random.chance(account === address ? 0.15 : 0.5)).map((account) => [
      account,
      isMostlyGood && random.chance(0.85) ? [GOOD] : labelsOf(random),
    ]),
  );
  const { prices, priceAt } = pricesOf(random);
  const last = transfers.reduce((time, transfer) => Math.max(time, transfer.time), START);
  const isSample = random.chance(0.15);
  const samples = new Set([...plain.samples].filter((account) => account !== address && random.chance(0.5)));
  return {
    name: `seed ${seed}`,
    history: {
      ...plain,
      transfers,
      labels,
      samples: isSample ? new Set([...samples, address]) : samples,
      openings: new Map([...plain.openings].filter(() => random.chance(0.5))),
      notReadWhole: random.chance(0.3) ? plain.notReadWhole : new Set(),
    },
    address,
    prices,
    priceAt,
    cutOff: last + random.below(40) * DAY,
    stated: isSample && random.chance(0.5) ? amountOf(random) * 10n : null,
    planned: { amount: amountOf(random), earlier: random.chance(0.5) ? 0n : amountOf(random) },
  };
}

/** Of many sizes: most of a history is little beside a few of it. */
const amountOf = (random: Random): bigint => BigInt(1 + random.below(997)) * 10n ** BigInt(random.below(5));

/** The same transactions minutes to weeks apart, with amounts of many sizes. */
function stretched(random: Random, transfers: readonly AssetTransfer[]): readonly AssetTransfer[] {
  const times = new Map<string, number>();
  let time = START;
  for (const { transactionId } of transfers) {
    if (times.has(transactionId)) continue;
    time += random.chance(0.5) ? 60 + random.below(DAY) : random.below(14 * DAY);
    times.set(transactionId, time);
  }
  const isOfManySizes = random.chance(0.7);
  return transfers.map((transfer) => ({
    ...transfer,
    time: times.get(transfer.transactionId) ?? START,
    // A share below what a double has beside 1 is nothing by the page, and something by exact fractions.
    amount: isOfManySizes ? amountOf(random) : (transfer.amount % 1_000_000_000n) + 1n,
  }));
}

function labelsOf(random: Random): readonly Label[] {
  return Array.from({ length: random.chance(0.15) ? 2 : 1 }, () => {
    const category = random.chance(0.7) ? random.pick(COMMON) : random.pick(CATEGORY_IDS);
    const isDated = category === 'sanctions' && random.chance(0.5);
    return labelOf({
      category: category === 'unlabelled_service' ? 'bridge' : category,
      entity: random.pick(['Listed', 'Once listed', 'Other']),
      confidence: random.pick([10, 20, 40, 49, 50, 100, 100]),
      validFrom: isDated ? START + random.below(60) * DAY : null,
    });
  });
}

/** Dollars of a base unit: alike on all days, other on some, or lacking on some or all. */
export function pricesOf(random: Random): Pick<RatedHistory, 'prices' | 'priceAt'> {
  const usd = random.pick(['1', '0.1', '0.013', '0.0007', '25']);
  const kind = random.pick(['known', 'known', 'known', 'changes', 'lacks', 'none']);
  const priceAt = (time: number): Fraction | null => {
    const day = Math.floor(time / DAY);
    const price = fractionOf(usd);
    if (kind === 'none' || (kind === 'lacks' && day % 7 === 0)) return null;
    return kind === 'changes' ? fraction(price.n * BigInt(1 + (day % 5)), price.d) : price;
  };
  const usdOn = (day: string): number | null => {
    const price = priceAt(Date.parse(`${day}T00:00:00Z`) / 1000);
    return price === null ? null : Number(price.n) / Number(price.d);
  };
  return { prices: { decimals: 0, usdOn }, priceAt };
}
