import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseKeySet, verifyPdf } from '@assay/certificate';
import { describe, expect, it } from 'vitest';
import { NA_CHECK, postCheck, signedIn } from '../../src/features/checks/test/check-fixture.ts';
import { useTestApp } from '../../src/features/checks/test/use-test-app.ts';

const hasPdftotext = spawnSync('pdftotext', ['-v']).status === 0;

describe('GET /monitor/pdf/{sub_id}, answered 200', () => {
  const server = useTestApp();

  async function download(subId: string, headers: Record<string, string> = {}) {
    return server.app.inject({ url: `/api/monitor/pdf/${subId}`, headers });
  }

  async function newCheck(request?: unknown): Promise<string> {
    const { body } = await postCheck(server.app, request);
    return body.data.asset.sub_id;
  }

  it('[API-13] [RISK-20] gives anybody with the id the signed report, named after product and check', async () => {
    const subId = await newCheck();
    const answer = await download(subId);
    expect(answer.statusCode).toBe(200);
    expect(answer.headers['content-type']).toBe('application/pdf');
    expect(answer.headers['content-disposition']).toBe(`attachment; filename="assay-report-${subId}.pdf"`);
    expect(answer.headers['cache-control']).toBe('private, no-cache');
    const keys = parseKeySet((await server.app.inject({ url: '/.well-known/assay-keys.json' })).body);
    const report = verifyPdf(new Uint8Array(answer.rawPayload), { keys, now: Date.now() });
    expect(report.findings.filter(({ outcome }) => outcome !== 'proven')).toEqual([]);
    expect(report).toMatchObject({ verdict: 'valid', result: { sub_id: subId } });
  });

  it('gives the same bytes to everybody and every time, and says so by its tag', async () => {
    const subId = await newCheck();
    const [first, second, third] = await Promise.all([download(subId), download(subId), download(subId.toUpperCase())]);
    expect(second.rawPayload.equals(first.rawPayload)).toBe(true);
    expect(third.rawPayload.equals(first.rawPayload)).toBe(true);
    const etag = String(first.headers.etag);
    const again = await download(subId, { 'if-none-match': etag });
    expect([again.statusCode, again.rawPayload.length, again.headers.etag]).toEqual([304, 0, etag]);
  });

  it.skipIf(!hasPdftotext)('has a certificate for a result that is not rated too', async () => {
    const answer = await download(await newCheck(NA_CHECK));
    expect(answer.statusCode).toBe(200);
    expect(textOf(answer.rawPayload)).toMatch(/N\/A/);
  });

  it.skipIf(!hasPdftotext)('holds the signed result as certificate.json, byte for byte as it is served', async () => {
    const subId = await newCheck();
    const { rawPayload: pdf } = await download(subId);
    const served = await server.app.inject({ url: `/api/monitor/check/${subId}/certificate.json` });
    expect(served.statusCode).toBe(200);
    expect(textOf(pdf)).toContain(createHash('sha256').update(served.rawPayload).digest('hex'));
  });

  it.skipIf(!hasPdftotext)('carries nothing of the owner: neither account nor e-mail, in no form', async () => {
    const subId = await newCheck();
    const me = (await server.app.inject({ url: '/api/auth/me', headers: signedIn(server.app) })).json();
    const paths = ['pdf/ID', 'check/ID', 'check/ID/certificate.json', 'check/ID/share', 'check/ID/preview.png'];
    for (const place of paths) {
      const answer = await server.app.inject({ url: `/api/monitor/${place.replace('ID', subId)}` });
      expect(answer.statusCode, place).toBe(200);
      const shown = `${answer.rawPayload.toString('latin1')}${place.startsWith('pdf') ? textOf(answer.rawPayload) : ''}${JSON.stringify(answer.headers)}`;
      expect(shown, place).not.toContain(me.data.email);
      expect(shown, place).not.toContain(`"owner"`);
      expect(shown.includes(me.data.sub) && me.data.sub.length > 8, place).toBe(false);
    }
  });
});

function textOf(pdf: Buffer): string {
  const file = path.join(mkdtempSync(path.join(tmpdir(), 'assay-pdf-')), 'report.pdf');
  writeFileSync(file, pdf);
  return execFileSync('pdftotext', ['-layout', file, '-'], { encoding: 'utf8' });
}
