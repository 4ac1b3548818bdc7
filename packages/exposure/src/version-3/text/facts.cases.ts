import { usdOf, usdOfEver } from '../rating/bounds/dollars.ts';
import type { PaymentInput } from '../rating/rate-payment.ts';
import type { WalletInput } from '../rating/rate-wallet.ts';
import { originOf, type TextFacts } from './facts.ts';

const COMMON = { steps: 12, more: 'read_on' } as const;

/** What the sentences on a wallet need besides its rating, of the same input. */
export function factsOfWallet(input: WalletInput, change: Partial<TextFacts> = {}): TextFacts {
  const { history, kind, ever, now, usdAt, cutOff, ownLabel, isTotalStated } = input;
  const [first] = history.inflows;
  const received = history.inflows.reduce((sum, { amount }) => sum + amount, 0n);
  return {
    ...COMMON,
    question: 'wallet',
    history: kind,
    usd: {
      ...(ever === null ? {} : { ever: usdOfEver(history.inflows, history.base, usdAt) }),
      ...(now === null ? {} : { now: usdOf({ amount: now.balance, time: cutOff }, usdAt) }),
    },
    since: first === undefined ? null : new Date(first.time * 1000).toISOString().slice(0, 10),
    origin: ever === null ? null : originOf(ever),
    statedTotal: isTotalStated && history.base > received ? { source: 'The explorer' } : null,
    ownLabel:
      ownLabel === null
        ? null
        : { entity: 'An entity', source: 'a-list', date: '2026-08-20', confidence: ownLabel.confidence, list: null },
    ...change,
  };
}

/** The same of a payment. */
export const factsOfPayment = (input: PaymentInput, change: Partial<TextFacts> = {}): TextFacts => ({
  ...COMMON,
  question: 'payment',
  history: input.kind,
  usd: { payment: input.usd },
  since: null,
  origin: originOf(input.mixture),
  statedTotal: null,
  ownLabel: null,
  ...change,
});
