import type { CheckAsset } from '@assay/contracts';

type Payment = NonNullable<CheckAsset['payment']>;

/** A party at the other end of a payment. */
export type OtherEnd = Payment['parties'][number];

/**
 * Who paid a deposit, or received a withdrawal, as far as the result lists them: on account networks, who is at the
 * other end of the payment's own movements; on coin networks, everybody on the other side of the transaction.
 */
export function otherEndsOf({ direction, moves, parties }: Payment, side: string): readonly OtherEnd[] {
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
