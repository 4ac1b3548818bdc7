import { unitsOf } from './deposits/amounts.ts';
import type { DepositReport } from './deposits/deposits.ts';
import type { NamedPayments } from './payments.ports.ts';

/** A payment that was named of an order, with what its last report says; null for what was never read. */
export interface KnownPayment {
  readonly reference: string;
  readonly state: DepositReport['state'] | null;
  /** Whether it is not a further payment to the address of another one. */
  readonly isFirst: boolean;
  /** What of it pays the order, or was decided about; null for nothing. */
  readonly used: string | null;
}

/**
 * In which order to read them. Anybody can send more dust than is read at once: it comes after what a message is about,
 * and after what would change the order.
 */
export function namedPayments(known: readonly KnownPayment[], byMessage: readonly string[]): NamedPayments {
  const others = known.filter(({ reference }) => !byMessage.includes(reference));
  const namesOf = (payments: readonly KnownPayment[]) => payments.map(({ reference }) => reference);
  const weightOf = ({ isFirst, used }: KnownPayment) => (isFirst ? null : (unitsOf(used ?? '') ?? 0n));
  const later = others
    .filter(({ state }) => state === 'arrived' || state === 'over')
    .toSorted((a, b) => byWeight(weightOf(a), weightOf(b)));
  return {
    first: [...byMessage, ...namesOf(others.filter(({ state }) => state === null || state === 'under_way'))],
    later: namesOf(later),
    final: namesOf(others.filter(({ state }) => state === 'refunded')),
  };
}

/** First payments, which name their further ones, then the largest that was used. */
function byWeight(a: bigint | null, b: bigint | null): number {
  if (a === null || b === null) return Number(a !== null) - Number(b !== null);
  return a === b ? 0 : a > b ? -1 : 1;
}
