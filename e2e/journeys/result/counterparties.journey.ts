import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectAccessible } from '../../harness/accessible.ts';
import { launchBrowser, visit } from '../../harness/browser.ts';
import { KNOWN } from '../../harness/known-addresses.ts';
import { checkAddress } from '../../harness/search.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(async () => browser.close());

describe('the counterparties of a result', () => {
  it('are opened, turned to whom it paid and filtered by keyboard, and downloaded as a file', async () => {
    const { page, siteUrl, end } = await visit(browser, { as: 'demo' });
    await page.goto(siteUrl);
    await checkAddress(page, KNOWN.seized);
    await page.getByRole('link', { name: 'Counterparties' }).focus();
    await page.keyboard.press('Enter');
    const table = page.getByRole('region', { name: 'Counterparties' }).getByRole('table');
    await table.waitFor();
    expect(await page.locator('.party-totals').textContent()).toContain('81 parties, 980 records, 459,049.886493 USDT');
    expect(await table.locator('tbody tr').count()).toBe(25);
    await page.getByRole('link', { name: 'Next page' }).press('Enter');
    await expect.poll(() => page.url()).toContain('cursor=');
    await page.getByLabel('Category').selectOption('sanctions');
    await page.getByRole('button', { name: 'Show', exact: true }).press('Enter');
    await expect.poll(() => page.url()).toContain('category=sanctions');
    await expect.poll(() => table.locator('tbody tr').count()).toBeLessThan(25);
    for (const row of await table.locator('tbody tr').all()) expect(await row.textContent()).toContain('Sanctions');
    const file = page.waitForEvent('download');
    await page.getByRole('link', { name: 'Download all as CSV' }).click();
    expect((await file).suggestedFilename()).toMatch(/^counterparties-incoming-[0-9a-f]{8}\.csv$/);
    await page.getByRole('link', { name: /Whom it paid/ }).press('Enter');
    await expect.poll(() => page.url()).toContain('direction=outgoing');
    await end();
  });

  it('are readable at every width in both themes, and without scripts', async () => {
    const { page, siteUrl, end } = await visit(browser, { as: 'demo', width: 390 });
    await page.goto(siteUrl);
    await checkAddress(page, KNOWN.seized);
    const address = `${page.url()}/counterparties`;
    await page.goto(address);
    await page.getByRole('region', { name: 'Counterparties' }).waitFor();
    await expectAccessible(page, { at: () => page.getByRole('region', { name: 'Counterparties' }).waitFor() });
    const reader = await browser.newContext({ javaScriptEnabled: false });
    const plain = await reader.newPage();
    await plain.goto(`${address}?direction=outgoing`);
    expect(await plain.locator('.text-table tbody tr').count()).toBeGreaterThan(3);
    // A visitor has no file of it.
    expect(await plain.getByRole('link', { name: 'Download all as CSV' }).count()).toBe(0);
    await reader.close();
    await end();
  });
});
