import { roleOf } from '../accounts/parties.ts';
import type { TransactionMove, TransactionParty } from './stored-transaction.ts';

interface Draft {
  paid: bigint;
  received: bigint;
  readonly paidIn: number[];
  readonly receivedIn: number[];
}

/** Who paid and who received, in the order in which the moves name them. `startOf` is what a walk names a move by. */
export function partiesOfTransfers(
  moves: readonly TransactionMove[],
  startOf: (index: number) => number,
): readonly TransactionParty[] {
  const parties = new Map<string, Draft>();
  for (const [index, { from, to, amount }] of moves.entries()) {
    if (from !== null) {
      const payer = draftOf(parties, from);
      payer.paid += amount;
      payer.paidIn.push(startOf(index));
    }
    if (to !== null) {
      const payee = draftOf(parties, to);
      payee.received += amount;
      payee.receivedIn.push(startOf(index));
    }
  }
  return [...parties].map(([address, party]) => ({ address, role: roleOf(address), ...party }));
}

/** Who paid and who received net of each other; a walk names the whole transaction by `node`. */
export function partiesOfCoins(moves: readonly TransactionMove[], node: number): readonly TransactionParty[] {
  return partiesOfTransfers(moves, () => node).flatMap(({ address, role, paid, received }): TransactionParty[] => {
    const net = received - paid;
    if (net === 0n) return [];
    return net > 0n
      ? [{ address, role, paid: 0n, received: net, paidIn: [], receivedIn: [node] }]
      : [{ address, role, paid: -net, received: 0n, paidIn: [node], receivedIn: [] }];
  });
}

function draftOf(parties: Map<string, Draft>, address: string): Draft {
  const known = parties.get(address);
  if (known !== undefined) return known;
  const made: Draft = { paid: 0n, received: 0n, paidIn: [], receivedIn: [] };
  parties.set(address, made);
  return made;
}
