import type { RawTransfer } from '@assay/exposure';
import { describe, expect, it } from 'vitest';
import type { FollowedBlock } from '../follow.ports.ts';
import { checkBlocks } from './check-blocks.ts';

const HASH = 'a'.repeat(64);
const TIME = 1_700_000_000;
const LATER = Math.floor(Date.now() / 1000) + 3 * 60 * 60;

const transferOf = (amount: bigint): RawTransfer => ({
  ...{ transactionId: HASH, kind: 'token', index: 0, ordinal: 0, block: 7, transactionIndex: 0, time: TIME },
  ...{ from: `0x${'1'.repeat(40)}`, to: `0x${'2'.repeat(40)}`, amount },
});
const blockOf = (time: number, amount = 1n): FollowedBlock => ({
  ...{ height: 7, hash: HASH, parentHash: 'b'.repeat(64), time, ledger: 'account', contracts: [] },
  transfers: [{ ticker: 'USDT', transfer: transferOf(amount) }],
});
const check = (block: FollowedBlock) => checkBlocks([block], { network: 'ETH', node: 'a node', from: 7, to: 7 });

describe('blocks of a followed node', () => {
  it('are taken with what there can be', () => {
    expect(check(blockOf(TIME, 10n ** 17n))).toHaveLength(1);
  });

  it('are refused with the reason where they are of tomorrow', () => {
    expect(() => check(blockOf(LATER))).toThrow(/the time .* is more than 2 hours ahead of now/);
  });

  it('are refused with the reason where they move more of an asset than there can be', () => {
    expect(() => check(blockOf(TIME, 2n ** 256n))).toThrow(/the amount has 78 digits: more than 10\^18 USDT/);
  });

  it('of coins are refused for the same', () => {
    const outputs = [{ index: 0, owner: null, amount: 2n ** 64n * 10n ** 8n }];
    const transaction = {
      transactionId: HASH,
      block: 7,
      transactionIndex: 0,
      time: TIME,
      coinbase: true,
      inputs: [],
      outputs,
    };
    const block = { ...{ height: 7, hash: HASH, parentHash: 'b'.repeat(64), time: TIME }, ledger: 'utxo' as const };
    const blocks: FollowedBlock[] = [{ ...block, transactions: [transaction] }];
    expect(() => checkBlocks(blocks, { network: 'BTC', node: 'a node', from: 7, to: 7 })).toThrow(
      /more than 10\^18 BTC/,
    );
  });
});
