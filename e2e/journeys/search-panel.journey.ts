import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launchBrowser, visit } from '../harness/browser.ts';
import { hold } from '../harness/hold.ts';
import { KNOWN } from '../harness/known-addresses.ts';
import { addressField, checkButton, suggestion } from '../harness/search.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(async () => browser.close());

const tron = 'TNXoiAJ3dct8Fjg4M9fkLFh9S2v9TXc32G';

describe('the search panel', () => {
  it('[SRCH-01] [SRCH-09] [PICK-06] stands on the landing with a selector that shows the first asset', async () => {
    const { page, siteUrl, end } = await visit(browser);
    await page.goto(siteUrl);
    expect(await addressField(page).getAttribute('placeholder')).toBe('Paste the wallet address here');
    const selector = page.getByRole('button', { name: /^Select an asset, ?USDT ?TRX ?selected$/ });
    expect(await selector.isVisible()).toBe(true);
    await end();
  });

  it('[SRCH-04] [SRCH-05] [SRCH-06] [SRCH-08] [SRCH-10] [SRCH-11] suggests, and checks only what was chosen', async () => {
    const { page, siteUrl, end } = await visit(browser);
    await page.goto(siteUrl);
    await addressField(page).fill(tron);
    expect(await checkButton(page).isDisabled()).toBe(true);
    const list = page.locator('.suggest');
    await suggestion(page, { ticker: 'USDT', parent: 'TRX' }).waitFor();
    expect(await list.textContent()).toContain('Available in this blockchains');
    expect(await list.getByRole('option').first().locator('.badge, .tick').first().isVisible()).toBe(true);
    await suggestion(page, { ticker: 'TRX' }).click();
    await list.waitFor({ state: 'detached' });
    await expect.poll(() => addressField(page).evaluate((field) => field === document.activeElement)).toBe(false);
    expect(await page.getByRole('button', { name: /^Select an asset, ?TRX ?selected$/ }).isVisible()).toBe(true);
    expect(await checkButton(page).isDisabled()).toBe(false);
    await addressField(page).focus();
    expect(await list.getByRole('option', { selected: true }).textContent()).toContain('TRX');
    await page.keyboard.press('Backspace');
    await expect.poll(() => checkButton(page).isDisabled()).toBe(true);
    await addressField(page).fill('');
    await list.waitFor({ state: 'detached' });
    await end();
  });

  it('[SRCH-02] strips spaces from what is typed and what is pasted', async () => {
    const { page, siteUrl, end } = await visit(browser);
    await page.goto(siteUrl);
    await addressField(page).pressSequentially('0x 12 34');
    await expect.poll(() => addressField(page).inputValue()).toBe('0x1234');
    await page.evaluate(() => navigator.clipboard.writeText('  1A1z P1eP5\n QGefi '));
    await addressField(page).press('ControlOrMeta+a');
    await addressField(page).press('ControlOrMeta+v');
    await expect.poll(() => addressField(page).inputValue()).toBe('1A1zP1eP5QGefi');
    await end();
  });

  it('[SRCH-07] [SRCH-12] asks once, after a pause, from two characters on', async () => {
    const { page, siteUrl, calls, end } = await visit(browser);
    // The pause after a key lasts as long as the clock of the page is told to run.
    await page.clock.install();
    await page.goto(siteUrl);
    await page.clock.pauseAt(Date.now() + 60_000);
    await addressField(page).pressSequentially('z');
    await page.clock.runFor(500);
    expect(calls).toEqual([]);
    const answer = await hold(page, '**/api/wallet/suggest*');
    for (const key of 'zzzz') {
      await addressField(page).pressSequentially(key);
      await page.clock.runFor(290);
      expect(calls).toEqual([]);
    }
    await page.clock.runFor(10);
    await page.getByText('Searching...').waitFor();
    answer();
    await page.getByText('Nothing found', { exact: true }).waitFor();
    expect(calls).toEqual(['GET /api/wallet/suggest']);
    await end();
  });

  it('[SRCH-13] [ERR-07] refuses a wrong address before any check is asked for', async () => {
    const { page, siteUrl, calls, end } = await visit(browser);
    await page.goto(`${siteUrl}/check/btc`);
    await addressField(page).fill('1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNb');
    await page.getByText('Nothing found', { exact: true }).waitFor();
    await addressField(page).press('Enter');
    await page.getByText('Please select an asset from the list first').waitFor();
    await page.goto(siteUrl);
    await addressField(page).fill('1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNb');
    await page.getByRole('button', { name: /Select an asset/ }).click();
    await page.getByRole('option', { name: 'BTC Bitcoin', exact: true }).click();
    await checkButton(page).click();
    await page.getByText('Unknown address format').waitFor();
    expect(await addressField(page).getAttribute('aria-invalid')).toBe('true');
    expect(calls.filter((call) => call.startsWith('POST'))).toEqual([]);
    await addressField(page).press('End');
    await addressField(page).press('Backspace');
    await page.getByText('Unknown address format').waitFor({ state: 'detached' });
    await end();
  });

  it('warns of a checksum that does not match where the address counts as valid', async () => {
    const { page, siteUrl, end } = await visit(browser);
    await page.goto(`${siteUrl}/check/atom`);
    await addressField(page).fill('cosmos1zxj6y5h3r8k9v7n2m4l6q8w0e2r4t6y8u0p3a5');
    await page.getByText('Check for a typo: the checksum does not match').waitFor();
    await end();
  });

  it('[ERR-06] asks for an address where there is none', async () => {
    const { page, siteUrl, end } = await visit(browser);
    await page.goto(siteUrl);
    await checkButton(page).click();
    await page.getByText('Paste the wallet address to make a check').waitFor();
    await end();
  });

  it('[SRCH-02] [SRCH-03] works by keyboard alone, and ignores a second Enter while busy', async () => {
    const { page, siteUrl, calls, end } = await visit(browser, { as: 'demo' });
    await page.goto(siteUrl);
    await page.keyboard.press('Tab');
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Skip to content');
    for (let presses = 0; presses < 6; presses++) {
      await page.keyboard.press('Tab');
      if (await addressField(page).evaluate((field) => field === document.activeElement)) break;
    }
    await page.keyboard.insertText(KNOWN.sanctioned.address);
    await suggestion(page, { ticker: 'BTC' }).waitFor();
    await page.keyboard.press('Escape');
    await page.locator('.suggest').waitFor({ state: 'detached' });
    await page.keyboard.press('ArrowDown');
    await expect.poll(() => addressField(page).getAttribute('aria-activedescendant')).not.toBeNull();
    const active = await addressField(page).getAttribute('aria-activedescendant');
    expect(await page.locator(`[id="${active}"]`).textContent()).toContain('BTC');
    await page.keyboard.press('Enter');
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Check');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/riskcheck\//);
    await page.locator('.verdict .stars').waitFor();
    expect(calls.filter((call) => call.startsWith('POST'))).toEqual(['POST /api/monitor/check']);
    await end();
  });

  it('[ERR-02] tells in an alert that no checks are left, and where to get more', async () => {
    const { page, siteUrl, end } = await visit(browser, { expectedStatus: 403, as: 'demo' });
    await page.route('**/api/monitor/check', (route) =>
      route.fulfill({
        status: 403,
        json: { error: { errorName: 'NotEnoughChecks', message: 'You don’t have enough checks.', requestId: 'r' } },
      }),
    );
    await page.goto(siteUrl);
    await addressField(page).fill(tron);
    await suggestion(page, { ticker: 'TRX' }).click();
    await checkButton(page).click();
    const alert = page.getByRole('alert').filter({ hasText: 'You don’t have enough checks.' });
    await alert.waitFor();
    const more = alert.getByRole('link', { name: 'Buy checks' });
    expect(await more.getAttribute('href')).toBe('/account?tab=tariffs');
    await alert.getByRole('button', { name: 'Close' }).click();
    await alert.waitFor({ state: 'detached' });
    await end();
  });

  it('[ERR-03] shows the server’s words below the input when a check fails', async () => {
    const { page, siteUrl, end } = await visit(browser, { expectedStatus: 503, as: 'demo' });
    const message = 'The check could not be finished. No check was spent. Please try again.';
    await page.route('**/api/monitor/check', (route) =>
      route.fulfill({ status: 503, json: { error: { errorName: 'CheckFailed', message, requestId: 'r' } } }),
    );
    await page.goto(siteUrl);
    await addressField(page).fill(tron);
    await suggestion(page, { ticker: 'TRX' }).click();
    await checkButton(page).click();
    await page.locator('.search').getByText(message).waitFor();
    await end();
  });
});
