import { tronHex } from './tron-bytes.ts';

/** A move of coins on the stand-in's chain: of a transaction, or of a call inside one. */
export interface TronCoinMove {
  readonly transactionId: string;
  /** Of a call inside the transaction; null of the transaction itself. */
  readonly innerId: string | null;
  readonly from: string;
  readonly to: string;
  readonly amount: bigint;
  /** Paid by who sends the transaction. */
  readonly fee: bigint;
  /** Undone with the call around it. */
  readonly isRejected: boolean;
  /** Listed among the transactions too. */
  readonly isInBothLists: boolean;
  /** Milliseconds. */
  readonly at: number;
}

const hexOfAddress = new Map<string, string>();

/** Decoded once: every page of the stand-in writes the same few addresses. */
function hexOf(address: string): string {
  const hex = hexOfAddress.get(address) ?? tronHex(address);
  hexOfAddress.set(address, hex);
  return hex;
}

interface TimedRow extends Readonly<Record<string, unknown>> {
  readonly block_timestamp: number;
}

/** Rows of `/v1/accounts/{address}/transactions`. */
export function coinRows(moves: readonly TronCoinMove[], account: string): TimedRow[] {
  return own(moves, account).flatMap((move) => {
    if (move.innerId !== null) return move.isInBothLists ? [innerRow(move, move.innerId)] : [];
    return [transactionRow(move)];
  });
}

/** Rows of `/v1/accounts/{address}/internal-transactions`. */
export function innerRows(moves: readonly TronCoinMove[], account: string): TimedRow[] {
  return own(moves, account).flatMap((move) => (move.innerId === null ? [] : [innerRow(move, move.innerId)]));
}

/** What an account holds after all moves. */
export function coinsOf(moves: readonly TronCoinMove[], account: string): bigint {
  return own(moves, account).reduce((held, { from, to, amount, fee, isRejected, innerId }) => {
    const moved = isRejected ? 0n : amount;
    const paid = from === account && innerId === null ? fee : 0n;
    return held + (to === account ? moved : 0n) - (from === account ? moved : 0n) - paid;
  }, 0n);
}

function own(moves: readonly TronCoinMove[], account: string): readonly TronCoinMove[] {
  return moves.filter(({ from, to }) => from === account || to === account);
}

function transactionRow({ transactionId, from, to, amount, fee, at }: TronCoinMove): TimedRow {
  const value = { amount: Number(amount), owner_address: hexOf(from), to_address: hexOf(to) };
  return {
    ret: [{ contractRet: 'SUCCESS', fee: Number(fee) }],
    txID: transactionId,
    blockNumber: Math.floor(at / 3_000),
    block_timestamp: at,
    raw_data: { contract: [{ parameter: { value }, type: 'TransferContract' }] },
    internal_transactions: [],
  };
}

function innerRow({ transactionId, from, to, amount, isRejected, at }: TronCoinMove, innerId: string): TimedRow {
  return {
    internal_tx_id: innerId,
    data: { note: 'call', rejected: isRejected, call_value: { _: Number(amount) } },
    block_timestamp: at,
    to_address: hexOf(to),
    tx_id: transactionId,
    from_address: hexOf(from),
  };
}
