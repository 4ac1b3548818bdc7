import { expect, test } from 'vitest';
import { isPassing, NodeError, type NodeFault } from './follow.ports.ts';

const node = 'node.example:8545';

test.each<[NodeFault, string, boolean]>([
  [{ kind: 'unreachable', node, reason: 'ECONNREFUSED' }, 'cannot be reached: ECONNREFUSED', true],
  [{ kind: 'limited', node, retryAfterMs: null }, 'allows no more requests', true],
  [{ kind: 'missing', node, height: 7 }, 'does not have block 7', true],
  [{ kind: 'malformed', node, field: 'result.hash' }, 'incomplete answer: result.hash', true],
  [{ kind: 'contradiction', node, height: 7, what: 'its hash' }, 'contradicts itself about block 7: its hash', true],
  [{ kind: 'refused', node, reason: 'HTTP 401' }, 'Check the user, password or key in --rpc', false],
  [{ kind: 'pruned', node, height: 7, what: 'the receipts' }, 'has deleted the receipts of block 7', false],
  [{ kind: 'wrong-chain', node, expected: '1', found: '56' }, 'is a node of chain 56, expected 1', false],
  [{ kind: 'not-supported', node, what: 'receipts' }, 'does not provide receipts', false],
])('a fault says which node and what: %j', (fault, said, passes) => {
  const { message } = new NodeError(fault);
  expect(message).toContain(`${node} `);
  expect(message).toContain(said);
  expect(isPassing(fault)).toBe(passes);
});
