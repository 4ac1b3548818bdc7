import type { NetworkId } from '@assay/domain';
import { FEE_SINK, ISSUER } from '@assay/exposure';
import { type Move, partyOf } from './records.ts';

/** One EVM transaction, independent of the provider's format. */
export interface EvmTransaction {
  readonly hash: string;
  readonly block: number;
  readonly transactionIndex: number | null;
  /** Unix seconds. */
  readonly time: number;
  readonly from: string;
  /** The contract it created, where it created one; null where no recipient is named. */
  readonly to: string | null;
  readonly value: bigint;
  /** Null where the provider does not include it. */
  readonly fee: bigint | null;
  readonly failed: boolean;
}

/** Fee and value of a transaction. One that failed moved nothing, but its fee was paid. */
export function transactionMoves(network: NetworkId, transaction: EvmTransaction): Move[] {
  const { hash, block, transactionIndex, time, value, fee, failed, to } = transaction;
  const from = partyOf(network, transaction.from);
  const position = { block, transactionIndex, transactionId: hash, index: 0, time, from } as const;
  return [
    ...(fee === null ? [] : [{ ...position, kind: 'fee', to: FEE_SINK, amount: fee } as const]),
    ...(failed || to === null
      ? []
      : [{ ...position, kind: 'native', to: partyOf(network, to), amount: value } as const]),
  ];
}

export interface EvmInnerCall {
  readonly hash: string;
  readonly block: number;
  readonly transactionIndex: number | null;
  readonly time: number;
  /** Index among all calls of the transaction, counted depth first from 0, the transaction itself; null if unknown. */
  readonly index: number | null;
  readonly from: string;
  readonly to: string;
  readonly value: bigint;
}

export function innerMove(network: NetworkId, call: EvmInnerCall): Move {
  const { hash, block, transactionIndex, time, index, from, to, value } = call;
  return {
    block,
    transactionIndex,
    transactionId: hash,
    kind: 'internal',
    index,
    from: partyOf(network, from),
    to: partyOf(network, to),
    amount: value,
    time,
  };
}

/** A balance the chain began with; it is part of no transaction. */
export function genesisMove(network: NetworkId, to: string, value: bigint, time: number): Move {
  return issuedMove(network, { block: 0, transactionId: 'genesis:0', to, value, time });
}

/** Payments by the beacon chain began with block 17,034,870 of Ethereum (Shanghai), and are on no other network here. */
const FIRST_WITHDRAWALS = 17_034_870;

/** Whether a history that ends with this block can contain payments by the beacon chain. */
export function hasWithdrawals(network: NetworkId, lastBlock: number): boolean {
  return network === 'ETH' && lastBlock >= FIRST_WITHDRAWALS;
}

/** A payment by the beacon chain: stake or its reward, out of no account (EIP-4895). */
export function withdrawalMove(
  network: NetworkId,
  withdrawal: {
    /** Counted through the whole chain. */
    readonly index: number;
    readonly block: number;
    readonly time: number;
    readonly to: string;
    readonly value: bigint;
  },
): Move {
  const { index, ...issued } = withdrawal;
  return issuedMove(network, { ...issued, transactionId: `withdrawal:${index}` });
}

/** What the chain itself gives: from nobody, in no transaction of an account. */
function issuedMove(
  network: NetworkId,
  issued: Pick<Move, 'block' | 'transactionId' | 'time'> & { readonly to: string; readonly value: bigint },
): Move {
  const { block, transactionId, to, value, time } = issued;
  return {
    block,
    transactionIndex: null,
    transactionId,
    kind: 'internal',
    index: null,
    from: ISSUER,
    to: partyOf(network, to),
    amount: value,
    time,
  };
}

export interface EvmTokenMove {
  readonly hash: string;
  readonly block: number;
  readonly transactionIndex: number | null;
  readonly time: number;
  /** Counted through the whole block; null where the provider does not include it. */
  readonly logIndex: number | null;
  readonly from: string;
  readonly to: string;
  readonly value: bigint;
}

/** A log index alone orders all transfers of its block, so it also serves as the transaction's index. */
export function tokenMove(network: NetworkId, move: EvmTokenMove): Move {
  const { hash, block, transactionIndex, time, logIndex, from, to, value } = move;
  return {
    block,
    transactionIndex: logIndex ?? transactionIndex,
    transactionId: hash,
    kind: 'token',
    index: logIndex,
    from: partyOf(network, from),
    to: partyOf(network, to),
    amount: value,
    time,
  };
}
