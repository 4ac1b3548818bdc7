import type { RawTransaction } from '@assay/exposure';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  blockBytes,
  coinbaseAt,
  committing,
  framed,
  hashOf,
  idOf,
  type MadeTransaction,
  NOTHING,
  TEST_TARGET,
  xored,
} from '../test/build-block.ts';
import { BLOCK_0, BLOCK_1, BLOCK_170 } from '../test/known-blocks.ts';
import { chainOf, HEIGHT, prepareBlockFolder, read, reward } from '../test/read-blocks.ts';
import { BlockError } from './block-reader.ts';
import { shown } from './hashes.ts';
import { parseBlock } from './parse-block.ts';
import { ownerOfScript } from './script-owner.ts';

prepareBlockFolder();

describe('blocks of Bitcoin itself', () => {
  it('are read with their known work, transactions and owners', async () => {
    const { transactions, problems } = await read({ 'blk00000.dat': framed([BLOCK_1, BLOCK_0]) }, undefined);
    expect(problems).toEqual([]);
    expect(transactions).toMatchObject([
      {
        transactionId: '0e3e2357e806b6cdb1f70b54c3a3a17b6714ee1f0e68bebb44a74b1efd512098',
        block: 1,
        transactionIndex: 0,
        time: 1_231_469_665,
        coinbase: true,
        inputs: [],
        outputs: [{ index: 0, owner: '12c6DSiU4Rq3P4ZxziKxzrL5LmMBrzjrJX', amount: 5_000_000_000n }],
      },
      // Its coins were never added to the set of unspent outputs.
      { transactionId: '4a5e1e4baab89f3a32518a88c31bc87f618f76673e2cc77ab2127b7afdeda33b', block: 0, outputs: [] },
    ]);
    const payment = parseBlock(BLOCK_170).transactions[1];
    expect(shown(payment?.id ?? Buffer.alloc(0))).toBe(
      'f4184fc596403b9d638783cf57adfe4c75c605f6356fbc91338530e9831e9e16',
    );
    expect(payment?.outputs.map(({ script }) => ownerOfScript(script))).toEqual([
      '1Q2TWHE3GMdB6BZKafqwxXtWAWgFt5Jvm3',
      '12cbQLTFMXRnSzktFkuoG3eHoMeFtpTu3S',
    ]);
  });

  it('from before blocks stated their height are refused without a chain of blocks from the first one', async () => {
    const { problems } = await read({ 'block-1.bin': BLOCK_1 }, undefined);
    expect(problems).toEqual([expect.stringContaining('its height is unknown')]);
  });

  it('may come as hexadecimal digits', async () => {
    const file = Buffer.from(`${BLOCK_0.toString('hex')}\n`);
    expect((await read({ 'block.hex': file }, undefined)).transactions).toHaveLength(1);
  });
});

describe('a block', () => {
  const [block = Buffer.alloc(0)] = chainOf(1);

  it('that is cut off at any byte is an error, never another block', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: block.length - 1 }), (length) => {
        expect(() => parseBlock(block.subarray(0, length), TEST_TARGET)).toThrow(BlockError);
      }),
    );
    expect(() => parseBlock(Buffer.concat([block, Buffer.of(0)]), TEST_TARGET)).toThrow('1 bytes follow');
  });

  it('of which any byte was changed is an error', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: block.length - 1 }), fc.integer({ min: 1, max: 255 }), (at, change) => {
        const changed = Buffer.from(block);
        changed[at] = (changed[at] ?? 0) ^ change;
        const isSpared = (): boolean => {
          // Another header may happen to have the little work that tests require.
          return at < 80 && !(at >= 36 && at < 68);
        };
        if (!isSpared()) expect(() => parseBlock(changed, TEST_TARGET)).toThrow(BlockError);
        expect(() => parseBlock(changed)).toThrow(BlockError);
      }),
    );
  });

  it('without enough proof of work is refused', () => {
    expect(() => parseBlock(block)).toThrow('less work than Bitcoin asks for');
    const lazy = Buffer.from(BLOCK_1);
    lazy.writeUInt32LE(1, 76);
    expect(() => parseBlock(lazy)).toThrow('does not carry the work');
  });

  it('is parsed into the transactions it was made of, for any content', () => {
    const bytes = (size: number) =>
      fc.uint8Array({ minLength: size, maxLength: size }).map((data) => Buffer.from(data));
    const some = fc.uint8Array({ maxLength: 300 }).map((data) => Buffer.from(data));
    const spending = fc.record({
      inputs: fc.array(fc.record({ id: bytes(32), index: fc.nat(1000) }), { minLength: 1, maxLength: 4 }),
      outputs: fc.array(fc.record({ amount: fc.bigInt(0n, 2_100_000_000_000_000n), script: some }), {
        minLength: 1,
        maxLength: 4,
      }),
      script: some,
      hasWitness: fc.boolean(),
    });
    fc.assert(
      fc.property(fc.array(spending, { maxLength: 6 }), (made) => {
        const others = made.map(
          ({ hasWitness, ...rest }): MadeTransaction =>
            hasWitness ? { ...rest, witness: rest.inputs.map(({ id }) => [id, Buffer.of(1)]) } : rest,
        );
        const all = [committing(coinbaseAt(HEIGHT, [reward]), others), ...others];
        const parsed = parseBlock(blockBytes(Buffer.alloc(32), all), TEST_TARGET);
        expect(parsed.transactions.map(({ id }) => id)).toEqual(all.map(idOf));
        expect(parsed.transactions.map(({ outputs }) => outputs)).toEqual(all.map(({ outputs }) => outputs));
        expect(parsed.transactions.map(({ inputs }) => inputs)).toEqual(
          all.map(({ inputs }) => inputs.map(({ id, index }) => ({ transaction: id, index }))),
        );
      }),
      { numRuns: 60 },
    );
  });

  it('must match its commitment to witnesses', () => {
    const spend: MadeTransaction = {
      inputs: [{ id: Buffer.alloc(32, 3), index: 0 }],
      outputs: [reward],
      witness: [[Buffer.of(1, 2, 3)]],
    };
    const coinbase = coinbaseAt(HEIGHT, [reward]);
    const other = { ...spend, witness: [[Buffer.of(9)]] };
    const blockOf = (first: MadeTransaction, second: MadeTransaction) => () =>
      parseBlock(blockBytes(Buffer.alloc(32), [first, second]), TEST_TARGET);
    expect(blockOf(committing(coinbase, [spend]), spend)).not.toThrow();
    expect(blockOf(committing(coinbase, [spend]), other)).toThrow('not those it commits to');
    expect(blockOf(coinbase, spend)).toThrow('does not commit to');
    const { witness: _witness, ...halved } = committing(coinbase, [spend]);
    expect(blockOf(halved, spend)).toThrow('lacks its other half');
  });

  it('that creates coins outside its coinbase, or has an ambiguous list of transactions, is refused', () => {
    const coinbase = coinbaseAt(HEIGHT, [reward]);
    const spend: MadeTransaction = { inputs: [{ id: Buffer.alloc(32, 3), index: 0 }], outputs: [reward] };
    const parse = (all: readonly MadeTransaction[]) => () => parseBlock(blockBytes(Buffer.alloc(32), all), TEST_TARGET);
    expect(parse([spend])).toThrow('new coins');
    expect(parse([coinbase, coinbase])).toThrow('twice');
    expect(parse([coinbase, { ...spend, inputs: [...spend.inputs, NOTHING] }])).toThrow('spends nothing');
    expect(parse([coinbase, spend, spend])).not.toThrow('first transaction');
    expect(parse([coinbase, spend, spend, spend])).toThrow('twice');
  });
});

describe('files of blocks', () => {
  it('give the same transactions in any order, with holes and reserved space, and obfuscated with a key', async () => {
    const blocks = chainOf(7);
    const expected = (await read({ 'blk00000.dat': framed(blocks) })).transactions;
    expect(expected.map(({ block }) => block)).toEqual(blocks.map((_block, at) => HEIGHT + at));
    const byHeight = (all: readonly RawTransaction[]) => all.toSorted((a, b) => a.block - b.block);
    const mixed = [5, 0, 3, 6].map((at) => blocks[at] ?? Buffer.alloc(0));
    const rest = [4, 2, 1].map((at) => blocks[at] ?? Buffer.alloc(0));
    const hole = Buffer.alloc(5000);
    const first = Buffer.concat([framed(mixed.slice(0, 2)), hole, framed(mixed.slice(2)), hole]);
    const key = Buffer.from('a1b2c3d4e5f60718', 'hex');
    for (const contents of [
      { 'blk00000.dat': first, 'blk00001.dat': framed(rest) },
      { 'xor.dat': key, 'blk00000.dat': xored(first, key), 'blk00001.dat': xored(framed(rest), key) },
    ]) {
      const { transactions, problems } = await read(contents);
      expect(problems).toEqual([]);
      expect(byHeight(transactions)).toEqual(expected);
    }
  });

  it('give the branch with more work, and report the blocks of the other', async () => {
    const trunk = chainOf(3);
    const tip = hashOf(trunk[2] ?? Buffer.alloc(80));
    const short = chainOf(1, tip, HEIGHT + 3, 50);
    const long = chainOf(2, tip, HEIGHT + 3, 80);
    const { transactions, problems } = await read({ 'blk00000.dat': framed([...short, ...trunk, ...long]) });
    expect(transactions.map(({ block }) => block)).toEqual([0, 1, 2, 3, 4].map((at) => HEIGHT + at));
    expect(problems).toEqual(['block not taken: it is not on the chain with the most work']);
  });

  it('that end within a block, or contain a broken one, give the others and report it', async () => {
    const blocks = chainOf(3);
    const broken = Buffer.from(blocks[1] ?? Buffer.alloc(0));
    broken[broken.length - 10] = (broken[broken.length - 10] ?? 0) ^ 1;
    const bytes = framed([blocks[0] ?? Buffer.alloc(0), broken, blocks[2] ?? Buffer.alloc(0)]);
    const { transactions, problems } = await read({ 'blk00000.dat': bytes.subarray(0, bytes.length - 5) });
    expect(transactions).toHaveLength(1);
    expect(problems).toEqual([
      expect.stringContaining('its transactions are not those of its header'),
      expect.stringContaining('cut short'),
    ]);
  });

  it('with a stated height other than the height in the chain are refused', async () => {
    const [first = Buffer.alloc(0)] = chainOf(1);
    const [second = Buffer.alloc(0)] = chainOf(1, hashOf(first), HEIGHT + 5);
    const { problems } = await read({ 'blk00000.dat': framed([first, second]) });
    expect(problems).toEqual([`block not taken: it states the height ${HEIGHT + 5} and is at ${HEIGHT + 1}`]);
  });
});
