import type { RawTransfer } from '@assay/exposure';
import type { PendingMove, SeenRecords, SeenTransaction } from '../seen-transaction.ts';

type Pending = Extract<SeenTransaction, { is: 'pending' }>;

/** After every block of a chain, and within 4 bytes: a transaction that waits comes after all records. */
const AFTER_ALL_BLOCKS = 2_000_000_000;

/** A transaction that waits for a block, with the records that it would be; null where it does not say what it moves. */
export interface WaitingTransaction extends Pending {
  readonly records: SeenRecords | null;
}

/**
 * What a waiting transaction would move, as records after the last one (docs/method/transactions, section 10).
 *
 * @param time Unix seconds at which it was seen
 */
export function waitingTransaction(seen: Pending, time: number): WaitingTransaction {
  const { id, provider, moves, coins } = seen;
  const place = { id, provider, time, block: AFTER_ALL_BLOCKS, isPending: true } as const;
  if (coins !== undefined) {
    const unplaced = { block: AFTER_ALL_BLOCKS, transactionIndex: null, coinbase: false };
    const transaction = { ...unplaced, transactionId: id, time, inputs: coins.inputs, outputs: coins.outputs };
    return { ...seen, records: { ...place, content: { ledger: 'utxo', transaction } } };
  }
  const moving = moves.filter(({ amount }) => amount > 0n);
  const contracts = [...new Set(moving.map(({ contract }) => contract))];
  const assets = contracts.map((contract) => ({
    contract,
    transfers: moving.flatMap((move, index) =>
      move.contract === contract ? (transferOf(move, { id, time, index }) ?? []) : [],
    ),
  }));
  const known = assets.reduce((sum, { transfers }) => sum + transfers.length, 0);
  if (known === 0 || known < moving.length) return { ...seen, records: null };
  // What contracts pass on is known once it ran.
  return { ...seen, records: { ...place, content: { ledger: 'account', assets, isWhole: false } } };
}

function transferOf(
  { contract, from, to, amount }: PendingMove,
  { id, time, index }: { readonly id: string; readonly time: number; readonly index: number },
): RawTransfer | null {
  if (from === null || to === null) return null;
  const kind = contract === null ? 'native' : 'token';
  const place = { block: AFTER_ALL_BLOCKS, transactionIndex: 0, transactionId: id, kind, index, ordinal: 0 } as const;
  return { ...place, from, to, amount, time };
}
