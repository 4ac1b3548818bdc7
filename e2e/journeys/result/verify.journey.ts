import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Browser, Page, Route } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectAccessible, expectAccessibleHere } from '../../harness/accessible.ts';
import { launchBrowser, visit } from '../../harness/browser.ts';
import { KNOWN } from '../../harness/known-addresses.ts';
import { checkAddress } from '../../harness/search.ts';

const run = promisify(execFile);

let browser: Browser;
let id: string;
let pdf: Buffer;
let certificate: Buffer;

beforeAll(async () => {
  browser = await launchBrowser();
  const { page, context, siteUrl, end } = await visit(browser, { as: 'demo' });
  await page.goto(siteUrl);
  await checkAddress(page, KNOWN.sanctioned);
  id = new URL(page.url()).pathname.split('/').at(-1) ?? '';
  pdf = await (await context.request.get(`${siteUrl}/api/monitor/pdf/${id}`)).body();
  certificate = await (await context.request.get(`${siteUrl}/api/monitor/check/${id}/certificate.json`)).body();
  await end();
});
afterAll(async () => browser.close());

const REPORT = 'report.pdf';

async function choose(page: Page, name: string, buffer: Buffer): Promise<void> {
  const mimeType = name.endsWith('.pdf') ? 'application/pdf' : 'application/json';
  await page.locator('input[type=file]').setInputFiles({ name, mimeType, buffer });
  await page.locator('.verified h2', { hasText: name }).waitFor();
}

/** Drops a file on the page. */
async function drop(page: Page, name: string, buffer: Buffer): Promise<void> {
  const transfer = await page.evaluateHandle(
    ([fileName, base64]) => {
      const bytes = Uint8Array.from(atob(base64 ?? ''), (sign) => sign.charCodeAt(0));
      const data = new DataTransfer();
      data.items.add(new File([bytes], fileName ?? ''));
      return data;
    },
    [name, buffer.toString('base64')],
  );
  await page.locator('.drop').dispatchEvent('dragover', { dataTransfer: transfer });
  await page.locator('.drop').dispatchEvent('drop', { dataTransfer: transfer });
}

function flipped(bytes: Buffer, at: number): Buffer {
  const copy = Buffer.from(bytes);
  copy.writeUInt8(copy.readUInt8(at) ^ 1, at);
  return copy;
}

const verdict = (page: Page) => page.locator('.verified .alert').first();

describe('verifying a report', () => {
  it('shows what a genuine report proves, by whom and when, and what not, and uploads nothing', async () => {
    const { page, siteUrl, end } = await visit(browser);
    const bodies: number[] = [];
    page.on('request', (request) => bodies.push(request.postDataBuffer()?.length ?? 0));
    await page.goto(`${siteUrl}/verify`);
    await drop(page, REPORT, pdf);
    await page.locator('.verified').waitFor();
    expect(await verdict(page).textContent()).toContain('Genuine and unchanged.');
    const text = (await page.locator('.verified').textContent()) ?? '';
    expect(text).toContain(KNOWN.sanctioned.address);
    expect(text).toContain(id);
    expect(text).toContain(siteUrl);
    expect(text).toContain('What is not proven');
    expect(await page.locator('.findings [data-outcome="failed"], .findings [data-outcome="unknown"]').count()).toBe(0);
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe(REPORT);
    await choose(page, 'certificate.json', certificate);
    expect(await verdict(page).textContent()).toContain('Genuine and unchanged.');
    expect(Math.max(...bodies)).toBe(0);
    await end();
  });

  it('finds a single bit that was changed, wherever it is', async () => {
    const { page, siteUrl, end } = await visit(browser);
    await page.goto(`${siteUrl}/verify`);
    for (const part of [0.1, 0.5, 0.9]) {
      await choose(page, `bit-${part}.pdf`, flipped(pdf, Math.floor(pdf.length * part)));
      expect(await verdict(page).getAttribute('data-type')).toBe('error');
      expect(await page.locator('.verified .facts').count()).toBe(0);
    }
    await choose(page, 'changed.json', flipped(certificate, Math.floor(certificate.length / 2)));
    expect(await verdict(page).getAttribute('data-type')).toBe('error');
    await end();
  });

  it('accepts no file of another issuer', async () => {
    const { page, siteUrl, end } = await visit(browser);
    await page.goto(`${siteUrl}/verify`);
    for (const [name, text] of [
      ['letter.pdf', '%PDF-1.7\n1 0 obj\n<<>>\nendobj\ntrailer<<>>\n%%EOF'],
      ['data.json', '{"statement":{"result":{}},"signature":""}'],
      ['photo.json', '\u0000\u0001\u0002'],
    ] as const) {
      await choose(page, name, Buffer.from(text));
      expect(await verdict(page).getAttribute('data-type'), name).not.toBe('success');
      expect(await page.locator('.verified .facts').count()).toBe(0);
    }
    await page
      .locator('input[type=file]')
      .setInputFiles({ name: 'empty.pdf', mimeType: 'application/pdf', buffer: Buffer.alloc(0) });
    await page.getByText('This file is empty.').waitFor();
    await end();
  });

  it('works by keyboard alone', async () => {
    const { page, siteUrl, end } = await visit(browser);
    // Awaited from the start: a key pressed before the listener exists opens a dialog that the test cannot see.
    const chosen = page.waitForEvent('filechooser');
    await page.goto(`${siteUrl}/verify`, { waitUntil: 'networkidle' });
    await page.locator('input[type=file]').focus();
    await page.keyboard.press('Enter');
    const chooser = await chosen;
    await chooser.setFiles({ name: REPORT, mimeType: 'application/pdf', buffer: pdf });
    await page.locator('.verified').waitFor();
    expect(await verdict(page).getAttribute('data-type')).toBe('success');
    await end();
  });

  it('has a page for each check, also without scripts, and detects a file about another check', async () => {
    const { page, siteUrl, end } = await visit(browser, { hasScript: false });
    await page.goto(`${siteUrl}/verify/${id}`);
    const facts = (await page.locator('.server-facts').textContent()) ?? '';
    for (const part of [id, KNOWN.sanctioned.address, 'Ed25519', 'SHA-256']) expect(facts).toContain(part);
    await end();
    const other = await visit(browser, { as: 'demo' });
    await other.page.goto(siteUrl);
    await checkAddress(other.page, KNOWN.unattributed);
    const otherId = new URL(other.page.url()).pathname.split('/').at(-1) ?? '';
    await other.page.goto(`${siteUrl}/verify/${otherId}`);
    await choose(other.page, REPORT, pdf);
    await other.page.getByText(`This file is about another check: ${id}.`).waitFor();
    await other.end();
  });

  it('shows OpenSSL commands that give the same verdict', async () => {
    const { page, context, siteUrl, end } = await visit(browser);
    await page.goto(`${siteUrl}/verify/${id}`);
    await page.getByText('BEGIN PUBLIC KEY').waitFor();
    const [pem = '', forResult = '', forPdf = ''] = await page.locator('.openssl pre').allTextContents();
    await page.setViewportSize({ width: 390, height: 844 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
    const blocks = await page
      .locator('.openssl pre')
      .evaluateAll((all) =>
        all.map((block) => [block.scrollWidth > block.clientWidth, getComputedStyle(block).overflowX]),
      );
    for (const [isWider, overflow] of blocks)
      expect(isWider === false || overflow === 'auto', 'can be read in whole').toBe(true);
    const root = await (await context.request.get(`${siteUrl}/.well-known/assay-ca.pem`)).body();
    const folder = await mkdtemp(join(tmpdir(), 'assay-openssl-'));
    const inFolder = async (commands: string) => {
      const { stdout, stderr } = await run('bash', ['-ec', commands], { cwd: folder });
      return stdout + stderr;
    };
    try {
      await writeFile(join(folder, 'key.pem'), `${pem}\n`);
      await writeFile(join(folder, 'assay-ca.pem'), root);
      await writeFile(join(folder, 'certificate.json'), certificate);
      await writeFile(join(folder, REPORT), pdf);
      expect(await inFolder(forResult)).toContain('Signature Verified Successfully');
      expect(await inFolder(forPdf)).toMatch(/CAdES Verification successful|CMS Verification successful/i);
      await writeFile(join(folder, 'certificate.json'), flipped(certificate, 400));
      await expect(inFolder(forResult)).rejects.toThrow();
      await writeFile(join(folder, REPORT), flipped(pdf, pdf.length - 2_000));
      await expect(inFolder(forPdf)).rejects.toThrow();
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
    await end();
  });

  it.each([
    { what: 'was issued before, by the record of the site', from: 60_000, hasRecord: true, type: 'success' },
    { what: 'only claims to be older', from: 60_000, hasRecord: false, type: 'warn' },
    { what: 'was signed after', from: -3_600_000, hasRecord: true, type: 'error' },
  ])('judges a file of a stolen key that $what', async ({ from, hasRecord, type }) => {
    for (const [width, theme] of [
      [1440, 'light'],
      [390, 'dark'],
    ] as const) {
      const { page, siteUrl, end } = await visit(browser, { width, theme });
      await markKeys(page, new Date(Date.now() + from).toISOString());
      if (!hasRecord) await page.route('**/.well-known/assay-issued/*', (route) => withoutRecord(route));
      await page.goto(`${siteUrl}/verify`);
      await choose(page, REPORT, pdf);
      expect(await verdict(page).getAttribute('data-type')).toBe(type);
      expect(await page.locator('.findings li').allTextContents()).toContainEqual(
        expect.stringContaining('marked compromised from'),
      );
      // The holder of the stolen key could have written the result: it is not shown as the issuer's.
      expect(await page.locator('.verified .facts').count()).toBe(type === 'success' ? 1 : 0);
      await expectAccessibleHere(page);
      await end();
    }
  });

  it('reports that the record of the site cannot be read, and gives no verdict', async () => {
    const { page, siteUrl, end } = await visit(browser, { expectedStatus: 503 });
    await markKeys(page, new Date(Date.now() + 60_000).toISOString());
    await page.route('**/.well-known/assay-issued/*', (route) => route.fulfill({ status: 503 }));
    await page.goto(`${siteUrl}/verify`);
    await page.locator('input[type=file]').setInputFiles({ name: REPORT, mimeType: 'application/pdf', buffer: pdf });
    await page.getByText('record of this report could not be read').waitFor();
    expect(await page.locator('.verified').count()).toBe(0);
    await end();
  });

  it('has no violation of WCAG 2.2 AA at every width and in both themes', async () => {
    const { page, siteUrl, end } = await visit(browser, { width: 390 });
    await page.goto(`${siteUrl}/verify/${id}`);
    await page.getByText('BEGIN PUBLIC KEY').waitFor();
    await choose(page, REPORT, pdf);
    await expectAccessible(page);
    await choose(page, 'changed.pdf', flipped(pdf, 3_000));
    await expectAccessible(page);
    await page.goto(`${siteUrl}/riskcheck/${id}`);
    await page.getByRole('button', { name: 'Share', exact: true }).click();
    await page.getByRole('menu').waitFor();
    await expectAccessible(page);
    await end();
  });
});

/** The real answer of the site, as for a file that it never issued. */
async function withoutRecord(route: Route): Promise<void> {
  const answer = await route.fetch();
  const record: { signed_at: unknown } = await answer.json();
  expect(record.signed_at).toEqual(expect.any(String));
  await route.fulfill({ json: { ...record, signed_at: null } });
}

/** Shows the page the published list with every result key and root marked; the server's own list stays as it is. */
async function markKeys(page: Page, from: string): Promise<void> {
  const mark = (entry: object) => ({ ...entry, state: 'compromised', compromised_from: from });
  await page.route('**/.well-known/assay-keys.json', async (route) => {
    const answer = await route.fetch();
    const { keys, authorities, ...rest }: { keys: object[]; authorities: object[] } = await answer.json();
    await route.fulfill({ json: { ...rest, keys: keys.map(mark), authorities: authorities.map(mark) } });
  });
}
