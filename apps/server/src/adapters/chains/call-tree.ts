import { z } from 'zod';
import type { EvmNetwork } from './evm-networks.ts';
import { innerMove } from './evm-records.ts';
import type { Receipt } from './json-rpc-wire.ts';
import type { Move } from './records.ts';
import { evmAddress, hexAmount } from './wire.ts';

/** The tree that the `callTracer` gives. */
export interface CallTree {
  readonly type: string;
  /** Older nodes leave out this and the fields below for a contract that destroyed itself. */
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly value?: bigint | undefined;
  readonly error?: string | undefined;
  readonly calls?: readonly CallTree[] | undefined;
}

export const callTree: z.ZodType<CallTree> = z.object({
  type: z.string(),
  from: evmAddress.optional(),
  to: evmAddress.optional(),
  value: hexAmount.optional(),
  error: z.string().optional(),
  get calls() {
    return z.array(callTree).optional();
  },
});

/** One call of a transaction, whatever tracer stated it. */
export interface TracedCall {
  /** In lower case: `call`, `delegatecall`, `create`, `create2`, `selfdestruct` and others. */
  readonly type: string;
  readonly from: string | undefined;
  readonly to: string | undefined;
  readonly value: bigint | undefined;
  /** False where it, or a call around it, was reverted. */
  readonly isDone: boolean;
}

/** All calls of a tree, depth first, the transaction itself first. */
export function callsOf(root: CallTree): TracedCall[] {
  const calls: TracedCall[] = [];
  const visit = (tree: CallTree, isCurrent: boolean): void => {
    const isDone = isCurrent && tree.error === undefined;
    calls.push({ type: tree.type.toLowerCase(), from: tree.from, to: tree.to, value: tree.value, isDone });
    for (const inner of tree.calls ?? []) visit(inner, isDone);
  };
  visit(root, true);
  return calls;
}

/** Calls that run another contract's code on the caller's own balance move no value. */
const MOVES_NOTHING: ReadonlySet<string> = new Set(['delegatecall', 'callcode', 'staticcall']);

/** Where a transaction is in the chain. */
export type TransactionPlace = Pick<Receipt, 'transactionHash' | 'blockNumber' | 'transactionIndex'>;

/** What the inner calls moved that were not reverted, numbered depth first; the first call is the transaction itself. */
export function movesOfCalls(
  network: EvmNetwork,
  { transactionHash: hash, blockNumber: block, transactionIndex }: TransactionPlace,
  time: number,
  calls: readonly TracedCall[],
): Move[] {
  return calls.flatMap(({ type, from, to, value, isDone }, index) => {
    const isTraced = from !== undefined && to !== undefined && value !== undefined;
    if (index === 0 || !isDone || !isTraced || MOVES_NOTHING.has(type)) return [];
    return innerMove(network, { hash, block, transactionIndex, time, index, from, to, value });
  });
}

/** As `movesOfCalls`, of a tree of calls. */
export function innerMoves(network: EvmNetwork, of: TransactionPlace, time: number, root: CallTree): Move[] {
  return movesOfCalls(network, of, time, callsOf(root));
}
