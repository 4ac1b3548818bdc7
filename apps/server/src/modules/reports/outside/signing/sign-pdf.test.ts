import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { verifyPdf } from '@assay/certificate';
import { PlaceholderError, signPdf } from '@assay/report/signing';
import { type LocalTimeStampAuthority, startTimeStampAuthority } from '@assay/testkit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { placeholderPdf } from './test/placeholder-pdf.ts';
import { randomOf, run, useSigning } from './test/signing-fixture.ts';
import { timeStampClient } from './time-stamp-client.ts';

const signing = useSigning();

describe('a signed report', () => {
  let folder = '';
  let authority: LocalTimeStampAuthority;
  const silent: Server = createServer(() => undefined);
  const broken: Server = createServer((_request, response) => response.writeHead(500).end());

  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'assay-signed-'));
    authority = await startTimeStampAuthority();
    for (const server of [silent, broken]) await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const root = signing.get().keySet.authorities[0]?.certificate ?? '';
    await writeFile(path.join(folder, 'ca.der'), Buffer.from(root, 'base64'));
    await run('openssl', ['x509', '-inform', 'DER', '-in', 'ca.der', '-out', 'ca.pem'], { cwd: folder });
    await run('certutil', ['-N', '-d', `sql:${folder}`, '--empty-password']);
    await run('certutil', [
      '-A',
      '-d',
      `sql:${folder}`,
      '-n',
      'assay',
      '-t',
      'CT,CT,CT',
      '-i',
      path.join(folder, 'ca.pem'),
    ]);
  });
  afterAll(async () => {
    for (const server of [silent, broken]) {
      server.closeAllConnections();
      server.close();
    }
    await authority.close();
    await rm(folder, { recursive: true, force: true });
  });

  const urlOf = (server: Server) => `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  const signed = async (stampUrls: readonly string[]) => {
    const { signer, certificate } = signing.get();
    const stampers = stampUrls.map((url) => timeStampClient(url, 1_500));
    return signPdf(placeholderPdf({ certificate }), signer, { stampers, randomBytes: randomOf });
  };

  /** Lays the file, the signed bytes and the signature out for programs that are not ours. */
  async function layOut(pdf: Uint8Array): Promise<string> {
    const text = Buffer.from(pdf).toString('latin1');
    const [start = 0, end = 0] = (/\/ByteRange \[0 (\d+) (\d+)/.exec(text) ?? []).slice(1).map(Number);
    const signature = Buffer.from(text.slice(start + 1, end - 1), 'hex');
    await writeFile(path.join(folder, 'report.pdf'), pdf);
    await writeFile(path.join(folder, 'signed.bin'), Buffer.concat([pdf.subarray(0, start), pdf.subarray(end)]));
    await writeFile(path.join(folder, 'signature.der'), signature.subarray(0, signature.readUInt16BE(2) + 4));
    return folder;
  }

  async function cmsVerify(cwd: string): Promise<string> {
    const args = [
      'cms',
      '-verify',
      '-cades',
      '-binary',
      '-inform',
      'DER',
      '-in',
      'signature.der',
      '-content',
      'signed.bin',
    ];
    const { stderr } = await run('openssl', [...args, '-CAfile', 'ca.pem', '-out', '/dev/null'], { cwd });
    return stderr;
  }

  for (const { level, urls } of [
    { level: 'B-B', urls: () => [] },
    { level: 'B-T', urls: () => [authority.url] },
  ]) {
    it(`of PAdES level ${level} is proven by poppler, OpenSSL and MuPDF, none of them ours`, async () => {
      const { pdf, level: reached, failures } = await signed(urls());
      expect({ reached, failures }).toEqual({ reached: level, failures: [] });
      const cwd = await layOut(pdf);
      expect(await cmsVerify(cwd)).toContain('CAdES Verification successful');
      const { stdout } = await run('pdfsig', ['-nssdir', `sql:${cwd}`, 'report.pdf'], { cwd });
      for (const line of [
        'Signature Type: ETSI.CAdES.detached',
        'Total document signed',
        'Signature Validation: Signature is Valid.',
        'Certificate Validation: Certificate is Trusted.',
      ]) {
        expect(stdout).toContain(line);
      }
      const mutool = await run('mutool', ['sign', '-v', 'report.pdf'], { cwd });
      expect(mutool.stdout).toContain('The document is unchanged since signing.');
    });
  }

  it('carries no signing-time attribute, as PAdES asks, and binds its certificate', async () => {
    const cwd = await layOut((await signed([])).pdf);
    const { stdout } = await run('openssl', ['cms', '-cmsout', '-print', '-inform', 'DER', '-in', 'signature.der'], {
      cwd,
    });
    expect(stdout).toContain('id-smime-aa-signingCertificateV2');
    expect(stdout).not.toContain('signingTime');
  });

  it('carries a time stamp of OpenSSL’s own authority, proven up to that authority’s root', async () => {
    const { pdf } = await signed([authority.url]);
    const report = verifyPdf(pdf, { keys: signing.get().keySet, roots: [authority.root], now: Date.now() });
    expect(report.verdict).toBe('valid');
    expect(report.signers.find(({ what }) => what === 'time_stamp')).toMatchObject({
      name: 'Test stamp authority',
      isTimeVouched: true,
    });
    expect(report.notProven.join(' ')).not.toContain('The time of signing');
  });

  it('falls back to the next time-stamp authority when one is silent, broken, or not there', async () => {
    const before = authority.answered();
    const urls = [urlOf(silent), urlOf(broken), 'http://127.0.0.1:9/', authority.url, urlOf(broken)];
    const { level, failures } = await signed(urls);
    expect(level).toBe('B-T');
    expect(failures).toHaveLength(3);
    expect(failures[1]?.reason).toContain('500');
    expect(authority.answered()).toBe(before + 1);
  });

  it('is signed without a time stamp when every authority fails, and says so', async () => {
    const { level, pdf, failures } = await signed([urlOf(broken), urlOf(silent)]);
    expect({ level, failed: failures.length }).toEqual({ level: 'B-B', failed: 2 });
    expect(verifyPdf(pdf, { keys: signing.get().keySet, now: Date.now() }).verdict).toBe('valid');
  });

  it('is refused by OpenSSL and poppler after one bit was flipped', async () => {
    const { pdf } = await signed([]);
    const changed = Uint8Array.from(pdf);
    const place = Buffer.from(pdf).indexOf('10 10 100 100 re');
    changed[place] = (changed[place] ?? 0) ^ 1;
    const cwd = await layOut(changed);
    await expect(cmsVerify(cwd)).rejects.toThrow('Verification failure');
    const { stdout } = await run('pdfsig', ['-nssdir', `sql:${cwd}`, 'report.pdf'], { cwd });
    expect(stdout).toContain('Digest Mismatch');
  });

  it('can be signed fifty at a time with one signer', async () => {
    const all = await Promise.all(Array.from({ length: 50 }, () => signed([])));
    const keys = signing.get().keySet;
    expect(all.every(({ pdf }) => verifyPdf(pdf, { keys, now: Date.now() }).verdict === 'valid')).toBe(true);
  });

  it('needs one place for the signature, with room enough', async () => {
    const { signer, certificate } = signing.get();
    const options = { randomBytes: randomOf };
    const pdf = placeholderPdf({ certificate });
    const { pdf: done } = await signPdf(pdf, signer, options);
    await expect(signPdf(done, signer, options)).rejects.toThrow(PlaceholderError);
    const twice = Buffer.concat([pdf, pdf]);
    await expect(signPdf(twice, signer, options)).rejects.toThrow('several');
    const narrow = Buffer.from(
      Buffer.from(pdf)
        .toString('latin1')
        .replace(/<0{2000,}>/, `<${'0'.repeat(200)}>`),
      'latin1',
    );
    await expect(signPdf(narrow, signer, options)).rejects.toThrow('room for 100');
  });
});
