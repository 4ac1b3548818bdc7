import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { expectAccessible, expectAccessibleHere } from '../../harness/accessible.ts';
import { launchBrowser, visit } from '../../harness/browser.ts';
import { KNOWN } from '../../harness/known-addresses.ts';
import { addressField, checkAddress, suggestion } from '../../harness/search.ts';

let browser: Browser;
/** Addresses of the results of all known wallets. */
const results: string[] = [];
beforeAll(async () => {
  browser = await launchBrowser();
  const { page, siteUrl, end } = await visit(browser, { as: 'demo' });
  for (const subject of Object.values(KNOWN)) {
    await page.goto(siteUrl);
    await checkAddress(page, subject);
    results.push(page.url());
  }
  await end();
});
afterAll(async () => browser.close());

describe('accessibility at every width and in both themes', () => {
  it('finds no violation on the landing page with suggestions and picker open', async () => {
    const { page, siteUrl, end } = await visit(browser, { width: 390 });
    await page.goto(siteUrl);
    await expectAccessible(page);
    await addressField(page).fill(KNOWN.sanctioned.address);
    await suggestion(page, { ticker: 'BTC' }).waitFor();
    await expectAccessible(page);
    const picker = page.getByRole('button', { name: /Select an asset/ });
    await picker.click();
    await expectAccessible(page);
    // Opened where there is space, it is laid out otherwise than where it was opened on a phone and widened.
    await page.keyboard.press('Escape');
    await page.setViewportSize({ width: 1440, height: 900 });
    await picker.click();
    await page.getByRole('listbox').waitFor();
    await expectAccessibleHere(page);
    await end();
  });

  it('finds no violation on the asset page, its error, and a missing page', async () => {
    const { page, siteUrl, end } = await visit(browser, { width: 768, theme: 'dark', expectedStatus: 404 });
    await page.goto(`${siteUrl}/check/btc`);
    await page.locator('main').getByRole('button', { name: 'Check' }).click();
    await page.getByText('Paste the wallet address to make a check').waitFor();
    await expectAccessible(page);
    await page.goto(`${siteUrl}/not/there`);
    await expectAccessible(page);
    await end();
  });

  it('finds no violation on the results of listed, linked and unknown addresses', async () => {
    const { page, end } = await visit(browser, { width: 1440, as: 'demo' });
    for (const result of results) {
      await page.goto(result);
      await page.locator('.verdict .stars, .verdict .na').waitFor();
      const path = page.locator('.path-toggle').first();
      if ((await path.count()) > 0) await path.click();
      const legend = page.locator('button.legend-row').first();
      if ((await legend.count()) > 0) await legend.click();
      await page.getByRole('link', { name: 'Learn more about possible risks' }).click();
      await expectAccessible(page);
    }
    await end();
  });
});
