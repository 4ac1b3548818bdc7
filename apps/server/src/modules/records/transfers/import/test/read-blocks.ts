import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { RawTransaction } from '@assay/exposure';
import { afterAll, beforeAll } from 'vitest';
import { MAIN_CHAIN } from '../blocks/bitcoin-chain.ts';
import { blockRows, indexBlocks } from '../blocks/block-rows.ts';
import type { Row } from '../formats/row.ts';
import { blockBytes, coinbaseAt, hashOf, TEST_TARGET } from './build-block.ts';

export let dir: string;

/** Gives the file of tests that calls it a folder of its own. */
export function prepareBlockFolder(): void {
  beforeAll(async () => {
    dir = await mkdtemp(path.join(tmpdir(), 'assay-blocks-'));
  });
  afterAll(() => rm(dir, { recursive: true, force: true }));
}

const READ_WITHIN_MS = 120_000;
export const keyHash = (byte: number): Buffer =>
  Buffer.concat([Buffer.from('76a914', 'hex'), Buffer.alloc(20, byte), Buffer.from('88ac', 'hex')]);

/** Reads files written under these names into a folder of their own. */
export async function read(contents: Readonly<Record<string, Buffer>>, easiestTarget = TEST_TARGET) {
  const place = await mkdtemp(path.join(dir, 'x-'));
  for (const [name, bytes] of Object.entries(contents)) await writeFile(path.join(place, name), bytes);
  const files = Object.keys(contents)
    .filter((name) => name !== 'xor.dat')
    .map((name) => ({ location: path.join(place, name), name, sha256: name }));
  const signal = AbortSignal.timeout(READ_WITHIN_MS);
  const chain = { ...MAIN_CHAIN, easiestTarget };
  const index = await indexBlocks(files, signal, chain);
  const rows: Row[] = [];
  for (const file of files) for await (const batch of blockRows(file, index, signal, chain)) rows.push(...batch);
  const transactions = rows.flatMap(({ items = [] }) =>
    items.flatMap((item): RawTransaction[] => (item.what === 'coins' ? [item.transaction] : [])),
  );
  return { rows, transactions, problems: rows.flatMap(({ problem }) => problem ?? []) };
}

export const HEIGHT = 400_000;
export const reward = { amount: 1_250_000_000n, script: keyHash(1) };

/** A chain of blocks, each with a coinbase. */
export function chainOf(length: number, from: Buffer = Buffer.alloc(32, 9), first = HEIGHT, mark = 0): Buffer[] {
  const blocks: Buffer[] = [];
  let previous: Buffer = from;
  for (let at = 0; at < length; at += 1) {
    const block = blockBytes(previous, [coinbaseAt(first + at, [{ ...reward, script: keyHash(mark + at) }])]);
    blocks.push(block);
    previous = hashOf(block);
  }
  return blocks;
}
