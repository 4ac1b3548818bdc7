import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectAccessible } from '../../harness/accessible.ts';
import { launchBrowser, visit } from '../../harness/browser.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(async () => browser.close());

const searchField = (page: Page) => page.getByRole('searchbox', { name: 'Name of a service' });
const pathOf = (page: Page) => page.url().slice(new URL(page.url()).origin.length);

describe('services that identify their customers', () => {
  it('are found from the sources by name, with their days, the reason and every piece of evidence', async () => {
    const { page, siteUrl, end } = await visit(browser);
    await page.goto(`${siteUrl}/sources`);
    await page.locator('main').getByRole('link', { name: 'list of its own' }).click();
    await page.getByRole('heading', { level: 1, name: 'Services that identify their customers' }).waitFor();
    expect(await page.getByText('no result uses it yet').count()).toBe(1);
    await searchField(page).fill('derebit');
    await searchField(page).press('Enter');
    await page.getByText('1 service found for “derebit”').waitFor();
    expect(pathOf(page)).toBe('/services?query=derebit');
    await page.getByText('5 pieces of evidence').click();
    const evidence = page.getByRole('region', { name: 'Evidence on Deribit' });
    await evidence.getByRole('link', { name: 'Deribit help, copy by others' }).waitFor();
    await page.getByRole('link', { name: 'Deribit', exact: true }).click();
    await page.getByRole('heading', { level: 1, name: 'Deribit' }).waitFor();
    expect(pathOf(page)).toBe('/services/deribit');
    const facts = await page.locator('.entity-facts').textContent();
    expect(facts).toContain('Since01 Oct 2021');
    expect(facts).toContain('Days left out01 Nov 2022 to 02 Nov 2022');
    expect(await evidence.locator('tbody tr').count()).toBe(5);
    await page.getByRole('link', { name: 'page of Deribit' }).click();
    await page.waitForURL(`${siteUrl}/entity/deribit`);
    await page.getByRole('link', { name: 'Since 01 Oct 2021' }).click();
    await page.waitForURL(`${siteUrl}/services/deribit`);
    await end();
  });

  it('are read, searched and paged without a script, and have one path each', async () => {
    const { page, siteUrl, end } = await visit(browser, { hasScript: false, expectedStatus: 404 });
    await page.goto(`${siteUrl}/services`);
    await page.getByRole('link', { name: 'Next' }).click();
    expect(pathOf(page)).toBe('/services?page=2');
    await searchField(page).fill('bit-stamp');
    await page.getByRole('button', { name: 'Search' }).click();
    await page.getByText('5 pieces of evidence').click();
    await page.getByRole('link', { name: 'CCN' }).waitFor();
    expect((await page.goto(`${siteUrl}/services/KuCoin%20%26%20KuCoin%20Futures`))?.status()).toBe(200);
    expect(pathOf(page)).toBe('/services/kucoin');
    for (const path of ['/services/nobody', '/services?page=9', '/services?page=0']) {
      expect((await page.goto(siteUrl + path))?.status(), path).toBe(404);
    }
    await end();
  });
});

describe('accessibility of services at every width and in both themes', () => {
  it.each([
    { path: '/services', width: 390 },
    { path: '/services?query=zzzz', width: 768 },
    { path: '/services/bybit', width: 1440 },
  ])('finds no violation on $path', async ({ path, width }) => {
    const { page, siteUrl, end } = await visit(browser, { width });
    await page.goto(siteUrl + path);
    await expectAccessible(page);
    await end();
  });
});
