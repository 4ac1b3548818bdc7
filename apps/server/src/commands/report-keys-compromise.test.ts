import { generateKeyPairSync } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { keyIdOf } from '@assay/certificate';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runReport } from '../../test/api/run-report.ts';

const FROM = ['--from', '2026-01-01T00:00:00Z'];
/** The last is also how the option for help begins. */
const BEGINNINGS = ['-', '--', '-h'];

/** A key whose id begins so, as PEM. Ids are random: one in 64 begins with a hyphen, one in 4,096 with two characters. */
function keyBeginning(beginning: string): { readonly kid: string; readonly pem: string } {
  for (;;) {
    const { publicKey, privateKey } = generateKeyPairSync('ed25519');
    const kid = keyIdOf(publicKey.export({ format: 'der', type: 'spki' }).subarray(-32));
    if (kid.startsWith(beginning)) return { kid, pem: privateKey.export({ format: 'pem', type: 'pkcs8' }).toString() };
  }
}

describe('assay report keys compromise', () => {
  let folder = '';
  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'assay-key-ids-'));
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));
  const assay = (...args: readonly string[]) =>
    runReport(args, { dataDir: folder, openDatabase: async () => expect.fail('a database was opened') });

  it.each(BEGINNINGS)(
    'marks a key whose id begins with %s, before and after its option',
    async (beginning) => {
      for (const order of ['before', 'after']) {
        const { kid, pem } = keyBeginning(beginning);
        const file = path.join(folder, 'key.pem');
        await writeFile(file, pem);
        expect((await assay('keys', 'rotate', '--key', file)).said).toContain(kid);
        const args = order === 'before' ? [kid, ...FROM] : [...FROM, kid];
        const { status, said } = await assay('keys', 'compromise', ...args);
        expect(said).toContain(`result  ${kid}  compromised from 2026-01-01T00:00:00.000Z`);
        expect(status).toBe(0);
      }
    },
    60_000,
  );

  it('refuses an option that it does not have, and marks nothing', async () => {
    const before = (await assay('keys', 'list')).said;
    const { status, said } = await assay('keys', 'compromise', '--al', ...FROM);
    expect([status, said]).toEqual([2, '--al is no key of this installation; assay report keys list prints them.']);
    expect((await assay('keys', 'list')).said).toBe(before);
  });
});
