import { generateKeyPairSync } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { keyIdOf, signCertificate, verifyCertificate } from '@assay/certificate';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { KeyFileError } from './key-files.ts';
import { folderKeys } from './key-home.ts';
import { authorityOf, openPdfCredentials, renewSigner } from './pdf-credentials.ts';
import { openResultKeys } from './result-keys.ts';
import { SMALL_RESULT } from './test/signing-fixture.ts';

const ISSUER = 'https://assay.example.test';
const START = new Date('2026-11-20T12:00:00.000Z');
const LATER = new Date('2026-12-20T12:00:00.000Z');

describe('the keys of an installation', () => {
  let folder = '';
  beforeEach(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'assay-keys-'));
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  const modeOf = async (name: string) => ((await stat(path.join(folder, name))).mode & 0o777).toString(8);

  it('are made at the first start, readable by their owner alone, and are the same at the next', async () => {
    const first = await openResultKeys(folderKeys(folder), ISSUER, START);
    const kid = keyIdOf((await first.signer()).publicKey);
    await openPdfCredentials({ home: folderKeys(folder), p12: null, productName: 'Assay' }, START);
    for (const name of await readdir(folder))
      expect(await modeOf(name), name).toBe(name === 'keys.json' ? '644' : '600');
    const again = await openResultKeys(folderKeys(folder), ISSUER, LATER);
    expect(keyIdOf((await again.signer()).publicKey)).toBe(kid);
    expect((await again.keySet()).keys).toMatchObject([{ kid, valid_from: START.toISOString(), valid_to: null }]);
  });

  it('are replaced by a rotation that a running server sees, while old certificates stay valid', async () => {
    const server = await openResultKeys(folderKeys(folder), ISSUER, START);
    const old = signCertificate(SMALL_RESULT, await server.signer(), new Date(START.getTime() + 1_000));
    const oldId = keyIdOf((await server.signer()).publicKey);
    const command = await openResultKeys(folderKeys(folder), ISSUER, LATER);
    const newId = await command.rotate(LATER);
    // Where file times are coarse, only the new file itself shows that something changed.
    expect(keyIdOf((await server.signer()).publicKey)).toBe(newId);
    const keySet = await server.keySet();
    expect(keySet.keys.map(({ kid }) => kid)).toEqual([newId, oldId]);
    expect(verifyCertificate(old, keySet).verdict).toBe('valid');
    const made = signCertificate(SMALL_RESULT, await server.signer(), new Date(LATER.getTime() + 1_000));
    expect(verifyCertificate(made, keySet).verdict).toBe('valid');
    const secrets = (await readdir(folder)).filter((name) => name.endsWith('.pem'));
    expect(secrets).toEqual([`result-${newId}.pem`]);
  });

  it('may be the operator’s own, once', async () => {
    const keys = await openResultKeys(folderKeys(folder), ISSUER, START);
    const { privateKey } = generateKeyPairSync('ed25519');
    const pem = privateKey.export({ format: 'pem', type: 'pkcs8' }).toString();
    const kid = await keys.rotate(LATER, pem);
    expect(keyIdOf((await keys.signer()).publicKey)).toBe(kid);
    await expect(keys.rotate(LATER, pem)).rejects.toThrow('signed here already');
    await expect(keys.rotate(LATER, 'no key')).rejects.toThrow(KeyFileError);
    const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export({ format: 'pem', type: 'pkcs8' });
    await expect(keys.rotate(LATER, rsa.toString())).rejects.toThrow('not an Ed25519 key');
    expect(keyIdOf((await keys.signer()).publicKey)).toBe(kid);
  });

  it('do not let a secret sign under the name of another', async () => {
    const keys = await openResultKeys(folderKeys(folder), ISSUER, START);
    const { kid } = (await keys.keySet()).keys[0] ?? { kid: '' };
    const other = await mkdtemp(path.join(tmpdir(), 'assay-keys-'));
    const otherKeys = await openResultKeys(folderKeys(other), ISSUER, START);
    const otherId = (await otherKeys.keySet()).keys[0]?.kid ?? '';
    await writeFile(path.join(folder, `result-${kid}.pem`), await readFile(path.join(other, `result-${otherId}.pem`)));
    await rm(other, { recursive: true });
    await utimes(path.join(folder, 'keys.json'), START, START);
    await expect((await openResultKeys(folderKeys(folder), ISSUER, START)).signer()).rejects.toMatchObject({
      errorName: 'SigningUnavailable',
      message: expect.stringContaining('another key than its name'),
    });
  });

  it('use a root again that was given up, and name every certificate that signed under a public one', async () => {
    const keys = await openResultKeys(folderKeys(folder), ISSUER, START);
    const rootOf = (sha256: string, signers: readonly string[] | null) =>
      ({ sha256, subject: sha256, certificate: '', signers, valid_from: LATER.toISOString(), valid_to: null }) as const;
    const standing = async () =>
      (await keys.keySet()).authorities.map(({ sha256, signers, valid_to }) => [sha256, signers, valid_to === null]);
    await keys.addAuthority(rootOf('own', null));
    await keys.addAuthority(rootOf('public', ['first']));
    await keys.addAuthority(rootOf('public', ['second']));
    expect(await standing()).toEqual([
      ['public', ['second', 'first'], true],
      ['own', null, false],
    ]);
    await keys.addAuthority(rootOf('own', null));
    expect(await standing()).toEqual([
      ['own', null, true],
      ['public', ['second', 'first'], false],
    ]);
  });

  it('keep the authority when the certificate that signs PDF files is renewed', async () => {
    const source = { home: folderKeys(folder), p12: null, productName: 'Assay' };
    const first = await openPdfCredentials(source, START);
    const second = await renewSigner(source, LATER);
    expect(authorityOf(second, LATER, true).sha256).toBe(authorityOf(first, START, true).sha256);
    expect(Buffer.from(second.certificates[0] ?? []).equals(Buffer.from(first.certificates[0] ?? []))).toBe(false);
    const keys = await openResultKeys(folderKeys(folder), ISSUER, START);
    await keys.addAuthority(authorityOf(first, START, true));
    await keys.addAuthority(authorityOf(second, LATER, true));
    expect((await keys.keySet()).authorities).toHaveLength(1);
  });
});
