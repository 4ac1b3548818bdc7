import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { blockBytes, coinbaseAt, count, framed, hashOf, TEST_TARGET, xored } from '../test/build-block.ts';
import { chainOf, dir, HEIGHT, keyHash, prepareBlockFolder, reward } from '../test/read-blocks.ts';
import { MAIN_CHAIN } from './bitcoin-chain.ts';
import { BlockFolder } from './block-folder.ts';
import { sha256d, shown } from './hashes.ts';

prepareBlockFolder();

const chain = { ...MAIN_CHAIN, easiestTarget: TEST_TARGET };
const signal = new AbortController().signal;
const hashShown = (block: Buffer): string => shown(hashOf(block));

async function opened(contents: Readonly<Record<string, Buffer>>, withSpent = true): Promise<BlockFolder> {
  const place = await mkdtemp(path.join(dir, 'folder-'));
  for (const [name, bytes] of Object.entries(contents)) await writeFile(path.join(place, name), bytes);
  return BlockFolder.open(place, { chain, withSpent }, signal);
}

describe('a folder of blocks', () => {
  it('gives each block by its hash, whatever the order and the number of its files', async () => {
    const blocks = chainOf(24);
    const key = Buffer.from('a1b2c3d4e5f60718', 'hex');
    const parts = Array.from({ length: 12 }, (_, file) => blocks.filter((_block, at) => at % 12 === file).reverse());
    // More files than are open at a time, each with room that was set aside after its blocks.
    const files = parts.map((part, at): [string, Buffer] => [
      `blk${String(at).padStart(5, '0')}.dat`,
      xored(Buffer.concat([framed(part), Buffer.alloc(5_000)]), key),
    ]);
    const folder = await opened({ 'xor.dat': key, ...Object.fromEntries(files) });
    const heights = [...blocks.keys()];
    const read = await Promise.all(
      heights.map((at) => folder.read(hashShown(blocks[at] ?? Buffer.alloc(0)), HEIGHT + at)),
    );
    expect(read.map((block) => [block?.height, block?.hash, block?.transactions.length])).toEqual(
      blocks.map((block, at) => [HEIGHT + at, hashShown(block), 1]),
    );
    expect(await folder.read('ab'.repeat(32), 1)).toBeNull();
    await folder.close();
  });

  it('gives what is spent from the undo data, as often as a block is asked for', async () => {
    const previous = Buffer.alloc(32, 9);
    const spend = { inputs: [{ id: Buffer.alloc(32, 3), index: 0 }], outputs: [{ amount: 1n, script: keyHash(3) }] };
    const block = blockBytes(previous, [coinbaseAt(HEIGHT, [reward]), spend]);
    // Height and kind 0, one satoshi, a key hash.
    const undo = Buffer.concat([count(1), count(1), Buffer.of(0), Buffer.of(1), Buffer.of(0), Buffer.alloc(20, 5)]);
    const rev = framed([undo], [sha256d(Buffer.concat([previous, undo]))]);
    const contents = { 'blk00000.dat': framed([block]), 'rev00000.dat': rev };
    const folder = await opened(contents);
    const without = await opened(contents, false);
    const spent = [{}, { inputs: [{ amount: 1n, owner: expect.stringMatching(/^1/) }] }];
    for (let time = 0; time < 2; time += 1) {
      expect(await folder.read(hashShown(block), HEIGHT)).toMatchObject({ transactions: spent });
    }
    expect(await without.read(hashShown(block), HEIGHT)).toMatchObject({
      transactions: [{}, { inputs: [{ amount: null, owner: null }] }],
    });
    await folder.close();
    await without.close();
  });

  it('leaves out what is damaged, cut, or was deleted since', async () => {
    const [whole, damaged, cut] = chainOf(3) as [Buffer, Buffer, Buffer];
    const wrong = Buffer.from(damaged);
    wrong[wrong.length - 1] = 7;
    const bytes = framed([whole, wrong, cut]);
    const place = await mkdtemp(path.join(dir, 'folder-'));
    await writeFile(path.join(place, 'blk00000.dat'), bytes.subarray(0, bytes.length - 5));
    await writeFile(path.join(place, 'blk00001.dat'), framed([cut]).subarray(0, 40));
    const folder = await BlockFolder.open(place, { chain, withSpent: true }, signal);
    expect(await folder.read(hashShown(whole), HEIGHT)).not.toBeNull();
    expect(await folder.read(hashShown(damaged), HEIGHT + 1)).toBeNull();
    expect(await folder.read(hashShown(cut), HEIGHT + 2)).toBeNull();
    await folder.close();
    const again = await BlockFolder.open(place, { chain, withSpent: true }, signal);
    await rm(path.join(place, 'blk00000.dat'));
    expect(await again.read(hashShown(whole), HEIGHT)).toBeNull();
    await again.close();
  });

  it('that is no folder of blocks, or of another chain, is refused with what to name', async () => {
    await expect(opened({ 'other.dat': Buffer.alloc(9) })).rejects.toThrow('name the folder "blocks" of the node');
    await expect(opened({ 'blk00000.dat': framed(chainOf(1), [], 0xfabfb5da) })).rejects.toThrow(
      'no blocks of this chain',
    );
    await expect(BlockFolder.open(path.join(dir, 'nowhere'), { chain, withSpent: true }, signal)).rejects.toThrow(
      'Cannot read',
    );
  });
});
