import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectAccessible } from '../../harness/accessible.ts';
import { launchBrowser, visit } from '../../harness/browser.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(async () => browser.close());

describe('accessibility at every width and in both themes', () => {
  it.each([
    { path: '/privacy-policy', width: 1440 },
    { path: '/terms-of-service', width: 768 },
    { path: '/method', width: 390 },
    { path: '/method/transactions', width: 1440 },
    { path: '/scorecard', width: 390 },
    { path: '/sources', width: 768 },
  ])('finds no violation on $path', async ({ path, width }) => {
    const { page, siteUrl, end } = await visit(browser, { width });
    await page.goto(siteUrl + path);
    await expectAccessible(page);
    await end();
  });

  it('finds no violation on error pages', async () => {
    const { page, siteUrl, end } = await visit(browser, { width: 768, theme: 'dark', expectedStatus: 404 });
    for (const path of ['/no/such/page', '/riskcheck/none', '/assets/gone.js']) {
      await page.goto(siteUrl + path);
      await expectAccessible(page);
    }
    await end();
  });
});

describe('legal pages', () => {
  it('[ROUTE-09] [LEGAL-01] state the privacy policy: sixteen sections, dated, under Estonian law and the GDPR', async () => {
    const { page, siteUrl, calls, end } = await visit(browser);
    await page.goto(`${siteUrl}/privacy-policy`);
    expect(await page.locator('.text-body h2').count()).toBe(16);
    expect(await page.getByText('Last updated: 9 January 2024').isVisible()).toBe(true);
    expect(await page.getByText('governed by the law of Estonia and by the GDPR').isVisible()).toBe(true);
    await page.goto(`${siteUrl}/terms-of-service`);
    expect(await page.getByText('Last updated: 9 January 2024').isVisible()).toBe(true);
    expect(calls.filter((call) => !call.includes('/site/'))).toEqual([]);
    await end();
  });

  it('[LEGAL-03] state the terms: fourteen numbered sections, dated, of an Estonian private limited company', async () => {
    const { page, siteUrl, end } = await visit(browser);
    await page.goto(`${siteUrl}/terms-of-service`);
    const heads = await page.locator('.text-body h2').allTextContents();
    expect(heads.map((head) => Number.parseInt(head, 10))).toEqual(Array.from({ length: 14 }, (_, at) => at + 1));
    const text = (await page.locator('.text-body').textContent()) ?? '';
    expect(text).toContain('a private limited company (osaühing) under the law of Estonia');
    expect(text).toContain('governed by the law of Estonia');
    expect(await page.getByText('Last updated: 9 January 2024').isVisible()).toBe(true);
    await end();
  });

  it('link from the contents to the sections, and to each other', async () => {
    const { page, siteUrl, end } = await visit(browser);
    await page.goto(`${siteUrl}/terms-of-service`);
    await page.getByRole('navigation', { name: 'Contents' }).getByRole('link', { name: '13. Jurisdiction' }).click();
    await expect.poll(() => page.url()).toContain('#13-jurisdiction');
    const top = () =>
      page.getByRole('heading', { name: '13. Jurisdiction' }).evaluate((head) => head.getBoundingClientRect().top);
    await expect.poll(top).toBeLessThan(400);
    expect(await top()).toBeGreaterThan(60);
    await page.getByRole('link', { name: 'privacy policy', exact: true }).first().click();
    await page.getByRole('heading', { name: 'Privacy policy', level: 1 }).waitFor();
    await end();
  });

  it('are printed without header and footer', async () => {
    const { page, siteUrl, end } = await visit(browser, { theme: 'dark' });
    await page.goto(`${siteUrl}/privacy-policy`);
    await page.emulateMedia({ media: 'print', colorScheme: 'light' });
    expect(await page.locator('header.header').isVisible()).toBe(false);
    expect(await page.locator('.footer-slim').isVisible()).toBe(false);
    expect(await page.getByText('Last updated: 9 January 2024').isVisible()).toBe(true);
    const pdf = await page.pdf({ format: 'A4' });
    expect(pdf.length).toBeGreaterThan(20_000);
    await end();
  });
});

describe('method and sources', () => {
  it('publish the method with its version and its worked examples', async () => {
    const { page, siteUrl, end } = await visit(browser);
    await page.goto(`${siteUrl}/method`);
    expect(await page.getByText(/^Method version \d+, in full/).isVisible()).toBe(true);
    const examples = page.getByRole('group', { name: 'Table: 7. Worked examples' }).locator('tbody tr');
    expect(await examples.count()).toBeGreaterThan(10);
    expect(await examples.filter({ hasText: 'on the OFAC list' }).textContent()).toMatch(/1$/);
    await end();
  });

  it('publish the scorecard: every version, what it does not show, the price of attacks, and where versions differ', async () => {
    const { page, siteUrl, end } = await visit(browser, { hasScript: false });
    await page.goto(`${siteUrl}/method`);
    await page.locator('.text-lead').getByRole('link', { name: 'scorecard' }).click();
    await page.getByRole('heading', { name: 'Scorecard', level: 1 }).waitFor();
    const summary = page.getByRole('region', { name: 'In short' }).locator('tbody tr');
    expect(await summary.filter({ hasText: 'Ways to wash that reach five' }).textContent()).toMatch(/(\d+ of \d+){3}$/);
    expect(await summary.filter({ hasText: 'False comfort' }).textContent()).toMatch(/\d%[\d,]+ of [\d,]+/);
    expect(await page.getByRole('heading', { name: 'What it does not show' }).isVisible()).toBe(true);
    const cases = page.getByRole('region', { name: 'Gaming cases' });
    expect(await cases.locator('tbody tr').count()).toBe(5);
    expect(await cases.getByText('Two payments to an exchange wash the rest').isVisible()).toBe(true);
    const changes = page.getByRole('region', { name: 'Changes of stars between the versions' });
    expect(await changes.getByText('Five stars need a complete history').first().isVisible()).toBe(true);
    await page.locator('.footer-slim').getByRole('link', { name: 'Scorecard' }).waitFor();
    await end();
  });

  it('show the same counts as the API', async () => {
    const { page, siteUrl, end } = await visit(browser);
    await page.goto(`${siteUrl}/sources`);
    const answer = await page.request.get(`${siteUrl}/api/site/coverage`);
    const { data } = (await answer.json()) as {
      data: {
        labels: number;
        sets: { title: string }[];
        records: { ticker: string }[];
        conflicts: { total: number; listed: { address: string }[] };
      };
    };
    expect(data.labels).toBeGreaterThan(20_000);
    expect(await page.locator('.coverage-sums').textContent()).toContain(data.labels.toLocaleString('en-US'));
    const lists = page.getByRole('region', { name: 'Lists of labels' });
    for (const { title } of data.sets) expect(await lists.getByText(title, { exact: true }).count(), title).toBe(1);
    expect(await page.getByRole('region', { name: 'Records by asset' }).locator('tbody tr').count()).toBe(
      data.records.length,
    );
    const conflicts = page.getByRole('region', { name: 'Conflicting labels' });
    expect(data.conflicts.listed.length).toBeGreaterThan(0);
    expect(await conflicts.locator('tbody th').allTextContents()).toEqual(
      data.conflicts.listed.map(({ address }) => address),
    );
    expect(data.conflicts.listed.length).toBe(Math.min(50, data.conflicts.total));
    await end();
  });

  it('answer 404 for an invalid page of sources', async () => {
    const { page, siteUrl, end } = await visit(browser, { expectedStatus: 404 });
    expect((await page.goto(`${siteUrl}/sources?page=1`))?.status()).toBe(200);
    for (const query of ['?page=0', '?page=x', '?page=9999', '?conflicts=0', '?conflicts=9999']) {
      expect((await page.goto(`${siteUrl}/sources${query}`))?.status(), query).toBe(404);
    }
    await end();
  });
});

describe('errors', () => {
  it('[ROUTE-14] are Page Not Found for a 404, and Internal Server Error for everything else', async () => {
    const { page, siteUrl, end } = await visit(browser, {
      expectedStatus: 404,
      // The router logs its response by the name of its class, which the build shortens.
      expectedComplaint: /status of 500|UNEXPECTED|^error: \w{1,3}$/,
    });
    await page.goto(`${siteUrl}/riskcheck/0123456789abcdef0123456789abcdef`);
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('Page Not Found');
    await page.goto(`${siteUrl}/privacy-policy`, { waitUntil: 'networkidle' });
    await page.route('**/sources.data*', (route) => route.fulfill({ status: 500, body: '' }));
    await page.locator('.footer-slim').getByRole('link', { name: 'Sources and coverage' }).click();
    await page.getByRole('heading', { name: 'Internal Server Error', level: 1 }).waitFor();
    await page.getByRole('link', { name: 'New check' }).click();
    await page.getByRole('heading', { level: 1, name: 'Test a wallet' }).waitFor();
    await end();
  });

  it('[ROUTE-15] apologise and link home for a missing file', async () => {
    const { page, siteUrl, end } = await visit(browser, { expectedStatus: 404 });
    const answer = await page.goto(`${siteUrl}/assets/entry-of-another-build.js`);
    expect(answer?.status()).toBe(404);
    expect(await page.getByText('Sorry, the page you are looking for could not be found.').isVisible()).toBe(true);
    await page.getByRole('link', { name: 'Go back home' }).click();
    await page.waitForURL(`${siteUrl}/`);
    await end();
  });
});
