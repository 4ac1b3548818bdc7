import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { validateAddress } from '@assay/address';
import type { RawTransaction } from '@assay/exposure';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Row } from '../row.ts';
import {
  blockBytes,
  coinbaseAt,
  committing,
  count,
  framed,
  hashOf,
  idOf,
  type MadeTransaction,
  NOTHING,
  shortAmount,
  TEST_TARGET,
  uint64,
  varint,
  xored,
} from '../test/build-block.ts';
import { BLOCK_0, BLOCK_1, BLOCK_170 } from '../test/known-blocks.ts';
import { BlockError, BlockReader } from './block-reader.ts';
import { blockRows, indexBlocks } from './block-rows.ts';
import { sha256d, shown } from './hashes.ts';
import { parseBlock } from './parse-block.ts';
import { ownerOfScript } from './script-owner.ts';
import { fullAmount } from './undo-data.ts';

let dir: string;
beforeAll(async () => {
  dir = await mkdtemp(path.join(tmpdir(), 'assay-blocks-'));
});
afterAll(() => rm(dir, { recursive: true, force: true }));

const signal = AbortSignal.timeout(120_000);
const keyHash = (byte: number): Buffer =>
  Buffer.concat([Buffer.from('76a914', 'hex'), Buffer.alloc(20, byte), Buffer.from('88ac', 'hex')]);

/** Reads files written under these names into a folder of their own. */
async function read(contents: Readonly<Record<string, Buffer>>, easiestTarget: bigint | undefined = TEST_TARGET) {
  const place = await mkdtemp(path.join(dir, 'x-'));
  for (const [name, bytes] of Object.entries(contents)) await writeFile(path.join(place, name), bytes);
  const files = Object.keys(contents)
    .filter((name) => name !== 'xor.dat')
    .map((name) => ({ location: path.join(place, name), name, sha256: name }));
  const chain = await indexBlocks(files, signal, easiestTarget);
  const rows: Row[] = [];
  for (const file of files)
    for await (const batch of blockRows(file, chain, signal, easiestTarget)) rows.push(...batch);
  const transactions = rows.flatMap(({ items = [] }) =>
    items.flatMap((item): RawTransaction[] => (item.what === 'coins' ? [item.transaction] : [])),
  );
  return { rows, transactions, problems: rows.flatMap(({ problem }) => problem ?? []) };
}

const HEIGHT = 400_000;
const reward = { amount: 1_250_000_000n, script: keyHash(1) };

/** Blocks one upon the other, each with a coinbase and what is asked for. */
function chainOf(length: number, from: Buffer = Buffer.alloc(32, 9), first = HEIGHT, mark = 0): Buffer[] {
  const blocks: Buffer[] = [];
  let previous: Buffer = from;
  for (let at = 0; at < length; at += 1) {
    const block = blockBytes(previous, [coinbaseAt(first + at, [{ ...reward, script: keyHash(mark + at) }])]);
    blocks.push(block);
    previous = hashOf(block);
  }
  return blocks;
}

describe('blocks of Bitcoin itself', () => {
  it('are read with the work, transactions and owners everybody knows', async () => {
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
      // Its coins were never added to those there are.
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

  it('from before blocks stated their height are refused where nothing leads to the first one', async () => {
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

  it('that is cut anywhere is an error, never another block', () => {
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
          // Another header may happen to carry the little work that is asked for in tests.
          return at < 80 && !(at >= 36 && at < 68);
        };
        if (!isSpared()) expect(() => parseBlock(changed, TEST_TARGET)).toThrow(BlockError);
        expect(() => parseBlock(changed)).toThrow(BlockError);
      }),
    );
  });

  it('that nobody worked for is refused', () => {
    expect(() => parseBlock(block)).toThrow('less work than Bitcoin asks for');
    const lazy = Buffer.from(BLOCK_1);
    lazy.writeUInt32LE(1, 76);
    expect(() => parseBlock(lazy)).toThrow('does not carry the work');
  });

  it('comes back as it was made, whatever it holds', () => {
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

  it('is held to its commitment to witnesses', () => {
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

  it('whose transactions make coins elsewhere, or pass twice for one list, is refused', () => {
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
  it('come to the same in any order, with holes and room set aside, and under a pattern', async () => {
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

  it('give the branch with more work, and name the blocks of the other', async () => {
    const trunk = chainOf(3);
    const tip = hashOf(trunk[2] ?? Buffer.alloc(80));
    const short = chainOf(1, tip, HEIGHT + 3, 50);
    const long = chainOf(2, tip, HEIGHT + 3, 80);
    const { transactions, problems } = await read({ 'blk00000.dat': framed([...short, ...trunk, ...long]) });
    expect(transactions.map(({ block }) => block)).toEqual([0, 1, 2, 3, 4].map((at) => HEIGHT + at));
    expect(problems).toEqual(['block not taken: it is not on the chain with the most work']);
  });

  it('that end within a block, or hold a broken one, give the others and name it', async () => {
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

  it('that state another height than they stand at are refused', async () => {
    const [first = Buffer.alloc(0)] = chainOf(1);
    const [second = Buffer.alloc(0)] = chainOf(1, hashOf(first), HEIGHT + 5);
    const { problems } = await read({ 'blk00000.dat': framed([first, second]) });
    expect(problems).toEqual([`block not taken: it states the height ${HEIGHT + 5} and stands at ${HEIGHT + 1}`]);
  });
});

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
  // A key of the known blocks: its two forms are the same key's, and their addresses differ.
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

  it('in full beside a single block does the same', async () => {
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

  it('of another block, or none, leaves values to be found in the records', async () => {
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

  it('writes amounts and numbers in short forms that come back', () => {
    fc.assert(
      fc.property(fc.bigInt(0n, 2_100_000_000_000_000n), (amount) => {
        expect(fullAmount(shortAmount(amount))).toBe(amount);
        expect(new BlockReader(varint(amount)).varint()).toBe(amount);
      }),
    );
  });
});

describe('owners of scripts', () => {
  it('are addresses of Bitcoin, one for each kind of script', () => {
    const program = (head: string, size: number): Buffer =>
      Buffer.concat([Buffer.from(head, 'hex'), Buffer.alloc(size, 1)]);
    const kinds = {
      p2wpkh: program('0014', 20),
      p2wsh: program('0020', 32),
      p2tr: program('5120', 32),
      p2pkh: keyHash(1),
      p2sh: Buffer.concat([program('a914', 20), Buffer.of(0x87)]),
    };
    for (const [kind, script] of Object.entries(kinds)) {
      const verdict = validateAddress(ownerOfScript(script) ?? '', 'BTC');
      expect(verdict, kind).toMatchObject({ ok: true, kind });
    }
    expect(ownerOfScript(Buffer.from('0014751e76e8199196d454941c45d1b3a323f1433bd6', 'hex'))).toBe(
      'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4',
    );
  });

  it('are nobody for data, several keys and anything else', () => {
    for (const hex of ['', '6a0401020304', '51', '51024e73', `5121${'02'.repeat(33)}51ae`, `21${'05'.repeat(33)}ac`]) {
      expect(ownerOfScript(Buffer.from(hex, 'hex'))).toBeNull();
    }
  });
});
