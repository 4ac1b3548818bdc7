import { type ExplainedCheck, type ExplainedRating, linesByStatus, ratedLines, TEST_LINE } from './explain-check.ts';

/** What of a transfer of the public API is explained. */
export interface ExplainedTransfer extends ExplainedCheck {
  readonly payment: {
    readonly transaction_id: string;
    readonly direction: 'deposit' | 'withdrawal';
    /** Null before there is a result. */
    readonly confirmed: boolean | null;
  };
}

const NOT_CONFIRMED =
  'Not confirmed yet: another transaction can still take its place, with other coins. Check it again once it is confirmed.';

/** What of a withdrawal attempt of the public API is explained. */
export interface ExplainedAttempt extends ExplainedRating {
  readonly id: string;
  readonly mode: 'live' | 'test';
  readonly address: string;
  readonly from: string | null;
  readonly asset: string;
  readonly network: string;
  readonly amount: string;
  readonly headline: string;
  readonly before: Pick<ExplainedRating, 'stars' | 'not_rated_reason'> | null;
  readonly after: Pick<ExplainedRating, 'stars' | 'not_rated_reason'> | null;
  readonly checks_charged: number;
}

/**
 * A transfer of the public API in plain sentences, as `explainCheck` says a check.
 *
 * @param again how one that still runs is asked for again
 */
export function explainTransfer(transfer: ExplainedTransfer, again: string): string {
  const { id, payment, address, asset, network, mode } = transfer;
  return [
    `${id}: the ${payment.direction} of ${address} in transaction ${payment.transaction_id}, ${asset} on ${network}`,
    'Only this payment is rated, not the address.',
    ...(payment.confirmed === false ? [NOT_CONFIRMED] : []),
    ...(mode === 'test' ? [TEST_LINE] : []),
    ...linesByStatus(transfer, again),
  ].join('\n');
}

/** A withdrawal attempt of the public API in plain sentences: whom it would pay, and what it would do to the wallet. */
export function explainAttempt(attempt: ExplainedAttempt): string {
  const { id, amount, asset, network, address, mode, headline, from, before, after, checks_charged: spent } = attempt;
  return [
    `${id}: ${amount} ${asset} on ${network} to ${address}. Nothing was sent.`,
    ...(mode === 'test' ? [TEST_LINE] : []),
    ...ratedLines(attempt, [headline]),
    ...(from === null || before === null || after === null
      ? []
      : [`Your wallet ${from}: ${starsOf(before)} before the payment, ${starsOf(after)} after it.`]),
    spent === 0
      ? 'It cost no check credit.'
      : `It cost ${spent === 1 ? 'one check credit' : `${spent} check credits`}.`,
  ].join('\n');
}

function starsOf({ stars, not_rated_reason: reason }: Pick<ExplainedRating, 'stars' | 'not_rated_reason'>): string {
  return stars === null ? `not rated (${reason})` : `${stars} of 5 stars`;
}
