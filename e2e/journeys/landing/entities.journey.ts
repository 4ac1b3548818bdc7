import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectAccessible } from '../../harness/accessible.ts';
import { launchBrowser, visit } from '../../harness/browser.ts';
import { JOINED_PHRASE, KEY, recordRequests } from '../../harness/secrets.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(async () => browser.close());

const searchField = (page: Page) => page.getByRole('searchbox', { name: 'Name of an entity' });
const pathOf = (page: Page) => page.url().slice(new URL(page.url()).origin.length);

describe('entities', () => {
  it('are found from the sources under a former name, with every labelled address and who says so', async () => {
    const { page, siteUrl, end } = await visit(browser);
    await page.goto(`${siteUrl}/sources`);
    await page.locator('main').getByRole('link', { name: 'list of entities' }).click();
    await page.getByRole('heading', { level: 1, name: 'Entities' }).waitFor();
    await searchField(page).fill('huobi');
    await searchField(page).press('Enter');
    await page.getByText('entities found for “huobi”').waitFor();
    expect(pathOf(page)).toBe('/entities?query=huobi');
    await page.getByRole('link', { name: 'HTX', exact: true }).click();
    await page.getByRole('heading', { level: 1, name: 'HTX' }).waitFor();
    expect(pathOf(page)).toBe('/entity/htx');
    const facts = await page.locator('.entity-facts').textContent();
    expect(facts).toContain('Huobi took the name HTX');
    expect(facts).toContain('Seychelles');
    expect(facts).toContain('KindExchange, licence unknown');
    expect(facts).toContain('LicenceNot knownNo register of licences is read');
    const labels = page.getByRole('region', { name: 'Labels', exact: true }).locator('tbody tr');
    expect(await labels.count()).toBe(50);
    await page.getByRole('link', { name: 'Next' }).click();
    await page.getByText(/Page 2 of/).waitFor();
    expect(pathOf(page)).toBe('/entity/htx?page=2#labels');
    await end();
  });

  it('have one path: other spellings lead to it, and unknown names and pages are not found', async () => {
    const { page, siteUrl, end } = await visit(browser, { expectedStatus: 404 });
    for (const spelling of ['Huobi', 'h.t.x', 'HTX']) {
      expect((await page.goto(`${siteUrl}/entity/${spelling}`))?.status()).toBe(200);
      expect(pathOf(page)).toBe('/entity/htx');
    }
    for (const path of ['/entity/nobody-at-all', '/entity/%00', '/entity/htx?page=99', '/entities?page=0']) {
      expect((await page.goto(siteUrl + path))?.status(), path).toBe(404);
    }
    await end();
  });

  it('are searched without a script too', async () => {
    const { page, siteUrl, end } = await visit(browser, { hasScript: false });
    await page.goto(`${siteUrl}/entities`);
    await searchField(page).fill('derebit');
    await page.getByRole('button', { name: 'Search' }).click();
    await page.getByRole('link', { name: 'Deribit', exact: true }).click();
    expect(pathOf(page)).toBe('/entity/deribit');
    await end();
  });

  it('are not searched for a secret, which is in no request and no address of a page', async () => {
    const { page, siteUrl, end } = await visit(browser);
    const record = recordRequests(page);
    await page.goto(`${siteUrl}/entities`, { waitUntil: 'networkidle' });
    for (const text of [KEY, JOINED_PHRASE]) {
      await searchField(page).fill(text);
      await searchField(page).press('Enter');
      await page.getByRole('search').getByRole('alert').waitFor();
      expect(await searchField(page).inputValue()).toBe('');
    }
    expect(record.leaks([KEY, JOINED_PHRASE])).toEqual([]);
    await page.goto(`${siteUrl}/entities?query=${KEY}`);
    expect(pathOf(page)).toBe('/entities');
    await end();
  });

  it('refuse a secret that is sent without a script', async () => {
    const { page, siteUrl, end } = await visit(browser, { hasScript: false, expectedStatus: 422 });
    await page.goto(`${siteUrl}/entities`);
    await searchField(page).fill(KEY);
    await page.getByRole('button', { name: 'Search' }).click();
    await page.getByText('This can be a private key or a seed phrase').waitFor();
    expect(await page.content()).not.toContain(KEY);
    await end();
  });
});

describe('accessibility of entities at every width and in both themes', () => {
  it.each([
    { path: '/entities', width: 390 },
    { path: '/entities?query=zzzz', width: 768 },
    { path: '/entity/htx', width: 1440 },
  ])('finds no violation on $path', async ({ path, width }) => {
    const { page, siteUrl, end } = await visit(browser, { width });
    await page.goto(siteUrl + path);
    await expectAccessible(page);
    await end();
  });
});
