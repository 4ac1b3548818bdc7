/** Random histories near the bounds of sections 3.1, 3.2 and 5.3. */
import { Random } from '@assay/testkit';
import fc from 'fast-check';
import type { RawTransaction, RawTransfer } from '../../src/index.ts';
import type { GivenLabel } from './question.ts';

export const HUB = 'hub';
const START = Date.UTC(2024, 0, 1) / 1000;
const DAY = 86_400;
const X = { network: 'ETH', entity: 'X', confidence: 100, source: 'one' } as const;

/** Receivers: addresses of one service in several categories, of another, and what only looks like it. */
export const RECEIVERS: readonly GivenLabel[] = [
  { ...X, address: 's1', category: 'exchange_licensed' },
  { ...X, address: 's2', category: 'online_wallet' },
  { ...X, address: 's3', category: 'exchange_licensed', entity: 'Y' },
  { ...X, address: 's4', category: 'gambling', confidence: 20 },
  { ...X, address: 's5', category: 'exchange_licensed', confidence: 10 },
  { ...X, address: 's6', category: 'exchange_licensed' },
  { ...X, address: 's6', category: 'sanctions', to: START + 2 * DAY },
  { ...X, address: 's7', category: 'bridge' },
];

const receiver = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom('s1', 's2') },
  { weight: 3, arbitrary: fc.constantFrom('s3', 's4', 's5', 's6', 's7', 'plain') },
);
const amount = fc.constantFrom(1n, 5n, 95n, 100n, 101n, 500n, 9500n, 10_000n);
const gap = fc.constantFrom(0, 1, 3600, DAY / 2, DAY - 1, DAY, DAY + 1, 2 * DAY);
const step = fc.oneof(
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('in' as const), amount, gap }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('out' as const), amount, gap, receiver }) },
  {
    weight: 5,
    arbitrary: fc.record({
      kind: fc.constant('sweep' as const),
      /** What is left beyond one percent of what came in, or of nothing. */
      beyond: fc.constantFrom<bigint | null>(null, null, -1n, 0n, 1n),
      gap,
      receiver,
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('fee' as const), amount, gap }) },
  /** All it has: 95 hundredths to the service, the rest elsewhere. */
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('split' as const), gap }) },
);

export interface AccountCase {
  readonly transfers: readonly RawTransfer[];
  readonly opening: bigint;
}

/** An account that is paid and that sweeps what it has, more or less soon and more or less whole. */
export const forwardingCases: fc.Arbitrary<AccountCase> = fc
  .record({
    steps: fc.array(step, { minLength: 2, maxLength: 14 }),
    opening: fc.constantFrom<bigint>(0n, 0n, 100n, 5000n),
  })
  .map(({ steps, opening }) => {
    let [time, balance, cameIn] = [START, opening, 0n];
    const transfers: RawTransfer[] = [];
    for (const one of steps) {
      time += one.gap;
      if (one.kind === 'split') {
        const most = (balance * 95n) / 100n;
        if (most === 0n) continue;
        transfers.push(rawTransfer(transfers.length, HUB, 's1', most, time));
        transfers.push(rawTransfer(transfers.length, HUB, 'plain', balance - most, time));
        [balance, cameIn] = [0n, 0n];
        continue;
      }
      const left = one.kind === 'sweep' && one.beyond !== null ? cameIn / 100n + one.beyond : 0n;
      const moved = one.kind === 'sweep' ? balance - left : one.amount;
      if (moved <= 0n) continue;
      const to = one.kind === 'in' ? HUB : one.kind === 'fee' ? 'fee' : one.receiver;
      transfers.push(rawTransfer(transfers.length, one.kind === 'in' ? 'payer' : HUB, to, moved, time));
      balance = one.kind === 'in' ? balance + moved : balance > moved ? balance - moved : 0n;
      cameIn = one.kind === 'in' ? cameIn + moved : one.kind === 'fee' ? cameIn : 0n;
    }
    return { transfers, opening };
  });

function rawTransfer(index: number, from: string, to: string, amount: bigint, time: number, block = index) {
  const place = { block, transactionIndex: 0, transactionId: `t${block}`, index, ordinal: 0 };
  return { ...place, kind: 'token' as const, from, to, amount, time };
}

/** A value that is enough mostly, else one at the bound. */
const mostly = <T>(enough: T, ...atTheBound: readonly T[]) =>
  fc.oneof({ weight: 3, arbitrary: fc.constant(enough) }, { weight: 2, arbitrary: fc.constantFrom(...atTheBound) });

interface Side {
  /** Accounts of one unit each, beside ten large ones and forty that share the rest. */
  readonly tiny: number;
  /** Base units of all: of 100,000 one unit is 0.001%. */
  readonly sum: number;
  /** Base units of the ten large ones. */
  readonly large: number;
}

const side = (tiny: fc.Arbitrary<number>): fc.Arbitrary<Side> =>
  fc.record({ tiny, sum: mostly(100_000, 99_999, 100_001), large: mostly(50_000, 79_999, 80_000, 80_001) });

/** An account with about as many senders, receivers, transactions and days as a service needs. */
export const serviceCases: fc.Arbitrary<AccountCase> = fc
  .record({
    senders: side(mostly(51, 49, 50)),
    receivers: side(mostly(900, 849, 850, 851)),
    shared: mostly(0, 0, 1),
    days: mostly(8, 6, 7),
    transactions: mostly(500, 99, 100, 101),
    /** Outflows after which nothing is left, beyond half of them. */
    emptying: mostly(-100, -1, 0, 1),
  })
  .map(({ senders, receivers, shared, days, transactions, emptying }) => {
    const incoming = amountsOf(senders).map((amount, index) => ({
      from: partyOf('s', index, shared),
      to: HUB,
      amount,
    }));
    const outgoing = amountsOf(receivers).map((amount, index) => ({
      from: HUB,
      to: partyOf('r', index, shared),
      amount,
    }));
    const whole = Math.floor(outgoing.length / 2) - emptying;
    const rich = 10_000_000n;
    // What is left of the opening balance goes as a fee: the outflows that follow it find nothing and leave nothing.
    const drained = outgoing
      .slice(0, whole)
      .reduce((left, payment) => left - payment.amount, rich + BigInt(senders.sum));
    const payments = [
      ...incoming,
      ...outgoing.slice(0, whole),
      { from: HUB, to: 'fee', amount: drained },
      ...outgoing.slice(whole),
    ];
    const step = (index: number, steps: number) => Math.floor((index * steps) / payments.length);
    const transfers = payments.map(({ from, to, amount }, index) =>
      rawTransfer(index, from, to, amount, START + step(index, days) * DAY, step(index, transactions)),
    );
    return { transfers, opening: rich };
  });

function partyOf(way: string, index: number, shared: number): string {
  return index < shared ? `both-${index}` : `${way}-${index}`;
}

function amountsOf({ tiny, sum, large }: Side): bigint[] {
  const spread = (total: number, count: number) =>
    Array.from({ length: count }, (_, index) => BigInt(Math.floor(total / count) + (index < total % count ? 1 : 0)));
  return [...spread(large, 10), ...spread(sum - large - tiny, 40), ...spread(tiny, tiny)];
}

const OWNERS = Array.from({ length: 9 }, (_, index) => `w${index}`);

/** Given labels of some of the owners, services among them. */
export function coinLabels(seed: number): readonly GivenLabel[] {
  const random = new Random(seed);
  const categories = ['exchange_licensed', 'online_wallet', 'gambling', 'bridge', 'other_entities', 'scam'] as const;
  return OWNERS.flatMap((address): GivenLabel[] => {
    if (!random.chance(0.5)) return [];
    const [entity, source] = [random.pick(['X', 'Y']), random.pick(['one', 'two'])];
    const confidence = random.pick([10, 20, 49, 50, 100]);
    return [{ network: 'BTC', address, entity, category: random.pick(categories), confidence, source }];
  });
}

interface Coin {
  readonly transactionId: string;
  readonly index: number;
  readonly owner: string | null;
  readonly amount: bigint;
}

export const coinHistories: fc.Arbitrary<{ readonly seed: number; readonly count: number }> = fc.record({
  seed: fc.noShrink(fc.nat()),
  count: fc.integer({ min: 1, max: 14 }),
});

/** Transactions with coinbases, inputs of unknown value or owner, equal outputs, and outputs nobody is named for. */
export function coinHistory({ seed, count }: { readonly seed: number; readonly count: number }): RawTransaction[] {
  const random = new Random(seed);
  const pool: Coin[] = [];
  return Array.from({ length: count }, (_, block): RawTransaction => {
    const transactionId = `t${block}`;
    const coinbase = block === 0 || random.chance(0.15);
    const coins = coinbase ? [] : random.shuffle(pool).slice(0, 1 + random.below(4));
    for (const coin of coins) pool.splice(pool.indexOf(coin), 1);
    const strange = !coinbase && (coins.length === 0 || random.chance(0.15));
    const outside = {
      transactionId: `before-${block}`,
      index: 0,
      owner: random.chance(0.7) ? random.pick(OWNERS) : null,
      amount: random.chance(0.5) ? BigInt(1 + random.below(2000)) : null,
    };
    const inputs = [...coins, ...(strange ? [outside] : [])];
    const known = inputs.reduce((all, input) => all + (input.amount ?? 0n), 0n);
    const unknown = inputs.some((input) => input.amount === null) ? BigInt(random.below(1000)) : 0n;
    let left = coinbase ? 5000n : known + unknown;
    const even = left / BigInt(2 + random.below(4));
    const outputs: Coin[] = [];
    for (let index = 0; index < 2 + random.below(4) && left > 0n; index += 1) {
      const most = random.chance(0.6) ? even : BigInt(1 + random.below(Number(left)));
      const amount = most === 0n || most > left ? left : most;
      left -= amount;
      outputs.push({ transactionId, index, owner: random.chance(0.9) ? random.pick(OWNERS) : null, amount });
    }
    pool.push(...outputs);
    // Data: an output of nothing that nobody owns and nobody spends.
    for (let index = outputs.length; random.chance(0.3); index += 1) {
      outputs.push({ transactionId, index, owner: null, amount: 0n });
    }
    const time = START + block * random.pick([600, DAY / 2, DAY]);
    const place = { transactionId, block, transactionIndex: 0, time, coinbase };
    return { ...place, ...(random.chance(0.05) ? { isSignedBySeveral: true as const } : {}), inputs, outputs };
  });
}
