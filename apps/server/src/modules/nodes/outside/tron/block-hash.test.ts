import { describe, expect, it } from 'vitest';
import { blockIdOf, transactionIdOf, transactionRootOf } from './block-hash.ts';
import { PUBLISHED_BLOCK, PUBLISHED_HEADERS } from './test/published-answers.ts';
import { oneBlock, type WrittenBlock } from './wire.ts';

function read(answer: unknown): WrittenBlock {
  const block = oneBlock.parse(answer);
  if (block === null) throw new Error('expected a block');
  return block;
}

describe('the hashes of Tron, against blocks that real nodes have published', () => {
  it.each(PUBLISHED_HEADERS)('give the id of block $raw_data.number from its header', ({ blockID, raw_data }) => {
    expect(blockIdOf(read({ blockID, block_header: { raw_data } }).block_header.raw_data)).toBe(blockID);
  });

  it('give id, root and transaction id of a whole block', () => {
    const { blockID, block_header, transactions } = read(PUBLISHED_BLOCK);
    expect(blockIdOf(block_header.raw_data)).toBe(blockID);
    expect(transactionRootOf(transactions)).toBe(block_header.raw_data.txTrieRoot);
    expect(transactions.map(transactionIdOf)).toEqual(transactions.map(({ txID }) => txID));
  });

  it('give another id where the header differs in one field', () => {
    const { block_header } = read(PUBLISHED_BLOCK);
    const later = { ...block_header.raw_data, timestamp: block_header.raw_data.timestamp + 1n };
    expect(blockIdOf(later)).not.toBe(PUBLISHED_BLOCK.blockID);
  });

  it.each([
    ['another outcome', { ret: [{ contractRet: 'REVERT' }] }],
    ['another signature', { signature: ['00'] }],
    ['a result with another amount', { ret: [{ contractRet: 'SUCCESS', withdraw_amount: 5n }] }],
    ['a result with the id of an order', { ret: [{ contractRet: 'SUCCESS', orderId: '00' }] }],
    ['another amount in the raw data', { raw_data_hex: `${PUBLISHED_BLOCK.transactions[0].raw_data_hex}01` }],
  ])('give another root for %s', (_what, change) => {
    const { transactions, block_header } = read(PUBLISHED_BLOCK);
    const changed = transactions.map((one) => ({ ...one, ...change }));
    expect(transactionRootOf(changed)).not.toBe(block_header.raw_data.txTrieRoot);
  });

  it('give no root where a result has a part that cannot be written', () => {
    const { transactions } = read(PUBLISHED_BLOCK);
    expect(transactionRootOf(transactions.map((one) => ({ ...one, ret: [{ orderDetails: [] }] })))).toBeNull();
  });

  it('give the root of zeros to a block without transactions', () => {
    expect(transactionRootOf([])).toBe('0'.repeat(64));
  });
});
