import { startAnvil } from '@assay/testkit/chains';
import { beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { hashOfHeader, rootOfReceipts } from './block-proofs.ts';
import { type BlockReceipt, blockReceipt, type WholeBlock, wholeBlock } from './evm-blocks-wire.ts';

const ZERO = `0x${'0'.repeat(64)}`;
const EMPTY_ROOT = '0x56e81f171bcc55a6ff8345e692c0f86e5b48e01b996cadc001622fb5e363b421';

describe('the hash of a header', () => {
  it('is that of the first block of Ethereum', () => {
    const header = {
      parentHash: ZERO,
      sha3Uncles: '0x1dcc4de8dec75d7aab85b567b6ccd41ad312451b948a7413f0a142fd40d49347',
      miner: `0x${'0'.repeat(40)}`,
      stateRoot: '0xd7f8974fb5ac78d9ac099b9ad5018bedc2ce0a72dad1827a1709da30580f0544',
      transactionsRoot: EMPTY_ROOT,
      receiptsRoot: EMPTY_ROOT,
      logsBloom: `0x${'0'.repeat(512)}`,
      difficulty: '0x400000000',
      number: '0x0',
      gasLimit: '0x1388',
      gasUsed: '0x0',
      timestamp: '0x0',
      extraData: '0x11bbe8db4e347b4e8c937c1c8370e4b5ed33adb3db69cbdb7a38e1e50b1b82fa',
      mixHash: ZERO,
      nonce: '0x0000000000000042',
    };
    const hash = '0xd4e56740f876aef8c010b86a40d5f56745a118d0906a34e69aec8c0db1cb8fa3';
    expect(hashOfHeader(header)).toBe(hash);
    expect(hashOfHeader({ ...header, gasLimit: '0x1389' })).not.toBe(hash);
    expect(hashOfHeader({ ...header, nonce: null })).toBeNull();
  });
});

describe('a block of a real node with many transactions', () => {
  let block: WholeBlock;
  let receipts: readonly BlockReceipt[];

  beforeAll(async () => {
    const node = await startAnvil({ chainId: 1, genesisTime: 1_760_000_000 });
    const accounts = await node.rpc<readonly string[]>('eth_accounts');
    await node.rpc('evm_setAutomine', false);
    // More than 127 entries: keys of one and of two bytes.
    for (let sent = 0; sent < 140; sent += 1) {
      await node.rpc('eth_sendTransaction', { from: accounts[sent % 5], to: accounts[9], value: '0x1', gas: '0x5208' });
    }
    await node.rpc('evm_mine');
    block = wholeBlock.parse(await node.rpc('eth_getBlockByNumber', '0x1', true));
    receipts = z.array(blockReceipt).parse(await node.rpc('eth_getBlockReceipts', '0x1'));
    await node.close();
  });

  it('has the hash of its header and the root of its receipts', () => {
    expect(receipts).toHaveLength(140);
    expect(hashOfHeader(block.header)).toBe(block.hash);
    expect(rootOfReceipts(receipts)).toBe(block.header.receiptsRoot);
  });

  it('has another root when a receipt is changed or left out, and none for a kind that Ethereum does not have', () => {
    const [first, ...others] = receipts;
    if (first === undefined) throw new Error('There are no receipts');
    expect(rootOfReceipts(others)).not.toBe(block.header.receiptsRoot);
    expect(rootOfReceipts([{ ...first, status: '0x0' }, ...others])).not.toBe(block.header.receiptsRoot);
    expect(rootOfReceipts([{ ...first, type: '0x7e' }, ...others])).toBeNull();
    expect(rootOfReceipts([])).toBe(EMPTY_ROOT);
  });
});
