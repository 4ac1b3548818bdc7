import { formatCoins } from './amounts.ts';
import { formatTime } from './dates.ts';
import type { Fact } from './result-facts.ts';
import { nameOfAddress } from './result-words.ts';

/** A payment of a transaction, as a result and its certificate state it. */
export interface StatedPayment<Party extends PaymentParty = PaymentParty> {
  readonly direction: 'deposit' | 'withdrawal';
  readonly moves: readonly { readonly from: string | null; readonly to: string | null; readonly kind: string }[];
  readonly parties: readonly Party[];
}

/** What one address paid and received in a transaction; base units. */
export interface PaymentParty {
  readonly address: string;
  readonly paid: string;
  readonly received: string;
}

/**
 * Words around a payment, the same on its page and in its report. `otherEnd` names who is at the other end.
 *
 * @example wordsOnPayment('deposit').title; // 'One deposit, not the whole address'
 */
export function wordsOnPayment(direction: StatedPayment['direction']) {
  const isDeposit = direction === 'deposit';
  return {
    title: `${isDeposit ? 'One deposit' : 'One withdrawal'}, not the whole address`,
    amount: isDeposit ? 'Received' : 'Paid',
    otherEnd: nameOfAddress({ direction: isDeposit ? 'withdrawal' : 'deposit' }),
    nobody: 'Nobody: these are newly made coins, or a fee.',
    rest: isDeposit ? 'What else the address received does not count.' : 'What else the address paid does not count.',
  } as const;
}

/**
 * Who paid a deposit, or received a withdrawal, as far as the result lists them: on account networks, who is at the
 * other end of the payment's own movements; on coin networks, everybody on the other side of the transaction.
 */
export function otherEndsOf<Party extends PaymentParty>(
  { direction, moves, parties }: StatedPayment<Party>,
  side: string,
): readonly Party[] {
  const isDeposit = direction === 'deposit';
  const others = parties.filter(({ address }) => address !== side);
  if (moves.some(({ kind }) => kind === 'coin')) {
    return others.filter(({ paid, received }) => (isDeposit ? paid : received) !== '0');
  }
  const ends = new Set(
    moves.flatMap(({ from, to, kind }) => {
      const [own, other] = isDeposit ? [to, from] : [from, to];
      return own === side && other !== null && kind !== 'fee' ? [other] : [];
    }),
  );
  return others.filter(({ address }) => ends.has(address));
}

/** Other ends that are named; the others are counted. */
const MOST_NAMED = 5;

/** What a certificate says of its payment. */
export interface CertifiedPayment
  extends StatedPayment<PaymentParty & { readonly label: { readonly entity: string } | null }> {
  readonly transaction_id: string;
  /** Base units. */
  readonly amount: string;
  readonly time: string;
  readonly block: string | null;
}

/**
 * The payment of a certificate, as its report, the verify page and the command line state it.
 *
 * @param side the address of the result
 */
export function paymentFacts(
  payment: CertifiedPayment,
  side: string,
  asset: Parameters<typeof formatCoins>[1],
): readonly Fact[] {
  const { direction, amount, transaction_id: id, time, block } = payment;
  const { otherEnd, nobody } = wordsOnPayment(direction);
  const ends = otherEndsOf(payment, side);
  const named = ends.slice(0, MOST_NAMED).map(({ address, label }) => {
    return `${address}${label === null ? '' : ` (${label.entity})`}`;
  });
  const more = ends.length - named.length;
  return [
    ['Payment', `${direction === 'deposit' ? 'Deposit' : 'Withdrawal'} of ${formatCoins(amount, asset)}`],
    [otherEnd, ends.length === 0 ? nobody : `${named.join(', ')}${more === 0 ? '' : ` and ${more} more`}`],
    ['Transaction', id],
    ['Made', `${formatTime(time)} UTC${block === null ? '' : `, block ${block}`}`],
  ];
}
