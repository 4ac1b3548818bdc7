import AxeBuilder from '@axe-core/playwright';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launchBrowser, visit } from '../harness/browser.ts';
import { KNOWN } from '../harness/known-addresses.ts';
import { addressField, checkAddress, suggestion } from '../harness/search.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(async () => browser.close());

const WIDTHS = [1440, 768, 390] as const;
const THEMES = ['light', 'dark'] as const;
const SIGHTS = WIDTHS.flatMap((width) => THEMES.map((theme) => ({ width, theme })));

const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

async function expectNoViolation(page: Page): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).withTags(RULES).analyze();
  const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.target.join(' ')).join(', ')}`);
  expect(found).toEqual([]);
  const overhang = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  expect(overhang, 'the page scrolls sideways').toBeLessThanOrEqual(0);
}

describe.each(SIGHTS)('at $width px in $theme, without a violation of WCAG 2.2 AA', ({ width, theme }) => {
  it('stands the landing, with its suggestions and its picker open', async () => {
    const { page, siteUrl, end } = await visit(browser, { width, theme });
    await page.goto(siteUrl);
    await expectNoViolation(page);
    await addressField(page).fill(KNOWN.sanctioned.address);
    await suggestion(page, { ticker: 'BTC' }).waitFor();
    await expectNoViolation(page);
    await page.getByRole('button', { name: /Select an asset/ }).click();
    await expectNoViolation(page);
    await end();
  });

  it('stand the asset page, its error, and the page that is not there', async () => {
    const { page, siteUrl, end } = await visit(browser, { width, theme, expectedStatus: 404 });
    await page.goto(`${siteUrl}/check/btc`);
    await page.locator('main').getByRole('button', { name: 'Check' }).click();
    await page.getByText('Paste the wallet address to make a check').waitFor();
    await expectNoViolation(page);
    await page.goto(`${siteUrl}/not/there`);
    await expectNoViolation(page);
    await end();
  });

  it('stand the result of a listed address, of one with flows, and of one nothing is known of', async () => {
    const { page, siteUrl, end } = await visit(browser, { width, theme, as: 'demo' });
    for (const subject of Object.values(KNOWN)) {
      await page.goto(siteUrl);
      await checkAddress(page, subject);
      const path = page.locator('.path-toggle').first();
      if ((await path.count()) > 0) await path.click();
      const legend = page.locator('button.legend-row').first();
      if ((await legend.count()) > 0) await legend.click();
      await page.getByRole('link', { name: 'Learn more about possible risks' }).click();
      await expectNoViolation(page);
    }
    await end();
  });
});
