import fc from 'fast-check';

/** Of the 0.01 BTC that the stand-in asks for any order, in hundred-millionths: dust, parts and rests, all, and more. */
export const ASKED_SATS = 1_000_000;
export const SENT = [1, 1_000, 420_000, 580_000, ASKED_SATS, 1_500_000] as const;
/** Plans of a month: Basic and Standard. */
export const PLAN_IDS = [7, 11] as const;
export type Asset = 'btc' | 'eth';
export type PaidBy = 'card' | 'crypto';
export interface Sent {
  readonly sats: number;
  readonly asset: Asset;
  /** The provider's word, which decides nothing. */
  readonly as: 'partially_paid' | 'finished';
}

/** What an operator decides about held money: all of it, or what came first or last. Null: no server is killed then. */
export interface HeldDecision {
  readonly what: 'order' | 'checks' | 'refuse';
  readonly of: 'all' | 'first' | 'last';
  readonly killedAfterMs: number | null;
}

export const heldDecision = fc.record({
  do: fc.constant('decide held money' as const),
  what: fc.constantFrom<HeldDecision['what']>('order', 'checks', 'refuse'),
  of: fc.constantFrom<HeldDecision['of']>('all', 'first', 'last'),
  killedAfterMs: fc.option(fc.nat(20), { nil: null, freq: 2 }),
});

/** What a greedy user does with money beside buying by card. Crypto is always sent for the order that was opened last. */
export const moneyStep = fc.oneof(
  { weight: 2, arbitrary: fc.record({ do: fc.constant('open a crypto order' as const) }) },
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant('send crypto' as const),
      sats: fc.constantFrom(...SENT),
      asset: fc.constantFrom<Asset>('btc', 'btc', 'btc', 'eth'),
      as: fc.constantFrom<Sent['as']>('partially_paid', 'finished'),
    }),
  },
  { weight: 3, arbitrary: heldDecision },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constantFrom('crypto is sent back' as const, 'charge back' as const, 'plan is paid back' as const),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('change the plan' as const),
      by: fc.constantFrom<PaidBy>('card', 'crypto'),
      planId: fc.constantFrom(...PLAN_IDS),
    }),
  },
);
export type MoneyStep = typeof moneyStep extends fc.Arbitrary<infer T> ? T : never;
