import { expect, it } from 'vitest';
import { callsOfFlat, type FlatCall } from './evm-traces-wire.ts';

const address = `0x${'a'.repeat(40)}`;

function traced(traceAddress: number[], error?: string): FlatCall {
  const action = { callType: 'call', from: address, to: address, value: 1n };
  return { type: 'call', traceAddress, blockHash: `0x${'0'.repeat(64)}`, action, error };
}

it('takes calls inside a reverted one for reverted, and none beside it', () => {
  const calls = callsOfFlat([
    traced([]),
    traced([0]),
    traced([1], 'Reverted'),
    traced([1, 0]),
    traced([1, 0, 0], 'Out of gas'),
    traced([1, 1]),
    traced([2]),
    traced([10]),
    traced([11], 'Reverted'),
  ]);
  expect(calls.map(({ isDone }) => isDone)).toEqual([true, true, false, false, false, false, true, true, false]);
});

it('takes every call of a transaction that failed for reverted', () => {
  expect(callsOfFlat([traced([], 'Reverted'), traced([0]), traced([3, 1])]).some(({ isDone }) => isDone)).toBe(false);
});
