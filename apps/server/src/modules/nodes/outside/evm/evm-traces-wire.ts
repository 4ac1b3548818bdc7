import { z } from 'zod';
import { evmAddress, evmHash, hexAmount, type TracedCall, tracedCalls } from '../../../chains/index.ts';

/** `debug_traceBlockByNumber` with the `callTracer`; older nodes do not name the transaction. */
export const tracedTrees = z.array(z.object({ txHash: evmHash.nullish(), result: tracedCalls }));

/** Calls within calls that the EVM allows (Yellow Paper, 8). */
const MOST_DEPTH = 1_024;

const flat = {
  traceAddress: z.array(z.int().nonnegative()).max(MOST_DEPTH),
  transactionHash: evmHash.nullish(),
  transactionPosition: z.int().nonnegative().nullish(),
  blockHash: evmHash,
  error: z.string().nullish(),
};

/** `trace_block`: every call of every transaction, depth first, then the rewards of the block. */
export const flatTraces = z.array(
  z.discriminatedUnion('type', [
    z.object({
      ...flat,
      type: z.literal('call'),
      action: z.object({ callType: z.string(), from: evmAddress, to: evmAddress, value: hexAmount }),
    }),
    z.object({
      ...flat,
      type: z.literal('create'),
      action: z.object({ from: evmAddress, value: hexAmount }),
      result: z.object({ address: evmAddress }).nullish(),
    }),
    z.object({
      ...flat,
      type: z.literal('suicide'),
      action: z.object({ address: evmAddress, refundAddress: evmAddress, balance: hexAmount }),
    }),
    z.object({
      ...flat,
      type: z.literal('reward'),
      action: z.object({ author: evmAddress, value: hexAmount }),
    }),
  ]),
);

export type FlatTrace = z.output<typeof flatTraces>[number];

export type FlatCall = Exclude<FlatTrace, { readonly type: 'reward' }>;

/** The calls of one transaction, from a flat list in their order; a call inside a reverted one is reverted with it. */
export function callsOfFlat(traces: readonly FlatCall[]): TracedCall[] {
  const calls: TracedCall[] = [];
  // Where the outermost reverted call is; null outside of one.
  let reverted: readonly number[] | null = null;
  for (const trace of traces) {
    const { traceAddress, error } = trace;
    const isInside: boolean = reverted?.every((step, depth) => traceAddress[depth] === step) ?? false;
    if (!isInside) reverted = typeof error === 'string' ? traceAddress : null;
    calls.push({ ...partiesOf(trace), isDone: reverted === null });
  }
  return calls;
}

function partiesOf(trace: FlatCall): Omit<TracedCall, 'isDone'> {
  switch (trace.type) {
    case 'call': {
      const { callType, from, to, value } = trace.action;
      return { type: callType.toLowerCase(), from, to, value };
    }
    case 'create':
      return { type: 'create', from: trace.action.from, to: trace.result?.address, value: trace.action.value };
    case 'suicide': {
      const { address, refundAddress, balance } = trace.action;
      return { type: 'selfdestruct', from: address, to: refundAddress, value: balance };
    }
  }
}
