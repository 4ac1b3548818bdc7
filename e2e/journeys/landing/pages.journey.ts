import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launchBrowser, visit } from '../../harness/browser.ts';
import { checkButton } from '../../harness/search.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(async () => browser.close());

describe('pages', () => {
  it('[HEAD-01] [ROUTE-01] show the landing to a visitor, with a logo that links home', async () => {
    const { page, siteUrl, end } = await visit(browser);
    const answer = await page.goto(siteUrl);
    expect(answer?.status()).toBe(200);
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('Test a wallet before you trust it.');
    expect(await page.locator('header .logo').getAttribute('href')).toBe('/');
    await end();
  });

  it('[ROUTE-13] answer 404 with the path for a path that does not exist', async () => {
    const { page, siteUrl, end } = await visit(browser, { expectedStatus: 404 });
    const answer = await page.goto(`${siteUrl}/no/such/page`);
    expect(answer?.status()).toBe(404);
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('Page Not Found: /no/such/page');
    expect(await page.locator('main').textContent()).toContain('It may have a typing error.');
    expect(await page.locator('header .logo').isVisible()).toBe(true);
    await end();
  });

  it('[ROUTE-07] [RISK-08] answer 404 for an unknown or empty result id', async () => {
    const { page, siteUrl, end } = await visit(browser, { expectedStatus: 404 });
    const answer = await page.goto(`${siteUrl}/riskcheck/0123456789abcdef0123456789abcdef`);
    expect(answer?.status()).toBe(404);
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('Page Not Found');
    expect(await page.locator('main').textContent()).toContain(
      'is no longer shared. Ask the person who sent you the link',
    );
    expect((await page.goto(`${siteUrl}/riskcheck/`))?.status()).toBe(404);
    await end();
  });

  it('have no dead links', async () => {
    const { page, siteUrl, end } = await visit(browser);
    await page.goto(siteUrl);
    const links = await page
      .locator('a[href]')
      .evaluateAll((all) => all.map((link) => link.getAttribute('href') ?? ''));
    expect(links.length).toBeGreaterThan(3);
    // Links to other sites are the operator's.
    for (const link of new Set(links.filter((href) => new URL(href, siteUrl).origin === siteUrl))) {
      if (link.startsWith('#')) expect(await page.locator(link).count(), link).toBe(1);
      else expect((await page.request.get(new URL(link, siteUrl).href)).status(), link).toBe(200);
    }
    await end();
  });

  it('can be read without a script', async () => {
    const { page, siteUrl, end } = await visit(browser, { hasScript: false, theme: 'dark' });
    await page.goto(siteUrl);
    expect(await page.getByRole('heading', { level: 1 }).isVisible()).toBe(true);
    expect(await page.evaluate(() => getComputedStyle(document.body).backgroundColor)).toBe('rgb(13, 17, 23)');
    await page
      .locator('main')
      .getByRole('combobox', { name: 'Wallet address' })
      .fill('1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa');
    await checkButton(page).click();
    await page.getByRole('radio').first().waitFor();
    // The form is posted: a URL would keep what was pasted by accident.
    expect(page.url()).not.toContain('1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa');
    expect(await page.locator('main input[name=address]').inputValue()).toBe('1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa');
    await end();
  });

  it('follow the system from light to dark while they are open', async () => {
    const { page, siteUrl, end } = await visit(browser, { theme: 'light' });
    await page.goto(siteUrl);
    expect(await page.getAttribute('html', 'data-theme')).toBe('light');
    await page.emulateMedia({ colorScheme: 'dark' });
    await page.locator('html[data-theme=dark]').waitFor();
    await end();
  });
});
