import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launchBrowser, visit } from '../../harness/browser.ts';
import { KNOWN } from '../../harness/known-addresses.ts';
import { addressField, checkAddress, suggestion } from '../../harness/search.ts';
import { startProduct } from '../../harness/start-product.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(async () => browser.close());

const headerPanel = (page: Page) => page.locator('header').getByRole('combobox', { name: 'Wallet address' });

describe('a visitor', () => {
  it('[ROLE-01] reads the landing, searches, and opens a result by its id', async () => {
    const user = await visit(browser, { as: 'demo' });
    await user.page.goto(user.siteUrl);
    await checkAddress(user.page, KNOWN.sanctioned);
    const result = user.page.url();
    await user.end();

    const guest = await visit(browser);
    expect((await guest.page.goto(guest.siteUrl))?.status()).toBe(200);
    await addressField(guest.page).fill(KNOWN.sanctioned.address);
    await suggestion(guest.page, KNOWN.sanctioned).waitFor();
    expect((await guest.page.goto(result))?.status()).toBe(200);
    await guest.page.getByRole('heading', { level: 1, name: 'Risk score for BTC wallet address' }).waitFor();
    await guest.page.locator('header').getByRole('link', { name: 'Create account' }).waitFor();
    await guest.end();
  });

  it('[HEAD-08] has the panel in the header of the landing once the hero form is out of view, if the flag is on', async () => {
    const { page, siteUrl, end } = await visit(browser);
    const scrollTo = (top: number) => page.evaluate((y) => window.scrollTo({ top: y, behavior: 'instant' }), top);
    await page.goto(siteUrl, { waitUntil: 'networkidle' });
    expect(await headerPanel(page).count()).toBe(0);
    await scrollTo(2500);
    await headerPanel(page).waitFor();
    await scrollTo(0);
    await headerPanel(page).waitFor({ state: 'detached' });

    const without = await startProduct({ LANDING_HEADER_SEARCH: 'off', STARTER_DATA: 'off' });
    try {
      const other = await browser.newPage();
      await other.clock.install();
      await other.goto(without.url, { waitUntil: 'networkidle' });
      await other.evaluate(() => window.scrollTo({ top: 2500, behavior: 'instant' }));
      await other.clock.runFor(10_000);
      expect(await headerPanel(other).count()).toBe(0);
      await other.close();
    } finally {
      await without.stop();
    }
    await end();
  });
});
