import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { signPdf } from '@assay/report/signing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readP12 } from './p12.ts';
import { P12Error } from './p12-error.ts';
import { p12Signer } from './p12-signer.ts';
import { placeholderPdf } from './test/placeholder-pdf.ts';
import { randomOf, run } from './test/signing-fixture.ts';

const PASSWORD = 'pass:secret word';

describe('a P12 file of the operator’s', () => {
  let folder = '';
  const openssl = (...args: readonly string[]) => run('openssl', [...args], { cwd: folder });
  const read = async (name: string, password = 'secret word') =>
    readP12(await readFile(path.join(folder, name)), password);

  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'assay-p12-'));
    const made = ['-nodes', '-days', '30', '-x509', '-subj', '/CN=Operator', '-addext', 'basicConstraints=CA:FALSE'];
    await openssl('req', '-newkey', 'rsa:2048', ...made, '-keyout', 'rsa.key', '-out', 'rsa.pem');
    await openssl(
      'req',
      '-newkey',
      'ec',
      '-pkeyopt',
      'ec_paramgen_curve:P-256',
      ...made,
      '-keyout',
      'ec.key',
      '-out',
      'ec.pem',
    );
    await openssl('req', '-newkey', 'rsa:1024', ...made, '-keyout', 'weak.key', '-out', 'weak.pem');
    for (const name of ['rsa', 'ec', 'weak']) {
      const args = ['pkcs12', '-export', '-inkey', `${name}.key`, '-in', `${name}.pem`, '-passout', PASSWORD];
      await openssl(...args, '-out', `${name}.p12`);
      await openssl(...args, '-legacy', '-out', `${name}-legacy.p12`);
    }
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  for (const name of ['rsa.p12', 'rsa-legacy.p12', 'ec.p12', 'ec-legacy.p12']) {
    it(`signs a report when OpenSSL wrote it as ${name}`, async () => {
      const signer = p12Signer(await read(name));
      expect(signer.algorithm).toBe(name.startsWith('ec') ? 'ecdsa-sha256' : 'rsa-sha256');
      const { pdf } = await signPdf(placeholderPdf({ certificate: null }), signer, { randomBytes: randomOf });
      const { writeFile } = await import('node:fs/promises');
      await writeFile(path.join(folder, 'signed.pdf'), pdf);
      const { stdout } = await run('pdfsig', ['-nocert', 'signed.pdf'], { cwd: folder });
      expect(stdout).toContain('Signature is Valid');
    });
  }

  it('is refused with the cause, and without the password, when it cannot be used', async () => {
    await expect(read('rsa.p12', 'wrong')).rejects.toThrow(P12Error);
    await expect(read('rsa.key')).rejects.toThrow('cannot be opened');
    const authority = [
      '-newkey',
      'rsa:2048',
      '-nodes',
      '-x509',
      '-subj',
      '/CN=Root',
      '-keyout',
      'ca.key',
      '-out',
      'ca.pem',
    ];
    await openssl('req', ...authority);
    await openssl('pkcs12', '-export', '-inkey', 'ca.key', '-in', 'ca.pem', '-passout', PASSWORD, '-out', 'ca.p12');
    const ca = await read('ca.p12');
    expect(() => p12Signer(ca)).toThrow('CA:TRUE');
    const weak = await read('weak.p12');
    expect(() => p12Signer(weak)).toThrow('2048 bits');
  });
});
