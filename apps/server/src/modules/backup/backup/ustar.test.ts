import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { endOfTar, headerOf, paddingOf, readTar, TarError } from './ustar.ts';

const dir = mkdtempSync(path.join(tmpdir(), 'assay-ustar-'));
afterAll(() => rmSync(dir, { recursive: true }));

const FILES: readonly (readonly [string, Buffer])[] = [
  ['first.json', Buffer.from('{}\n')],
  ['tables/empty/000001', Buffer.alloc(0)],
  ['tables/block/000001', Buffer.alloc(512, 1)],
  [`keys/${'n'.repeat(95)}`, Buffer.alloc(70_001, 'é')],
];

function tarOf(files: readonly (readonly [string, Buffer])[]): Buffer {
  const parts = files.flatMap(([name, bytes]) => [headerOf(name, bytes.length), bytes, paddingOf(bytes.length)]);
  return Buffer.concat([...parts, endOfTar()]);
}

async function* inPieces(bytes: Buffer, length: number): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += length) yield bytes.subarray(at, at + length);
}

async function entriesOf(source: AsyncIterable<Uint8Array>): Promise<(readonly [string, Buffer])[]> {
  const entries: (readonly [string, Buffer])[] = [];
  for await (const { name, size, bytes } of readTar(source)) {
    const chunks: Buffer[] = [];
    for await (const chunk of bytes) chunks.push(chunk);
    const content = Buffer.concat(chunks);
    expect(content).toHaveLength(size);
    entries.push([name, content]);
  }
  return entries;
}

describe('a tar file', () => {
  it('is what tar itself lists and unpacks', () => {
    const file = path.join(dir, 'ours.tar');
    writeFileSync(file, tarOf(FILES));
    const listed = execFileSync('tar', ['-tf', file], { encoding: 'utf8' });
    expect(listed.trim().split('\n')).toEqual(FILES.map(([name]) => name));
    execFileSync('tar', ['-xf', file, '-C', dir]);
    for (const [name, bytes] of FILES) expect(readFileSync(path.join(dir, name)).equals(bytes)).toBe(true);
  });

  it.each([1, 511, 512, 10_000, 1_000_000])('is read in pieces of %i bytes', async (length) => {
    const entries = await entriesOf(inPieces(tarOf(FILES), length));
    expect(entries.map(([name]) => name)).toEqual(FILES.map(([name]) => name));
    for (const [index, [, bytes]] of entries.entries())
      expect(bytes.equals(FILES[index]?.[1] ?? expect.fail('an entry that was not written'))).toBe(true);
  });

  it('is distinguished from one that is cut short or changed, and from anything else', async () => {
    const whole = tarOf(FILES);
    for (const end of [100, 512, 600, whole.length - 1_024, whole.length - 70_000]) {
      await expect(entriesOf(inPieces(whole.subarray(0, end), 4_096))).rejects.toThrow(TarError);
    }
    const changed = Buffer.from(whole);
    changed[3] = 0x58;
    await expect(entriesOf(inPieces(changed, 4_096))).rejects.toThrow('no backup, or it is damaged');
    await expect(entriesOf(inPieces(Buffer.alloc(2_000, 'text'), 500))).rejects.toThrow(TarError);
  });

  it('takes no name that is too long', () => {
    expect(() => headerOf('n'.repeat(101), 1)).toThrow(RangeError);
    expect(() => headerOf('', 1)).toThrow(RangeError);
  });
});
