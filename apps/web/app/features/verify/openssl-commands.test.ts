import { execFileSync } from 'node:child_process';
import { createPublicKey } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type CanonicalResult, ed25519Signer, signCertificate } from '@assay/certificate';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CERTIFICATE_STEPS, PDF_STEPS } from './openssl-commands.ts';

const DOCUMENT = new URL('../../../../../docs/operations/certificates.md', import.meta.url);

describe('the OpenSSL commands of the page', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'assay-openssl-page-'));
  const result = { schema: 'assay-result/1', note: 'é', stars: 1 } as unknown as CanonicalResult;
  const signer = ed25519Signer(new Uint8Array(32).fill(5));
  const issued = Buffer.from(signCertificate(result, signer, new Date(0))).toString('utf8');
  const run = (text: string) => {
    writeFileSync(path.join(folder, 'certificate.json'), text);
    return execFileSync('sh', ['-e', '-c', CERTIFICATE_STEPS], { cwd: folder, encoding: 'utf8', stdio: 'pipe' });
  };

  beforeAll(() => {
    const x = Buffer.from(signer.publicKey).toString('base64url');
    const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' });
    writeFileSync(path.join(folder, 'key.pem'), key.export({ type: 'spki', format: 'pem' }));
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it('prove a certificate as it was issued', () => {
    expect(run(issued)).toContain('Signature Verified Successfully');
  });

  it('refuse a changed one, and one that a reader of JSON would read otherwise than they do', () => {
    const [, statement = '', end = ''] = issued.split('\n');
    const fake = statement.replace('"stars":1', '"stars":5');
    const forged = [
      issued.replace('"stars":1', '"stars":5'),
      `{"statement":${fake},"statement":\n${statement}\n${end}\n`,
      `{"statement":\n${statement}\n,"statement":${fake}${end}\n`,
      `{"statement":\n${statement}\n${end.slice(0, -1)}\n,"statement":${fake}}\n`,
      `${issued}\n{"statement":${fake}}\n`,
    ];
    for (const text of forged) expect(() => run(text), text).toThrow();
  });

  it('are for the PDF those that the operators’ handbook has, which are run against reports', () => {
    const lines = PDF_STEPS.split('\n').slice(1);
    expect(readFileSync(DOCUMENT, 'utf8')).toContain(lines.join('\n'));
  });
});
