import type { NodeId, TransactionRecord } from '../records/record.ts';
import { netFlowsOf } from '../records/utxo-flows.ts';

/** What one record, or one transaction of a UTXO network, moved into or out of an account (docs/method/2, section 3). */
export interface Movement {
  /** Which transaction: two movements of one have the same. */
  readonly transaction: string | number;
  /** Unix seconds. */
  readonly time: number;
  readonly direction: 'in' | 'out';
  /** Base units by which the balance changes, more than 0; a fee is part of it. */
  readonly amount: bigint;
  /** Base units of it that went to others or came from them: 0 for a fee. */
  readonly flow: bigint;
  /** Who paid or was paid what; nobody for a fee, and for value that nobody can be named for. */
  readonly parties: readonly Part[];
}

interface Part {
  readonly party: NodeId;
  /** Base units. */
  readonly amount: bigint;
}

/**
 * What a transaction moved into or out of an owner, by net flows: owners that spend more than they receive pay those
 * that receive more than they spend, in proportion and without the fee; shares of base units are rounded down. Null
 * where the owner has the same as before.
 */
export function coinMovement(transaction: TransactionRecord, owner: NodeId): Movement | null {
  const { payers, payees } = netFlowsOf(transaction);
  const paid = payees.reduce((sum, payee) => sum + payee.amount, 0n);
  const spent = payers.reduce((sum, payer) => sum + payer.amount, 0n);
  const sentOf = (amount: bigint): bigint => (spent > paid ? (amount * paid) / spent : amount);
  const shared = { transaction: transaction.node, time: transaction.time };
  const paying = payers.find((payer) => payer.owner === owner);
  if (paying !== undefined) {
    const flow = sentOf(paying.amount);
    const parties = partsOf(payees, (amount) => (flow * amount) / paid);
    return { ...shared, direction: 'out', amount: paying.amount, flow, parties };
  }
  const payee = payees.find((one) => one.owner === owner);
  if (payee === undefined) return null;
  const parties = partsOf(payers, (amount) => (sentOf(amount) * payee.amount) / paid);
  return { ...shared, direction: 'in', amount: payee.amount, flow: payee.amount, parties };
}

function partsOf(
  sides: readonly { readonly owner: NodeId | null; readonly amount: bigint }[],
  shareOf: (amount: bigint) => bigint,
): readonly Part[] {
  const parts: Part[] = [];
  for (const { owner, amount } of sides) if (owner !== null) parts.push({ party: owner, amount: shareOf(amount) });
  return parts;
}
