import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { inflateSync } from 'node:zlib';
import { parseKeySet, verifyPdf } from '@assay/certificate';
import { describe, expect, it } from 'vitest';
import { NA_CHECK, postCheck } from '../../src/modules/checks/checks/test/check-fixture.ts';
import { useTestApp } from '../../src/modules/checks/checks/test/use-test-app.ts';

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

  it.skipIf(!hasPdftotext)('carries nothing of the owner: neither account nor email, in no form', async () => {
    const subId = await newCheck();
    const email = 'somebody-in-particular@example.test';
    const { rows } = await server.pool.query<{ sub: string }>(
      'INSERT INTO users (sub, email, mailbox_key) VALUES ($1, $2, $2) RETURNING sub',
      ['5e1fbeefc0ffee005e1fbeefc0ffee00', email],
    );
    const sub = rows[0]?.sub ?? expect.fail('no user');
    await server.pool.query('UPDATE checks SET owner = $2 WHERE sub_id = $1', [subId, sub]);
    const paths = ['pdf/ID', 'check/ID', 'check/ID/certificate.json', 'check/ID/share', 'check/ID/preview.png'];
    for (const place of paths) {
      const answer = await server.app.inject({ url: `/api/monitor/${place.replace('ID', subId)}` });
      expect(answer.statusCode, place).toBe(200);
      const inside = place.startsWith('pdf') ? textOf(answer.rawPayload) + unpacked(answer.rawPayload) : '';
      const shown = `${answer.rawPayload.toString('latin1')}${inside}${JSON.stringify(answer.headers)}`;
      // What is looked for would be found if it were there.
      if (place.startsWith('pdf')) expect(inside.split(subId).length).toBeGreaterThan(2);
      for (const secret of [email, 'somebody-in-particular', sub, `"owner"`]) {
        expect(shown.includes(secret), `${secret} in ${place}`).toBe(false);
        expect(
          shown.includes(Buffer.from(secret).toString('base64').slice(0, -4)),
          `${secret} packed in ${place}`,
        ).toBe(false);
      }
    }
  });

  it('answers HEAD as GET without its body, and a wish for a part with the whole', async () => {
    const subId = await newCheck();
    for (const place of [`pdf/${subId}`, `check/${subId}/certificate.json`, `check/${subId}/preview.png`]) {
      const url = `/api/monitor/${place}`;
      const whole = await server.app.inject({ url });
      const head = await server.app.inject({ url, method: 'HEAD' });
      expect([head.statusCode, head.rawPayload.length]).toEqual([200, 0]);
      for (const name of ['etag', 'content-type', 'content-length', 'content-disposition', 'cache-control']) {
        expect(head.headers[name], `${name} of ${place}`).toEqual(whole.headers[name]);
      }
      const part = await server.app.inject({ url, headers: { range: 'bytes=0-9' } });
      expect([part.statusCode, part.rawPayload.equals(whole.rawPayload)]).toEqual([200, true]);
      const etag = String(whole.headers.etag);
      for (const tags of [`"other", W/${etag}`, `${etag},"other"`, '*']) {
        const again = await server.app.inject({ url, headers: { 'if-none-match': tags } });
        expect([again.statusCode, again.rawPayload.length], `${tags} of ${place}`).toEqual([304, 0]);
      }
    }
  });
});

function textOf(pdf: Buffer): string {
  const file = path.join(mkdtempSync(path.join(tmpdir(), 'assay-pdf-')), 'report.pdf');
  writeFileSync(file, pdf);
  return execFileSync('pdftotext', ['-layout', file, '-'], { encoding: 'utf8' });
}

/** What is packed in a PDF, unpacked: pages, metadata, the attached certificate. */
function unpacked(pdf: Buffer): string {
  // The last byte of what is packed may be a carriage return; one too many at the end is not read.
  const streams = pdf.toString('latin1').matchAll(/FlateDecode[\s\S]{0,400}?stream\r?\n([\s\S]*?)\nendstream/g);
  return [...streams]
    .map(([, packed = '']) => inflateSync(Buffer.from(packed, 'latin1')).toString('latin1'))
    .join('\n');
}
