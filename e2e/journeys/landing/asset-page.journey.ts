import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launchBrowser, visit } from '../../harness/browser.ts';
import { addressField, checkButton } from '../../harness/search.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(async () => browser.close());

describe('the asset page', () => {
  it('[ASSET-01] [ASSET-03] [ROUTE-06] is about one asset, in any letter case of its id', async () => {
    const { page, siteUrl, end } = await visit(browser);
    const answer = await page.goto(`${siteUrl}/check/uSdT`);
    expect(answer?.status()).toBe(200);
    expect(await page.title()).toBe('Check your USDT - Assay');
    expect(await page.getAttribute('html', 'lang')).toBe('en-US');
    const icon = await page.getAttribute('link[rel=icon]', 'href');
    expect(icon).toBe('/icons/usdt.svg');
    expect((await page.request.get(`${siteUrl}${icon}`)).headers()['content-type']).toContain('image/svg+xml');
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('Wallet risk check');
    expect(await page.locator('.lede').textContent()).toContain('freezes your assets');
    expect(await addressField(page).isVisible()).toBe(true);
    expect(await checkButton(page).isEnabled()).toBe(true);
    await end();
  });

  it('[ASSET-02] presets the asset of its ticker and parent', async () => {
    const { page, siteUrl, end } = await visit(browser);
    await page.goto(`${siteUrl}/check/USDT`);
    expect(await page.locator('.search-asset').textContent()).toBe('USDTTRX');
    await page.goto(`${siteUrl}/check/USDT?parent=eth`);
    expect(await page.locator('.search-asset').textContent()).toBe('USDTETH');
    await addressField(page).fill('0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed');
    await page.locator('main').getByRole('option', { selected: true }).waitFor();
    expect(await checkButton(page).isDisabled()).toBe(false);
    await end();
  });

  it('[ASSET-04] resets the selected asset on other pages', async () => {
    const { page, siteUrl, end } = await visit(browser);
    await page.goto(`${siteUrl}/check/btc`);
    await page.locator('header .logo').click();
    await page.getByRole('button', { name: /^Select an asset, ?USDT ?TRX ?selected$/ }).waitFor();
    await end();
  });

  it('[ROUTE-06] is not found for an unknown ticker', async () => {
    const { page, siteUrl, end } = await visit(browser, { expectedStatus: 404 });
    const answer = await page.goto(`${siteUrl}/check/nosuchticker`);
    expect(answer?.status()).toBe(404);
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('Page Not Found');
    expect((await page.goto(`${siteUrl}/check/btc?parent=NOPE`))?.status()).toBe(404);
    await end();
  });
});
