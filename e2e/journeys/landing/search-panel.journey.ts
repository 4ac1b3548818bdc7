import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launchBrowser, visit } from '../../harness/browser.ts';
import { hold, holdNextPage } from '../../harness/hold.ts';
import { KNOWN } from '../../harness/known-addresses.ts';
import { addressField, checkButton, suggestion } from '../../harness/search.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(async () => browser.close());

const tron = 'TNXoiAJ3dct8Fjg4M9fkLFh9S2v9TXc32G';

describe('the search panel', () => {
  it('[SRCH-01] [SRCH-09] [PICK-06] has the same placeholder on every page, and a selector with the first asset on the landing', async () => {
    const { page, siteUrl, end } = await visit(browser);
    await page.goto(siteUrl);
    expect(await addressField(page).getAttribute('placeholder')).toBe('Paste the wallet address here');
    const selector = page.getByRole('button', { name: /^Select an asset, ?USDT ?TRX ?selected$/ });
    expect(await selector.isVisible()).toBe(true);
    expect(await page.getByRole('banner').getAttribute('data-header')).toBe('landing-hello');
    await page.goto(`${siteUrl}/check/btc`);
    expect(await page.getByRole('button', { name: /^Select an asset/ }).count()).toBe(0);
    expect(await addressField(page).getAttribute('placeholder')).toBe('Paste the wallet address here');
    await page.goto(`${siteUrl}/privacy-policy`);
    const inHeader = page.getByRole('banner').getByRole('combobox', { name: 'Wallet address' });
    expect(await inHeader.getAttribute('placeholder')).toBe('Paste the wallet address here');
    await end();
  });

  it('[SRCH-05] [SRCH-06] [SRCH-08] lists suggestions while the address has the focus', async () => {
    const { page, siteUrl, end } = await visit(browser);
    await page.goto(siteUrl);
    await addressField(page).fill(tron);
    const list = page.locator('.suggest');
    const tether = suggestion(page, { ticker: 'USDT', parent: 'TRX' });
    await tether.waitFor();
    expect(await list.textContent()).toContain('Available in this blockchains');
    expect(await tether.locator('.badge').textContent()).toBe('TRX');
    expect(await tether.locator('.name').textContent()).toBe('Tether');
    await suggestion(page, { ticker: 'TRX' }).click();
    await list.waitFor({ state: 'detached' });
    await addressField(page).focus();
    const chosen = list.getByRole('option', { selected: true });
    expect(await chosen.textContent()).toContain('TRX');
    expect(await chosen.locator('svg').count(), 'its glyph and the check mark').toBe(2);
    expect(await chosen.locator('.badge').count(), 'a coin has no parent').toBe(0);
    await list.getByText('Available in this blockchains').click();
    expect(await list.isVisible()).toBe(true);
    await page.getByRole('heading', { level: 1 }).click();
    await list.waitFor({ state: 'detached' });
    await addressField(page).focus();
    await list.waitFor();
    await addressField(page).fill('');
    await list.waitFor({ state: 'detached' });
    await end();
  });

  it('[SRCH-04] [SRCH-10] [SRCH-11] checks only with a chosen asset, and forgets it with the next address', async () => {
    const { page, siteUrl, end } = await visit(browser);
    await page.goto(siteUrl);
    await addressField(page).fill(tron);
    expect(await checkButton(page).isDisabled()).toBe(true);
    const list = page.locator('.suggest');
    await suggestion(page, { ticker: 'TRX' }).click();
    await list.waitFor({ state: 'detached' });
    await expect.poll(() => addressField(page).evaluate((field) => field === document.activeElement)).toBe(false);
    expect(await page.getByRole('button', { name: /^Select an asset, ?TRX ?selected$/ }).isVisible()).toBe(true);
    expect(await checkButton(page).isDisabled()).toBe(false);
    await addressField(page).focus();
    await page.keyboard.press('Backspace');
    await expect.poll(() => checkButton(page).isDisabled()).toBe(true);
    await end();
  });

  it('checks with the asset that is shown where the address can belong to it', async () => {
    const { page, siteUrl, end } = await visit(browser);
    await page.goto(siteUrl);
    await addressField(page).fill(tron);
    await expect.poll(() => checkButton(page).isDisabled()).toBe(false);
    await page.keyboard.press('Tab');
    await expect.poll(() => checkButton(page).evaluate((button) => button === document.activeElement)).toBe(true);
    await end();
  });

  it('[ERR-05] says between the field and the list that an asset has to be chosen', async () => {
    const { page, siteUrl, end } = await visit(browser);
    await page.goto(siteUrl);
    await addressField(page).fill('0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed');
    const list = page.locator('.suggest');
    await list.getByRole('option').first().waitFor();
    await page.keyboard.press('Enter');
    const note = page.locator('main').getByText('Please select an asset from the list first');
    await note.waitFor();
    const [said, shown] = [await note.boundingBox(), await list.boundingBox()];
    expect((said?.y ?? 0) + (said?.height ?? 0)).toBeLessThan(shown?.y ?? 0);
    await end();
  });

  it('says between the field and the list what was pasted, on a phone too', async () => {
    for (const width of [1440, 390]) {
      const { page, siteUrl, end } = await visit(browser, { width });
      await page.goto(siteUrl);
      await addressField(page).fill('0xdAC17F958D2ee523a2206206994597C13D831ec7');
      const list = page.locator('.suggest');
      await list.getByRole('option').first().waitFor();
      const note = page.getByText('This is the contract of USDT on ETH');
      await note.waitFor();
      const [said, shown] = [await note.boundingBox(), await list.boundingBox()];
      expect((said?.y ?? 0) + (said?.height ?? 0)).toBeLessThan(shown?.y ?? 0);
      await end();
    }
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

  it('[SRCH-07] [SRCH-12] requests suggestions once, after a pause, from two characters on', async () => {
    const { page, siteUrl, calls, end } = await visit(browser);
    // The pause after a key lasts as long as the test runs the clock of the page.
    await page.clock.install();
    await page.goto(siteUrl);
    await page.clock.pauseAt(Date.now() + 60_000);
    await addressField(page).pressSequentially('T');
    await page.clock.runFor(500);
    expect(await page.locator('.suggest').count()).toBe(0);
    await addressField(page).fill(tron.slice(0, -2));
    await page.getByText('Searching...').waitFor();
    // The pause begins once the text was read, with a module that the browser fetches first.
    await expect
      .poll(async () => {
        await page.clock.runFor(100);
        return await page.getByText('Nothing found', { exact: true }).count();
      })
      .toBe(1);
    const answer = await hold(page, '**/api/wallet/suggest*');
    for (const key of tron.slice(-2)) {
      await addressField(page).pressSequentially(key);
      await page.clock.runFor(290);
    }
    // What no format accepts stays in the browser; what one does is ranked by the server, after the pause.
    expect(calls).toEqual([]);
    await expect
      .poll(async () => {
        await page.clock.runFor(10);
        return calls;
      })
      .toEqual(['POST /api/wallet/suggest']);
    await page.getByText('Searching...').waitFor();
    answer();
    await suggestion(page, { ticker: 'TRX' }).waitFor();
    expect(calls).toEqual(['POST /api/wallet/suggest']);
    await addressField(page).fill('T');
    await page.locator('.suggest').waitFor({ state: 'detached' });
    await end();
  });

  it('[SRCH-02] [SRCH-13] [ERR-07] refuses a wrong address before any check is requested', async () => {
    const { page, siteUrl, calls, end } = await visit(browser);
    await page.goto(`${siteUrl}/check/btc`);
    await addressField(page).fill('1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNb');
    await page.getByText('Nothing found', { exact: true }).waitFor();
    await addressField(page).press('Enter');
    await page.getByText('Unknown address format').waitFor();
    await page.goto(siteUrl);
    await addressField(page).fill('1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNb');
    await page.getByRole('button', { name: /Select an asset/ }).click();
    await page.getByRole('option', { name: 'BTC Bitcoin', exact: true }).click();
    await checkButton(page).click();
    await page.getByText('Unknown address format').waitFor();
    expect(await addressField(page).getAttribute('aria-invalid')).toBe('true');
    expect(calls).toEqual([]);
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

  it('[ERR-06] requires an address', async () => {
    const { page, siteUrl, end } = await visit(browser);
    await page.goto(siteUrl);
    await checkButton(page).click();
    await page.getByText('Paste the wallet address to make a check').waitFor();
    await end();
  });

  it('[SRCH-03] works by keyboard alone, and ignores a second Enter while it is busy', async () => {
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
    const answer = await hold(page, '**/api/monitor/check');
    await page.keyboard.press('Enter');
    await expect.poll(() => checkButton(page).getAttribute('aria-busy')).toBe('true');
    expect(await checkButton(page).locator('.spinner').count()).toBe(1);
    await page.keyboard.press('Enter');
    const { promise: resultAsked, resolve: noteAsked } = Promise.withResolvers<void>();
    page.on('request', (request) => {
      if (/\.data(?:\?|$)/.test(request.url())) noteAsked();
    });
    const nextPage = await holdNextPage(page);
    answer();
    await resultAsked;
    expect(await checkButton(page).getAttribute('aria-busy'), 'until the result is shown').toBe('true');
    nextPage();
    await page.waitForURL(/\/riskcheck\//);
    await page.locator('.verdict .stars').waitFor();
    expect(calls.filter((call) => call.startsWith('POST /api/monitor/'))).toEqual(['POST /api/monitor/check']);
    await end();
  });

  it('[ERR-02] [ERR-04] shows an alert with a link when no checks are left, and a message for an answer that lacks the check', async () => {
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
    expect(await alert.getAttribute('data-type')).toBe('error');
    const more = alert.getByRole('link', { name: 'Buy checks' });
    expect(await more.getAttribute('href')).toBe('/account?tab=tariffs');
    await alert.getByRole('button', { name: 'Close' }).click();
    await alert.waitFor({ state: 'detached' });
    await page.unroute('**/api/monitor/check');
    await page.route('**/api/monitor/check', (route) => route.fulfill({ json: { data: { user: null } } }));
    await checkButton(page).click();
    await page.locator('.search').getByText('Something went wrong').waitFor();
    await end();
  });

  it.each([
    ['CheckFailed', 503, 'The check could not be finished. No check was spent. Please try again.'],
    [
      'TooManyChecks',
      429,
      'Too many of your checks are still running. Wait until one is finished, or cancel one, and try again.',
    ],
  ])('[ERR-03] shows the message of the server below the input: %s', async (errorName, status, message) => {
    const { page, siteUrl, end } = await visit(browser, { expectedStatus: status, as: 'demo' });
    await page.route('**/api/monitor/check', (route) =>
      route.fulfill({ status, json: { error: { errorName, message, requestId: 'r' } } }),
    );
    await page.goto(siteUrl);
    await addressField(page).fill(tron);
    await suggestion(page, { ticker: 'TRX' }).click();
    await checkButton(page).click();
    await page.locator('.search').getByText(message).waitFor();
    await end();
  });
});
