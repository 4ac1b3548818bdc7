import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, open, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { BATCH_REQUEST_BYTES } from '@assay/contracts/v1';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openSpool, type Spool, spooled } from './spooled-body.ts';

const OWNER = 'a'.repeat(32);
const bought = async () => true;
const narrowed = (ofWorkspace: number, ofServer: number) => ({
  ofWorkspace,
  ofServer,
  unbought: { ofWorkspace, ofServer },
});

async function* arriving(chunks: readonly Uint8Array[], onEnd: () => void = () => undefined) {
  yield* chunks;
  onEnd();
}

async function bytesOf(body: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of body) chunks.push(chunk);
  return Buffer.concat(chunks);
}

describe('the body of a batch', () => {
  let dataDir: string;
  let spool: Spool;
  const files = () => readdir(path.join(dataDir, 'spool'));
  beforeAll(async () => {
    dataDir = await mkdtemp(path.join(tmpdir(), 'assay-spool-'));
    spool = await openSpool(dataDir, bought);
  });
  afterAll(() => rm(dataDir, { recursive: true, force: true }));

  it('has arrived whole before any of it is given', async () => {
    let hasArrived = false;
    const body = spool(
      arriving([Buffer.from('a'), Buffer.from('b')], () => (hasArrived = true)),
      OWNER,
    );
    for await (const first of body) {
      expect([Buffer.from(first).toString(), hasArrived]).toEqual(['ab', true]);
    }
  });

  it('is given as it came, whatever its chunks were', async () => {
    const lengths = fc.array(fc.integer({ min: 0, max: 100_000 }), { maxLength: 5 });
    await fc.assert(
      fc.asyncProperty(lengths, async (sizes) => {
        // Each chunk has a pattern of its own, of a length that divides no buffer.
        const chunks = sizes.map((size, n) => Buffer.alloc(size, `chunk ${n}, `));
        expect((await bytesOf(spool(arriving(chunks), OWNER))).equals(Buffer.concat(chunks))).toBe(true);
      }),
      { numRuns: 30 },
    );
  });

  it('is refused beyond 32 MiB while it arrives', async () => {
    const most = new Uint8Array(BATCH_REQUEST_BYTES / 4);
    let hasArrived = false;
    const chunks = [most, most, most, most, new Uint8Array(1), most];
    await expect(
      bytesOf(
        spool(
          arriving(chunks, () => (hasArrived = true)),
          OWNER,
        ),
      ),
    ).rejects.toMatchObject({
      code: 'payload_too_large',
    });
    expect(hasArrived).toBe(false);
    expect(await bytesOf(spool(arriving(chunks.slice(0, 4)), OWNER))).toHaveLength(BATCH_REQUEST_BYTES);
  });

  it('has no file that somebody could find, and fails as its sender fails', async () => {
    const broken = (async function* () {
      yield Buffer.from('a');
      expect(await files()).toEqual([]);
      throw new Error('The sender is gone');
    })();
    await expect(bytesOf(spool(broken, OWNER))).rejects.toThrow('The sender is gone');
  });

  it('finds what a crash left removed at the next start, and other bodies as they are', async () => {
    let isBegun = (): void => undefined;
    const begun = new Promise<void>((resolve) => {
      isBegun = resolve;
    });
    const end = Promise.withResolvers<void>();
    const body = bytesOf(
      spool(
        (async function* () {
          yield Buffer.from('a');
          isBegun();
          await end.promise;
          yield Buffer.from('b');
        })(),
        OWNER,
      ),
    );
    await begun;
    await writeFile(path.join(dataDir, 'spool', 'left.body'), 'half a body');
    await openSpool(dataDir, bought);
    expect(await files()).toEqual([]);
    end.resolve();
    expect((await body).toString()).toBe('ab');
  });

  it('needs no folder at the start, and none that stays', async () => {
    const other = path.join(dataDir, 'other');
    await mkdir(other);
    const later = await openSpool(other, bought);
    expect(await readdir(other)).toEqual([]);
    expect((await bytesOf(later(arriving([Buffer.from('a')]), OWNER))).toString()).toBe('a');
    await rm(path.join(other, 'spool'), { recursive: true });
    expect((await bytesOf(later(arriving([Buffer.from('b')]), OWNER))).toString()).toBe('b');
  });

  it('is refused before it is read where its workspace or the server has as many as it may', async () => {
    const narrow = await openSpool(dataDir, bought, narrowed(2, 3));
    const end = Promise.withResolvers<void>();
    const held = async function* () {
      yield Buffer.from('a');
      await end.promise;
    };
    let isRead = false;
    const next = async function* () {
      isRead = true;
      yield Buffer.from('b');
    };
    const three = ['one', 'one', 'two'].map((workspace) => bytesOf(narrow(held(), workspace)));
    await expect(bytesOf(narrow(next(), 'one'))).rejects.toMatchObject({
      errorName: 'TooManyRequests',
      retryAfterSeconds: 30,
    });
    await expect(bytesOf(narrow(next(), 'two'))).rejects.toMatchObject({
      errorName: 'Overloaded',
      retryAfterSeconds: 30,
    });
    expect(isRead).toBe(false);
    end.resolve();
    await Promise.all(three);
    const again = await Promise.all(['one', 'one', 'two'].map((workspace) => bytesOf(narrow(next(), workspace))));
    expect(again.map(String)).toEqual(['b', 'b', 'b']);
  });

  it('has room where its workspace bought checks, however many others wait', async () => {
    const common = await openSpool(dataDir, async (workspace) => workspace.startsWith('buyer'));
    const end = Promise.withResolvers<void>();
    const held = async function* () {
      yield Buffer.from('{');
      await end.promise;
    };
    const sent = async (count: number, nameOf: (index: number) => string) => {
      let refused = 0;
      const bodies = Array.from({ length: count }, async (_, index) => {
        await bytesOf(common(held(), nameOf(index))).catch(() => (refused += 1));
      });
      // Those that are refused are by then.
      await new Promise(setImmediate);
      return { refused, all: Promise.all(bodies) };
    };
    const newcomers = await sent(40, (index) => `newcomer ${index % 10}`);
    expect(newcomers.refused).toBe(24);
    const same = await sent(3, () => 'buyer');
    expect(same.refused).toBe(0);
    const alone = common(held(), 'newcomer alone');
    await expect(bytesOf(alone)).rejects.toMatchObject({ errorName: 'Overloaded' });
    end.resolve();
    await Promise.all([newcomers.all, same.all]);
    const three = Array.from({ length: 3 }, () => bytesOf(common(held(), 'newcomer alone')));
    const refusals = (await Promise.allSettled(three)).flatMap((one) =>
      one.status === 'rejected' ? [one.reason] : [],
    );
    expect(refusals).toMatchObject([
      {
        errorName: 'TooManyRequests',
        publicText:
          'A workspace that has not bought checks can send 2 bodies with rows at once. Wait for one to be answered.',
      },
    ]);
  });

  it('leaves its room where its sender fails or its reader stops', async () => {
    const narrow = await openSpool(dataDir, bought, narrowed(1, 1));
    const broken = (async function* () {
      yield Buffer.from('a');
      throw new Error('The sender is gone');
    })();
    await expect(bytesOf(narrow(broken, OWNER))).rejects.toThrow('The sender is gone');
    for await (const _first of narrow(arriving([Buffer.alloc(200_000)]), OWNER)) break;
    expect(await bytesOf(narrow(arriving([Buffer.from('b')]), OWNER))).toHaveLength(1);
  });

  it.skipIf(!existsSync('/dev/full'))(
    'is refused where the disk is full, for long enough that an operator can make room',
    async () => {
      const refusal = { errorName: 'StorageFull', retryAfterSeconds: 60 };
      const body = spooled(arriving([Buffer.from('a')]), () => open('/dev/full', 'r+'));
      await expect(bytesOf(body)).rejects.toMatchObject(refusal);
      const full = Object.assign(new Error('ENOSPC: no space left on device, open'), { code: 'ENOSPC' });
      await expect(bytesOf(spooled(arriving([]), () => Promise.reject(full)))).rejects.toMatchObject(refusal);
    },
  );
});
