import { walletInput } from '../rating-3/as-input.ts';
import { historyArb } from '../rating-3/random-histories.ts';
import { type RatedInput, ratedPayment, ratedWallet } from './rated-inputs.ts';

/** A wallet, the same without its own label, and what it received as a payment. */
export const ratedArb = historyArb.map(({ history, of, stated }): readonly RatedInput[] => {
  const input = walletInput(history, of, stated);
  const wallets = [ratedWallet(input), ratedWallet({ ...input, ownLabel: null })];
  if (input.ever === null) return wallets;
  const payment = { mixture: input.ever, usd: input.usdAt(input.cutOff), kind: input.kind, hasRecords: true };
  return [...wallets, ratedPayment(payment)];
});
