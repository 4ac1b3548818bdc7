import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launchBrowser, visit } from '../../harness/browser.ts';
import { KNOWN } from '../../harness/known-addresses.ts';
import { checkAddress } from '../../harness/search.ts';
import { visibleTime } from '../../harness/visible-time.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(async () => browser.close());

describe('the evidence', () => {
  it('[RISK-03] [RISK-05] of a customer of a labelled exchange shows five stars and an unknown licence', async () => {
    const { page, siteUrl, end } = await visit(browser, { as: 'demo' });
    await page.goto(siteUrl);
    await checkAddress(page, KNOWN.exchangeCustomer);
    expect(await page.locator('.verdict').getByRole('img', { name: '5 of 5 stars' }).isVisible()).toBe(true);
    const row = page.locator('.evidence tbody tr').first();
    expect(await row.locator('th').textContent()).toMatch(/Exchange, licence unknown.*binance/i);
    expect(await row.locator('.c-layer').textContent()).toBe('Direct');
    expect(await row.locator('.c-share').textContent()).toBe('100.0%');
    expect(await page.locator('.labels tbody tr').first().locator('.c-source').textContent()).not.toBe('');
    await end();
  });

  it('shows the whole path to a fraud at two hops, with every transaction id to copy', async () => {
    const { page, siteUrl, end } = await visit(browser, { as: 'demo' });
    await page.goto(siteUrl);
    await checkAddress(page, KNOWN.nearFraud);
    expect(await page.locator('.verdict').getByRole('img', { name: '2 of 5 stars' }).isVisible()).toBe(true);
    const row = page.locator('.evidence tbody tr').filter({ hasText: 'Scam' }).first();
    expect(await row.locator('.c-layer').textContent()).toBe('Indirect');
    expect(await row.locator('.c-hops').textContent()).toMatch(/^2/);
    expect(await row.locator('.hop-path').textContent()).toContain('this wallet');
    const toggle = row.locator('.path-toggle');
    expect(await toggle.getAttribute('aria-expanded')).toBe('false');
    await toggle.click();
    await page.locator('.transfer-id .mono').nth(1).waitFor();
    const ids = await page.locator('.transfer-id .mono').allTextContents();
    expect(ids.length).toBeGreaterThanOrEqual(2);
    for (const id of ids) expect(id).toMatch(/^[0-9a-f]{64}$/);
    const readVisibleMs = await visibleTime(page, '.transfer-id', 'The transaction id is copied to clipboard');
    await page.locator('.transfer-id').first().getByRole('button').click();
    await readVisibleMs();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(ids[0]);
    await toggle.click();
    await expect.poll(() => page.locator('.transfer-id').count()).toBe(0);
    await end();
  });

  it('[RISK-06] [RISK-11] [RISK-15] switches the direction, and highlights the category picked in the legend', async () => {
    const { page, siteUrl, end } = await visit(browser, { as: 'demo' });
    await page.goto(siteUrl);
    await checkAddress(page, KNOWN.gambler);
    const legend = page.locator('.legend');
    const middle = page.locator('.donut-mid');
    for (const share of await legend.locator('.num').allTextContents()) expect(share).toMatch(/^\d+\.\d%$/);
    const gambling = legend.getByRole('button', { name: /Gambling/ });
    await gambling.click();
    await expect.poll(() => gambling.getAttribute('aria-pressed')).toBe('true');
    expect(await middle.textContent()).toContain('Gambling');
    expect(await page.locator('.donut .arc[data-dimmed]').count()).toBe(
      (await page.locator('.donut .arc').count()) - 1,
    );
    await gambling.click();
    await expect.poll(() => page.locator('.donut [data-dimmed]').count()).toBe(0);
    expect(await middle.textContent()).toContain('Incoming');

    await gambling.click();
    const outgoing = page.getByRole('radio', { name: 'Outgoing' });
    await outgoing.click();
    await expect.poll(() => outgoing.getAttribute('aria-checked')).toBe('true');
    expect(await gambling.getAttribute('aria-pressed'), 'both directions have it').toBe('true');
    await legend.getByRole('button', { name: /Still held/, pressed: false }).click();
    await legend.getByRole('button', { name: /Still held/, pressed: true }).waitFor();
    await page.keyboard.press('Shift+Tab');
    await outgoing.press('ArrowLeft');
    await page.getByRole('radio', { name: 'Incoming', checked: true }).waitFor();
    expect(await legend.locator('[aria-pressed=true]').count(), 'the other direction lacks it').toBe(0);
    expect(await middle.textContent()).toContain('Incoming');
    await end();
  });

  it('[RISK-15] of unattributed payments shows one segment of unmarked assets', async () => {
    const { page, siteUrl, end } = await visit(browser, { as: 'demo' });
    await page.goto(siteUrl);
    await checkAddress(page, KNOWN.unattributed);
    expect(await page.locator('.verdict .na').isVisible()).toBe(true);
    expect(await page.locator('.legend-row').allTextContents()).toEqual(['Unmarked assets100.0%']);
    expect(await page.locator('.donut .arc').count()).toBe(1);
    await end();
  });
});
