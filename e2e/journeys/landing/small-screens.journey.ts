import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launchBrowser, visit } from '../../harness/browser.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(async () => browser.close());

/** How much of the window the header covers after the page was scrolled, in px. */
async function coveredByHeader(page: Page): Promise<number> {
  await page.mouse.wheel(0, 400);
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(100);
  const box = await page.locator('header').boundingBox();
  return box === null ? 0 : Math.max(0, box.y + box.height);
}

describe('on a small screen', () => {
  it('only the search row of the header stays while a phone scrolls', async () => {
    const { page, siteUrl, end } = await visit(browser, { as: 'demo', width: 390, height: 844 });
    await page.goto(`${siteUrl}/account?tab=tariffs`);
    await page.getByRole('heading', { name: 'Plans', exact: true }).waitFor();
    expect(await coveredByHeader(page)).toBe(56);
    expect(await page.locator('header').getByRole('combobox').isVisible()).toBe(true);
    await end();
  });

  it('nothing covers the page at 400% zoom', async () => {
    const { page, siteUrl, end } = await visit(browser, { as: 'demo', width: 320, height: 256 });
    await page.goto(`${siteUrl}/account?tab=tariffs`);
    await page.getByRole('heading', { name: 'Plans', exact: true }).waitFor();
    expect(await coveredByHeader(page)).toBe(0);
    await end();
  });

  it('a wide table scrolls in its own frame, with a shadow where there is more', async () => {
    const { page, siteUrl, end } = await visit(browser, { width: 390, height: 844 });
    await page.goto(`${siteUrl}/sources`);
    const table = page.getByRole('region', { name: 'Records by asset' });
    expect(await table.evaluate((frame) => frame.scrollWidth - frame.clientWidth)).toBeGreaterThan(0);
    expect(await table.evaluate((frame) => getComputedStyle(frame).backgroundImage)).toMatch(/gradient/);
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0);
    await end();
  });
});
