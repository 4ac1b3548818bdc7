import { ISSUER } from '@assay/exposure';
import { tronAddress } from '@assay/testkit/chains';
import { describe, expect, it } from 'vitest';
import { transfersOfBlock } from './block-transfers.ts';
import { encodeMessage } from './protobuf.ts';
import { PUBLISHED_BLOCK, PUBLISHED_INFOS } from './test/published-answers.ts';
import { oneBlock, transactionInfos, type WrittenBlock } from './wire.ts';

const [ONE, TWO, CALLED] = [
  '417e5f4552091a69125d5dfcb7b8c2659029395bdf',
  '41dcf2957055e8fcde477a077ecfeddf5ab2357547',
  '41a4de5410785ffffc7c210f126f7534d868c2ecc9',
].map(tronAddress);

const ASSETS = {
  hasCoin: true,
  tokens: new Map([['d53adb8bb7b45de60d0dc3d03ba0c187093b919d', 'USDT']]),
};

function blockOf(change: Partial<WrittenBlock['block_header']['raw_data']> = {}): WrittenBlock {
  const block = oneBlock.parse(PUBLISHED_BLOCK);
  if (block === null) throw new Error('expected a block');
  return { ...block, block_header: { raw_data: { ...block.block_header.raw_data, ...change } } };
}

describe('the records of a block of Tron', () => {
  it('are read from results that a real node has published', () => {
    const [withLog, withInner] = transactionInfos.parse(PUBLISHED_INFOS);
    const { transactions } = blockOf();
    const [one] = transactions;
    if (one === undefined || withLog === undefined || withInner === undefined) throw new Error('expected both');
    const block = { ...blockOf(), transactions: [withLog, withInner].map(({ id }) => ({ ...one, txID: id })) };
    const { transfers } = transfersOfBlock('node', block, [withLog, withInner], ASSETS);
    expect(
      transfers.map(({ ticker, transfer: { kind, from, to, amount } }) => [ticker, kind, from, to, amount]),
    ).toEqual([
      ['TRX', 'fee', TWO, 'fee', 2_965_000n],
      ['USDT', 'token', ONE, TWO, 1_000_000n],
      ['TRX', 'fee', TWO, 'fee', 676_100n],
      ['TRX', 'internal', CALLED, TWO, 1n],
    ]);
  });

  it('of the first block are from the issuer, without results and without a balance below zero', () => {
    const genesis = (amount: bigint) => {
      const value = encodeMessage([
        { number: 1, value: Buffer.from('0x000000000000000000000') },
        { number: 2, value: Buffer.from('41dcf2957055e8fcde477a077ecfeddf5ab2357547', 'hex') },
        { number: 3, value: amount },
      ]);
      const parameter = encodeMessage([{ number: 2, value }]);
      const contract = encodeMessage([
        { number: 1, value: 1n },
        { number: 2, value: parameter },
      ]);
      return { txID: 'ab'.repeat(32), raw_data_hex: encodeMessage([{ number: 11, value: contract }]).toString('hex') };
    };
    const transactions = [genesis(99_000_000_000_000_000n), genesis(-(2n ** 63n))].map((one) => ({
      ...one,
      signature: [],
      ret: [],
    }));
    const { transfers } = transfersOfBlock('node', { ...blockOf({ number: 0 }), transactions }, [], ASSETS);
    expect(transfers).toHaveLength(1);
    expect(transfers[0]?.transfer).toMatchObject({ from: ISSUER, amount: 99_000_000_000_000_000n, kind: 'native' });
  });
});
