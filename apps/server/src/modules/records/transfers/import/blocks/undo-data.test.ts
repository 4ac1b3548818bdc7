import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  blockBytes,
  coinbaseAt,
  count,
  framed,
  type MadeTransaction,
  shortAmount,
  uint64,
  varint,
  xored,
} from '../test/build-block.ts';
import { BLOCK_1 } from '../test/known-blocks.ts';
import { HEIGHT, keyHash, prepareBlockFolder, read, reward } from '../test/read-blocks.ts';
import { BlockReader } from './block-reader.ts';
import { sha256d } from './hashes.ts';
import { ownerOfScript } from './script-owner.ts';
import { fullAmount } from './undo-data.ts';

prepareBlockFolder();

describe('undo data', () => {
  const spends = [3, 4].map(
    (byte): MadeTransaction => ({
      inputs: [
        { id: Buffer.alloc(32, byte), index: 0 },
        { id: Buffer.alloc(32, byte), index: 1 },
      ],
      outputs: [{ amount: 5_000n, script: keyHash(byte) }],
    }),
  );
  const previous = Buffer.alloc(32, 9);
  const block = blockBytes(previous, [coinbaseAt(HEIGHT, [reward]), ...spends]);
  // A key of the known blocks, in two forms with different addresses.
  const key = BLOCK_1.subarray(BLOCK_1.length - 5 - 65, BLOCK_1.length - 5);
  const x = key.subarray(1, 33);
  const odd = (key.at(-1) ?? 0) & 1;
  const scripts = [
    [varint(0n), Buffer.alloc(20, 5)],
    [varint(1n), Buffer.alloc(20, 6)],
    [varint(BigInt(4 + odd)), x],
    [varint(6n + 34n), Buffer.concat([Buffer.of(0x51, 0x20), Buffer.alloc(32, 7)])],
  ] as const;
  const coin = (amount: bigint, at: number): Buffer =>
    Buffer.concat([varint(BigInt(HEIGHT - 1) * 2n), Buffer.of(0), varint(shortAmount(amount)), ...(scripts[at] ?? [])]);
  const undo = Buffer.concat([
    count(2),
    count(2),
    coin(4_000n, 0),
    coin(1_500n, 1),
    count(2),
    coin(1n, 2),
    coin(5_000n, 3),
  ]);
  const checksum = sha256d(Buffer.concat([previous, undo]));

  it('of Bitcoin Core gives every input its value and owner', async () => {
    const key8 = Buffer.from('0102030405060708', 'hex');
    const rev = framed([Buffer.concat([count(2), Buffer.alloc(50, 1)]), undo], [Buffer.alloc(32), checksum]);
    for (const contents of [
      { 'blk00003.dat': framed([block]), 'rev00003.dat': rev },
      { 'xor.dat': key8, 'blk00003.dat': xored(framed([block]), key8), 'rev00003.dat': xored(rev, key8) },
    ]) {
      const { transactions, problems } = await read(contents);
      expect(problems).toEqual([]);
      expect(transactions.slice(1).map(({ inputs }) => inputs.map(({ amount, owner }) => [amount, owner]))).toEqual([
        [
          [4_000n, ownerOfScript(keyHash(5))],
          [1_500n, expect.stringMatching(/^3/)],
        ],
        [
          [1n, '12c6DSiU4Rq3P4ZxziKxzrL5LmMBrzjrJX'],
          [5_000n, expect.stringMatching(/^bc1p/)],
        ],
      ]);
    }
  });

  it('in full, next to a single block, does the same', async () => {
    const plain = Buffer.concat(
      [4_000n, 1_500n, 1n, 5_000n].flatMap((amount) => [uint64(amount), count(25), keyHash(1)]),
    );
    const { transactions } = await read({ 'block.raw': block, 'block-undo.raw': plain });
    expect(transactions.flatMap(({ inputs }) => inputs.map(({ amount }) => amount))).toEqual([
      4_000n,
      1_500n,
      1n,
      5_000n,
    ]);
  });

  it('of another block, or no undo data, leaves values and owners empty, to be found in the records', async () => {
    const foreign = framed([undo], [Buffer.alloc(32, 1)]);
    for (const contents of [
      { 'blk00003.dat': framed([block]), 'rev00003.dat': foreign },
      { 'blk00003.dat': framed([block]) },
    ]) {
      const { transactions } = await read(contents);
      expect(transactions.flatMap(({ inputs }) => inputs.map(({ amount, owner }) => amount ?? owner))).toEqual([
        null,
        null,
        null,
        null,
      ]);
    }
  });

  it('that pays less than is spent is refused with its block', async () => {
    const poor = Buffer.concat([count(2), count(2), coin(1n, 0), coin(1n, 1), count(2), coin(1n, 2), coin(5_000n, 3)]);
    const rev = framed([poor], [sha256d(Buffer.concat([previous, poor]))]);
    const { problems } = await read({ 'blk00003.dat': framed([block]), 'rev00003.dat': rev });
    expect(problems).toEqual([expect.stringContaining('pays more than its undo data says it spends')]);
  });

  it('has short forms of amounts and numbers that are read back exactly', () => {
    fc.assert(
      fc.property(fc.bigInt(0n, 2_100_000_000_000_000n), (amount) => {
        expect(fullAmount(shortAmount(amount))).toBe(amount);
        expect(new BlockReader(varint(amount)).varint()).toBe(amount);
      }),
    );
  });
});
