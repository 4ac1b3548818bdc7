import { type TracedCall, toHex } from '../../../chains/index.ts';
import { NodeError } from '../../follow/follow.ports.ts';
import type { WholeBlock } from './evm-blocks-wire.ts';
import type { EvmRpc } from './evm-rpc.ts';
import { callsOfFlat, type FlatCall, type FlatTrace, flatTraces, tracedTrees } from './evm-traces-wire.ts';

/** By which method a node states inner calls; null where it states none. */
export type TraceMethod = 'trace_block' | 'debug_traceBlockByNumber' | null;

/** What a block's traces say beside its transactions. */
export interface BlockTraces {
  /** By index of the transaction. */
  readonly calls: readonly (readonly TracedCall[])[];
  /** Rewards of the block, on networks with miners. */
  readonly rewards: readonly { readonly to: string; readonly amount: bigint }[];
}

function questionOf(method: NonNullable<TraceMethod>, height: number) {
  return method === 'trace_block'
    ? ({ method, params: [toHex(height)], result: flatTraces, height } as const)
    : ({ method, params: [toHex(height), { tracer: 'callTracer' }], result: tracedTrees, height } as const);
}

/** The method that a node has for traces, tried at a block. @throws NodeError */
export async function findTraceMethod(rpc: EvmRpc, height: number, signal: AbortSignal): Promise<TraceMethod> {
  for (const method of ['trace_block', 'debug_traceBlockByNumber'] as const) {
    const { refused } = await rpc.ask<typeof flatTraces | typeof tracedTrees>(questionOf(method, height), signal);
    if (refused === null) return method;
  }
  return null;
}

/** The traces of a block, which agree with its transactions. @throws NodeError */
export async function tracesOf(
  rpc: EvmRpc,
  method: NonNullable<TraceMethod>,
  block: WholeBlock,
  signal: AbortSignal,
): Promise<BlockTraces> {
  if (block.transactions.length === 0 && method !== 'trace_block') return { calls: [], rewards: [] };
  const question = questionOf(method, block.number);
  const traces =
    question.method === 'trace_block'
      ? ofFlat(rpc, block, await rpc.must(question, signal))
      : ofTrees(rpc, block, await rpc.must(question, signal));
  for (const [index, transaction] of block.transactions.entries()) {
    const root = traces.calls[index]?.[0];
    const isSame = root?.from === transaction.from && (root.value ?? 0n) === transaction.value;
    if (!isSame) throw contradiction(rpc, block, `its traces are not those of transaction ${index}`);
  }
  return traces;
}

function ofFlat(rpc: EvmRpc, block: WholeBlock, traces: readonly FlatTrace[]): BlockTraces {
  const byIndex: FlatCall[][] = block.transactions.map(() => []);
  const rewards: { to: string; amount: bigint }[] = [];
  for (const trace of traces) {
    if (trace.blockHash !== block.hash) throw contradiction(rpc, block, 'its traces are of another block');
    if (trace.type === 'reward') {
      rewards.push({ to: trace.action.author, amount: trace.action.value });
      continue;
    }
    const of = byIndex[trace.transactionPosition ?? -1];
    if (of === undefined || block.transactions[trace.transactionPosition ?? -1]?.hash !== trace.transactionHash) {
      throw contradiction(rpc, block, 'its traces name a transaction that it does not have');
    }
    of.push(trace);
  }
  return { calls: byIndex.map(callsOfFlat), rewards };
}

function ofTrees(
  rpc: EvmRpc,
  block: WholeBlock,
  trees: readonly { readonly txHash?: string | null | undefined; readonly result: readonly TracedCall[] }[],
): BlockTraces {
  if (trees.length !== block.transactions.length) {
    throw contradiction(rpc, block, `${trees.length} traces of ${block.transactions.length} transactions`);
  }
  const calls = trees.map(({ txHash, result }, index) => {
    if (typeof txHash === 'string' && txHash !== block.transactions[index]?.hash) {
      throw contradiction(rpc, block, 'its traces name a transaction that it does not have');
    }
    return result;
  });
  return { calls, rewards: [] };
}

function contradiction(rpc: EvmRpc, { number: height }: WholeBlock, what: string): NodeError {
  return new NodeError({ kind: 'contradiction', node: rpc.name, height, what });
}
