import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launchBrowser, visit } from '../../harness/browser.ts';
import { KNOWN } from '../../harness/known-addresses.ts';
import { addressField, checkAddress } from '../../harness/search.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(async () => browser.close());

const dollars = (text: string) => Number(text.replaceAll(/[$,]/g, ''));

describe('a result with prices', () => {
  it('[RISK-13] [RISK-14] shows what moved in dollars, and the percent of each category', async () => {
    const { page, siteUrl, end } = await visit(browser, { as: 'demo' });
    await page.goto(siteUrl);
    expect(await addressField(page).isVisible()).toBe(true);
    await checkAddress(page, KNOWN.seized);
    const total = dollars((await page.locator('.donut-mid .v').first().textContent()) ?? '');
    expect(total).toBeGreaterThan(0);
    const rows = page.locator('.legend').first().locator('button.legend-row');
    expect(await rows.count()).toBeGreaterThan(1);
    for (const row of await rows.all()) {
      await row.click();
      const percent = (await page.locator('.donut-mid .v').first().textContent()) ?? '';
      expect(percent).toBe(await row.locator('.num').textContent());
      if (!/^\d/.test(percent)) continue;
      const usd = dollars((await page.locator('.donut-mid .s').first().textContent()) ?? '');
      expect((usd / total) * 100, percent).toBeCloseTo(Number.parseFloat(percent), 0);
      await row.click();
    }
    await page.getByRole('heading', { name: 'Why this score' }).waitFor();
    await end();
  });
});
