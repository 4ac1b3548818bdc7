import { expect, it } from 'vitest';
import { tracedCalls } from './call-tree.ts';

const [A, B] = ['a', 'b'].map((digit) => `0x${digit.repeat(40)}`);

it('lists calls depth first, and those inside a reverted one as reverted', () => {
  const call = (value: string, more: object = {}) => ({ type: 'CALL', from: A, to: B, value, ...more });
  const tree = call('0x0', {
    calls: [call('0x1', { error: 'execution reverted', calls: [call('0x2', { calls: [call('0x3')] })] }), call('0x4')],
  });
  expect(tracedCalls.parse(tree).map(({ value, isDone }) => [value, isDone])).toEqual([
    [0n, true],
    [1n, false],
    [2n, false],
    [3n, false],
    [4n, true],
  ]);
});

it('reads calls far deeper than the EVM allows, because who sends a transaction decides how deep they are', () => {
  const depth = 100_000;
  const tree: unknown = JSON.parse(`${'{"type":"CALL","calls":['.repeat(depth)}${']}'.repeat(depth)}`);
  expect(tracedCalls.parse(tree)).toHaveLength(depth);
});

it('names what is wrong inside the tree', () => {
  const read = tracedCalls.safeParse({ type: 'CALL', calls: [{ type: 'CALL', value: '12' }] });
  expect(read.error?.issues).toMatchObject([{ path: ['value'] }]);
});
