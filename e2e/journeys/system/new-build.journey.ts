import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launchBrowser, visit } from '../../harness/browser.ts';
import { routeFile } from '../../harness/route-file.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(async () => browser.close());

const HOUR_MS = 3_600_000;

/** A mark that a page loses when it is reloaded. */
async function markPage(page: Page): Promise<void> {
  await page.evaluate(() => Object.assign(window, { isSamePage: true }));
}

function isSamePage(page: Page): Promise<boolean> {
  return page.evaluate(() => 'isSamePage' in window);
}

async function openPage(buildId?: string) {
  const tour = await visit(browser);
  const { page, siteUrl } = tour;
  await page.clock.install();
  if (buildId !== undefined) {
    await page.route('**/api/site/build', (route) => route.fulfill({ json: { data: { buildId } } }));
  }
  await page.goto(`${siteUrl}/privacy-policy`, { waitUntil: 'networkidle' });
  // What checks for a newer build is loaded some seconds after the page.
  const loaded = page.waitForEvent('requestfinished', (request) => request.url().includes('/check-build-'));
  await page.clock.runFor(10_000);
  await loaded;
  await markPage(page);
  return tour;
}

function followFooter(page: Page, name: string) {
  return page.locator('.footer-slim').getByRole('link', { name }).click();
}

describe('a new build of the site', () => {
  it('[ROUTE-19] is looked for every hour, and not announced while the same build is served', async () => {
    const { page, calls, end } = await openPage();
    const asked = () => calls.filter((call) => call === 'GET /api/site/build').length;
    await page.clock.runFor(HOUR_MS - 60_000);
    expect(asked()).toBe(0);
    await page.clock.runFor(120_000);
    await expect.poll(asked).toBe(1);
    await page.clock.runFor(HOUR_MS);
    await expect.poll(asked).toBe(2);
    expect(await page.getByText('A new version is available').count()).toBe(0);
    await followFooter(page, 'Terms');
    await page.getByRole('heading', { name: 'Terms of service', level: 1 }).waitFor();
    expect(await isSamePage(page)).toBe(true);
    await end();
  });

  it('is announced in an alert with a Reload button', async () => {
    const { page, end } = await openPage('another');
    await page.clock.runFor(HOUR_MS + 1000);
    const alert = page.locator('.alerts').getByRole('status');
    expect(await alert.textContent()).toContain('A new version is available');
    const loaded = page.waitForEvent('load');
    await alert.getByRole('button', { name: 'Reload' }).click();
    await loaded;
    expect(await isSamePage(page)).toBe(false);
    await end();
  });

  it('is loaded with the next page', async () => {
    const { page, end } = await openPage('another');
    await page.clock.runFor(HOUR_MS + 1000);
    await page.getByText('A new version is available').waitFor();
    await followFooter(page, 'Terms');
    await page.getByRole('heading', { name: 'Terms of service', level: 1 }).waitFor();
    expect(await isSamePage(page)).toBe(false);
    await end();
  });
});

describe('a chunk of a build that is gone', () => {
  async function openWithMissingChunk() {
    const tour = await visit(browser, { expectedStatus: 404, expectedComplaint: /route module|dynamically imported/ });
    const { page, siteUrl } = tour;
    const loads = { count: 0 };
    page.on('load', () => {
      loads.count += 1;
    });
    await page.goto(`${siteUrl}/privacy-policy`, { waitUntil: 'networkidle' });
    const chunk = await routeFile(page, 'routes/sources');
    return { ...tour, loads, chunk: `**${chunk}` };
  }

  it('[ERR-17] reloads the requested page once', async () => {
    const { page, siteUrl, loads, chunk, end } = await openWithMissingChunk();
    let failures = 0;
    await page.route(chunk, async (route) => {
      failures += 1;
      if (failures === 1) return route.fulfill({ status: 404, body: '' });
      return route.continue();
    });
    await followFooter(page, 'Sources and coverage');
    await page.waitForURL(`${siteUrl}/sources`);
    await page.getByRole('heading', { name: 'Sources and coverage', level: 1 }).waitFor();
    await expect.poll(() => loads.count).toBe(2);
    await end();
  });

  it('[ERR-17] does not reload again within 10 seconds: the error page is shown instead', async () => {
    const { page, loads, chunk, end } = await openWithMissingChunk();
    await page.route(chunk, (route) => route.fulfill({ status: 404, body: '' }));
    await page.clock.install();
    // As if the page had just been reloaded for the same reason.
    await page.evaluate(() => sessionStorage.setItem('assay.chunk-reload', String(Date.now())));
    await followFooter(page, 'Sources and coverage');
    await page.getByRole('heading', { name: 'Internal Server Error' }).waitFor();
    await page.clock.runFor(9_000);
    expect(loads.count).toBe(1);
    await end();
  });
});
