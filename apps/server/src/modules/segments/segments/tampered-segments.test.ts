import { createHash } from 'node:crypto';
import { cp, mkdtemp, readFile, rename, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { accountGraph } from '@assay/testkit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { emptyManifest, type Manifest, ManifestError, manifestPath, readManifest } from './files/manifest.ts';
import { SegmentFileError } from './files/read-parquet.ts';
import { appendSegment, type SegmentTransfer } from './files/segment-writer.ts';
import { exposeSegments } from './pass/expose-segments.ts';
import { segmentsOf, storeOf } from './test/graph-segments.ts';
import { prepareWalks } from './walk/prepare-walks.ts';
import { WorkFolderError } from './work-folder.ts';

const LEDGER = { network: 'ETH', asset: 'USDT' } as const;
const signal = new AbortController().signal;
let dir: string;
let written: string;
beforeAll(async () => {
  dir = await mkdtemp(path.join(tmpdir(), 'tampered-segments-'));
  written = path.join(dir, 'written');
  await segmentsOf(storeOf(accountGraph({ seed: 8, accounts: 30, transfers: 400 })), written, 100, 1);
});
afterAll(() => rm(dir, { recursive: true }));

let copies = 0;
async function copied(): Promise<{ readonly folder: string; readonly manifest: Manifest }> {
  copies += 1;
  const folder = path.join(dir, `copy-${copies}`);
  await cp(written, folder, { recursive: true });
  return { folder, manifest: await manifestOf(folder) };
}

async function manifestOf(folder: string): Promise<Manifest> {
  const manifest = await readManifest(folder, LEDGER);
  if (manifest === null) throw new Error('no manifest');
  return manifest;
}

const named = (manifest: Manifest, index: number) => {
  const segment = manifest.segments[index];
  if (segment === undefined) throw new Error('too few segments');
  return segment;
};

/** Both readers of whole sets of segments; each has to refuse. `work` is where both keep working files. */
async function readings(folder: string, work?: string): Promise<readonly (() => Promise<unknown>)[]> {
  const manifest = await manifestOf(folder);
  const labelsOf = async (_network: string, addresses: readonly string[]) => addresses.map(() => []);
  const both = { folder, manifest, signal, onProgress: () => undefined };
  const parts = { partitions: 2, bufferBytes: 1e5 };
  const pass = () =>
    exposeSegments(
      {
        ...{ ...both, workDir: work ?? path.join(folder, 'pass'), out: path.join(folder, 'out.csv'), basis: 'test' },
        plan: { windowAccounts: 20, windowRecords: 60, ...parts },
      },
      { labelsOf },
    );
  const walks = () =>
    prepareWalks(
      {
        ...both,
        dir: work ?? path.join(folder, 'walks'),
        hasTransactions: false,
        plan: { windowRecords: 50, pageBytes: 0, parts },
      },
      {
        labelsOf,
        incomplete: async function* () {
          yield [];
        },
      },
    );
  return [pass, walks];
}

async function refused(folder: string, sentence: string): Promise<void> {
  for (const reading of await readings(folder)) {
    const error: unknown = await reading().then(
      () => null,
      (reason: unknown) => reason,
    );
    expect(error).toBeInstanceOf(SegmentFileError);
    expect(String(error)).toContain(sentence);
  }
}

async function rewriteManifest(folder: string, change: (manifest: Manifest) => unknown): Promise<void> {
  const file = manifestPath(folder, LEDGER);
  await writeFile(file, JSON.stringify(change(JSON.parse(await readFile(file, 'utf8')))));
}

const transfer = (position: number, more: Partial<SegmentTransfer> = {}): SegmentTransfer => ({
  ...{ position, time: position, block: 1, transactionIndex: 0, kind: 3, recordIndex: 0, ordinal: 0, from: 1, to: 2 },
  ...{ amount: '5', inflowShare: 1, covered: 0, outflowShare: 1, transactionId: 'tx', ...more },
});

/** A set of one segment whose digests are right, whatever it says. */
async function forged(transfers: readonly SegmentTransfer[], accounts: readonly number[]): Promise<string> {
  copies += 1;
  const folder = path.join(dir, `forged-${copies}`);
  const only = async function* <Row>(rows: readonly Row[]) {
    yield rows;
  };
  await appendSegment(folder, emptyManifest('00000000-0000-4000-8000-000000000000', LEDGER, 6), {
    transfers: only(transfers),
    accounts: () =>
      only(
        accounts.map((account) => {
          return { account, address: `wallet-${account}`, role: 'account', opening: '0', openingUnread: false };
        }),
      ),
  });
  return folder;
}

describe('segments that are not what was written', { timeout: 60_000 }, () => {
  it('are read where nothing was changed', async () => {
    const { folder } = await copied();
    for (const reading of await readings(folder)) await expect(reading()).resolves.toBeDefined();
  });

  it('are refused with a file missing, shortened, changed, or in the place of another', async () => {
    const missing = await copied();
    await rm(path.join(missing.folder, named(missing.manifest, 1).accounts.path));
    await refused(missing.folder, `${named(missing.manifest, 1).accounts.path} is missing`);

    const shortened = await copied();
    await truncate(path.join(shortened.folder, named(shortened.manifest, 2).transfers.path), 900);
    await refused(shortened.folder, `${named(shortened.manifest, 2).transfers.path} is of another size`);

    const changed = await copied();
    const target = path.join(changed.folder, named(changed.manifest, 0).transfers.path);
    const bytes = await readFile(target);
    bytes[200] = (bytes[200] ?? 0) ^ 1;
    await writeFile(target, bytes);
    await refused(changed.folder, 'is of other content');

    const swapped = await copied();
    const [one, other] = [0, 1].map((index) =>
      path.join(swapped.folder, named(swapped.manifest, index).transfers.path),
    );
    await rename(one ?? '', `${one}.aside`);
    await rename(other ?? '', one ?? '');
    await rename(`${one}.aside`, other ?? '');
    await refused(swapped.folder, 'and 1 more files are not what was written');
  });

  it('are refused where a digest was forged too and the file has other rows', async () => {
    const { folder, manifest } = await copied();
    const [first, second] = [named(manifest, 0).transfers, named(manifest, 3).transfers];
    await cp(path.join(folder, second.path), path.join(folder, first.path));
    const bytes = await readFile(path.join(folder, first.path));
    await rewriteManifest(folder, (was) => {
      const file = { ...named(was, 0).transfers, bytes: bytes.length };
      file.sha256 = createHash('sha256').update(bytes).digest('hex');
      return { ...was, segments: was.segments.map((one, index) => (index === 0 ? { ...one, transfers: file } : one)) };
    });
    expect(second.rows).not.toBe(first.rows);
    await refused(folder, `has ${second.rows} rows, by its manifest ${first.rows}`);
  });

  it.each([
    ['ratios that no record has', [transfer(1, { covered: 2 })], [1, 2], 'with the ratios 1, 2, 1'],
    ['a ratio that is no number', [transfer(1, { inflowShare: Number.NaN })], [1, 2], 'with the ratios NaN, 0, 1'],
    [
      'an amount of more than 256 bits',
      [transfer(1, { amount: String(2n ** 256n + 5n) })],
      [1, 2],
      `moves ${2n ** 256n + 5n} units`,
    ],
    ['an amount of nothing', [transfer(1, { amount: '0' })], [1, 2], 'moves 0 units'],
    ['an account without a name', [transfer(1), transfer(2, { to: 7 })], [1, 2], 'names account 7'],
    ['an account named twice', [transfer(1)], [1, 2, 2], 'Account 2 is in the files of accounts more than once'],
  ])('are refused with %s, however right their digests are', async (_name, transfers, accounts, sentence) => {
    await refused(await forged(transfers, accounts), sentence);
  });
});

describe('a folder for working files', () => {
  it('is refused where it holds others, which stay', async () => {
    const { folder } = await copied();
    for (const reading of await readings(folder, path.join(folder, 'transfers'))) {
      await expect(reading()).rejects.toThrow(WorkFolderError);
    }
    for (const reading of await readings(folder)) await expect(reading()).resolves.toBeDefined();
  });
});

describe('what an earlier call left in its working files', () => {
  it('is not taken for the records of a walk', async () => {
    const { folder } = await copied();
    const [, walks] = await readings(folder);
    const file = path.join(folder, 'walks', 'records.rows');
    await walks?.();
    const made = await readFile(file);
    await writeFile(file, Buffer.alloc(made.length));
    await walks?.();
    expect(await readFile(file)).toEqual(made);
  });

  it('is not resumed by a pass over other files of the same set', async () => {
    const genuine = await forged([transfer(1), transfer(2)], [1, 2, 3]);
    const other = await forged([transfer(1, { from: 3 }), transfer(2)], [1, 2, 3]);
    const [pass] = await readings(genuine);
    await pass?.();
    const shares = await readFile(path.join(genuine, 'out.csv'), 'utf8');

    const workDir = path.join(genuine, 'pass');
    const stop = new AbortController();
    const labelsOf = async (_network: string, addresses: readonly string[]) => addresses.map(() => []);
    const interrupted = exposeSegments(
      {
        ...{
          folder: other,
          manifest: await manifestOf(other),
          workDir,
          out: path.join(other, 'out.csv'),
          basis: 'test',
        },
        plan: { windowAccounts: 20, windowRecords: 60, partitions: 2, bufferBytes: 1e5 },
        signal: stop.signal,
        onProgress: (text) => {
          if (text.startsWith('incoming')) stop.abort();
        },
      },
      { labelsOf },
    );
    await expect(interrupted).rejects.toThrow('aborted');
    await pass?.();
    expect(await readFile(path.join(genuine, 'out.csv'), 'utf8')).toBe(shares);
  });
});

describe('a manifest that is not what was written', () => {
  it.each([
    ['a path outside its folder', (path: string) => `../../${path}`, 'is no manifest of version 1'],
    ['an absolute path', () => '/etc/passwd', 'is no manifest of version 1'],
    ['a path with a folder above in it', () => 'transfers/network=ETH/asset=../00000001.parquet', 'and not transfers/'],
    [
      'a file of another asset',
      (path: string) => path.replace('USDT', 'USDC'),
      'and not transfers/network=ETH/asset=USDT',
    ],
    ['the file of another segment', (path: string) => path.replace('1.parquet', '2.parquet'), 'of segment 1 are'],
  ])('is refused with %s', async (_name, change, sentence) => {
    const { folder } = await copied();
    await rewriteManifest(folder, (was) => {
      const first = named(was, 0);
      const transfers = { ...first.transfers, path: change(first.transfers.path) };
      return { ...was, segments: [{ ...first, transfers }, ...was.segments.slice(1)] };
    });
    const reading = readManifest(folder, LEDGER);
    await expect(reading).rejects.toThrow(ManifestError);
    await expect(reading).rejects.toThrow(sentence);
  });

  it.each([
    ['a segment left out', (was: Manifest) => was.segments.toSpliced(1, 1), 'segment 3 has the place of segment 2'],
    ['a segment twice', (was: Manifest) => [...was.segments, named(was, 0)], 'segment 1 has the place of segment'],
    ['the last segment cut off', (was: Manifest) => was.segments.slice(0, -1), 'lastPosition is'],
    [
      'segments whose positions overlap',
      (was: Manifest) => was.segments.map((one, index) => (index === 1 ? { ...one, firstPosition: 0 } : one)),
      'segment 2 does not come after the one before it',
    ],
  ])('is refused with %s', async (_name, change, sentence) => {
    const { folder } = await copied();
    await rewriteManifest(folder, (was) => ({ ...was, segments: change(was) }));
    await expect(readManifest(folder, LEDGER)).rejects.toThrow(sentence);
  });

  it('is refused cut off in the middle, and with counts that its segments do not have', async () => {
    const { folder } = await copied();
    await rewriteManifest(folder, (was) => ({ ...was, records: was.records + 1 }));
    await expect(readManifest(folder, LEDGER)).rejects.toThrow('records is');
    const file = manifestPath(folder, LEDGER);
    await truncate(file, (await stat(file)).size - 9);
    await expect(readManifest(folder, LEDGER)).rejects.toThrow('is not JSON');
  });
});
