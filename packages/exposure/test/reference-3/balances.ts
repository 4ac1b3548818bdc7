/** Running balances and ratios of account networks (section 2). */
import { type Fraction, fraction, ONE, ZERO } from './fraction.ts';
import { byText, type Place, type Transfer } from './question.ts';

export interface Step {
  readonly transfer: Transfer;
  /** Part of the receiver's balance that this inflow now is. */
  readonly a: Fraction;
  /** Part of it that the sender's known balance covers. */
  readonly kappa: Fraction;
  /** Part of the sender's balance that leaves with it. */
  readonly phi: Fraction;
  /** The sender's balance after it. */
  readonly left: bigint;
}

const KINDS: readonly Place['kind'][] = ['fee', 'native', 'internal', 'token'];

function inOrder(a: Transfer, b: Transfer): number {
  const [p, q] = [a.place, b.place];
  return (
    p.block - q.block ||
    p.transaction - q.transaction ||
    KINDS.indexOf(p.kind) - KINDS.indexOf(q.kind) ||
    (p.index !== undefined && q.index !== undefined ? p.index - q.index : withoutIndex(a, b)) ||
    p.ordinal - q.ordinal
  );
}

function withoutIndex(a: Transfer, b: Transfer): number {
  return byText(a.from, b.from) || byText(a.to, b.to) || (a.amount < b.amount ? -1 : a.amount > b.amount ? 1 : 0);
}

function atMostOne(part: bigint, whole: bigint): Fraction {
  return part >= whole ? ONE : fraction(part, whole);
}

/** The records in order, zero amounts and transfers to oneself left out. */
export function stepsOf(transfers: readonly Transfer[], openings: ReadonlyMap<string, bigint>): Step[] {
  const balances = new Map(openings);
  return transfers
    .filter(({ from, to, amount }) => amount > 0n && from !== to)
    .toSorted(inOrder)
    .map((transfer) => {
      const { from, to, amount } = transfer;
      const [sender, receiver] = [balances.get(from) ?? 0n, balances.get(to) ?? 0n];
      const left = sender > amount ? sender - amount : 0n;
      balances.set(from, left);
      balances.set(to, receiver + amount);
      return {
        transfer,
        a: fraction(amount, receiver + amount),
        kappa: sender === 0n ? ZERO : atMostOne(sender, amount),
        phi: sender === 0n ? ONE : atMostOne(amount, sender),
        left,
      };
    });
}
