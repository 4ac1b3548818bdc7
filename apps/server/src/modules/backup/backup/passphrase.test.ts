import { spawnSync } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BackupError } from './backup-format.ts';
import { decrypted, encrypted, encryptedStream, openEncrypted } from './passphrase.ts';

const PASSPHRASE = 'six words nobody else thinks of';
/** Tests try hundreds; the format is the same. */
const QUICK = 4;
const CHUNK = 64 * 1024;

let home = '';
beforeAll(async () => {
  home = await mkdtemp(path.join(tmpdir(), 'assay-age-'));
});
afterAll(() => rm(home, { recursive: true }));

async function opened(sealed: Uint8Array, passphrase = PASSPHRASE): Promise<Buffer> {
  return buffer(await openEncrypted(Readable.from([sealed]), async () => passphrase));
}

describe('what a passphrase encrypts', () => {
  it('comes out again, whole or as a stream, whatever its length', async () => {
    const lengths = fc.oneof(fc.integer({ min: 0, max: 300 }), fc.constantFrom(CHUNK - 1, CHUNK, CHUNK + 1, 2 * CHUNK));
    await fc.assert(
      fc.asyncProperty(lengths, fc.integer({ min: 0, max: 255 }), async (length, byte) => {
        const plain = Buffer.alloc(length, byte);
        expect(await decrypted(await encrypted(plain, PASSPHRASE, QUICK), PASSPHRASE)).toEqual(plain);
        const stream = await encryptedStream(Readable.from(length === 0 ? [] : [plain]), PASSPHRASE, QUICK);
        expect(await opened(await buffer(stream))).toEqual(plain);
      }),
      { numRuns: 30 },
    );
  });

  it('does not open with another passphrase, cut anywhere, or with any byte changed', async () => {
    const sealed = await encrypted(Buffer.from('a key'.repeat(20)), PASSPHRASE, QUICK);
    await expect(decrypted(sealed, `${PASSPHRASE}!`)).rejects.toThrow(
      'The passphrase is not the one this backup was made with',
    );
    await expect(opened(sealed, `${PASSPHRASE}!`)).rejects.toThrow('The passphrase is not');
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 0, max: sealed.length - 1 }), async (at) => {
        await expect(decrypted(sealed.subarray(0, at), PASSPHRASE)).rejects.toThrow(BackupError);
        const changed = Buffer.from(sealed);
        changed[at] = (changed[at] ?? 0) ^ 1;
        await expect(decrypted(changed, PASSPHRASE)).rejects.toThrow(BackupError);
      }),
    );
  });

  it('is left as it is where it is not encrypted', async () => {
    expect(await opened(Buffer.from('plain'))).toEqual(Buffer.from('plain'));
    expect(await opened(Buffer.alloc(0))).toEqual(Buffer.alloc(0));
  });

  // `age` reads passphrases from a terminal only; `script` of util-linux gives it one.
  it('is opened by the program age, which is not ours', async () => {
    const file = path.join(home, 'secrets.age');
    await writeFile(file, await encrypted(Buffer.from('an auth secret'), PASSPHRASE, 12));
    const line = `age --decrypt --output ${path.join(home, 'plain')} ${file}`;
    const { stdout, status } = spawnSync('script', ['--quiet', '--return', '--command', line, '/dev/null'], {
      input: `${PASSPHRASE}\n`,
      encoding: 'utf8',
      timeout: 30_000,
    });
    expect(status, stdout).toBe(0);
    expect(await readFile(path.join(home, 'plain'), 'utf8')).toBe('an auth secret');
  });
});
