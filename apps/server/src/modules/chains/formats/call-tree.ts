import { z } from 'zod';
import type { EvmNetwork } from './evm-networks.ts';
import { innerMove } from './evm-records.ts';
import type { Receipt } from './evm-wire.ts';
import type { Move } from './records.ts';
import { evmAddress, hexAmount } from './wire.ts';

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

const call = z.object({
  type: z.string(),
  /** Older nodes leave out this and the fields below for a contract that destroyed itself. */
  from: evmAddress.optional(),
  to: evmAddress.optional(),
  value: hexAmount.optional(),
  error: z.string().optional(),
  calls: z.array(z.unknown()).optional(),
});

/**
 * All calls of the tree that the `callTracer` gives, depth first, the transaction itself first. Read without recursion:
 * the sender of a transaction decides how deep its calls are, up to 1,024, which is more than the stack can hold.
 */
export const tracedCalls = z.unknown().transform((root, issues): TracedCall[] => {
  const calls: TracedCall[] = [];
  const left = [{ tree: root, isCurrent: true }];
  for (let next = left.pop(); next !== undefined; next = left.pop()) {
    const read = call.safeParse(next.tree);
    if (!read.success) {
      issues.addIssue({ code: 'custom', message: 'is no call', path: read.error.issues[0]?.path ?? [] });
      return z.NEVER;
    }
    const { type, from, to, value, error, calls: inner = [] } = read.data;
    const isDone = next.isCurrent && error === undefined;
    calls.push({ type: type.toLowerCase(), from, to, value, isDone });
    for (const tree of inner.toReversed()) left.push({ tree, isCurrent: isDone });
  }
  return calls;
});

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
