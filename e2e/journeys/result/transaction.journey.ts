import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectAccessible, expectAccessibleHere } from '../../harness/accessible.ts';
import { launchBrowser, visit } from '../../harness/browser.ts';

/** A deposit of Tether from Binance to a wallet of a seizure order, in the records that ship. */
const TRANSACTION = 'e80ace5ab3d5084ebe66a9bddc40b8b2b11ca89eb2479b878fc91dfb3fb1ccd7';
const LINK = `https://tronscan.org/#/transaction/${TRANSACTION}`;
const PAGE = `/transaction?id=${TRANSACTION}&network=TRX`;

let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(async () => browser.close());

const searchField = (page: Page) => page.locator('main').getByRole('combobox', { name: 'Wallet address' });
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });

describe('a transaction that is pasted', () => {
  for (const width of [1440, 390]) {
    it(`leads from its link to the result of its payment and its explorer by the keyboard alone, at ${width} px`, async () => {
      const { page, siteUrl, end } = await visit(browser, { as: 'demo', width });
      await page.goto(siteUrl);
      await searchField(page).focus();
      await page.keyboard.insertText(LINK);
      await page.getByText('This is a transaction.').waitFor();
      await page.keyboard.press('Enter');
      await heading(page, 'What this transaction moved').waitFor();
      expect(new URL(page.url()).searchParams.get('network')).toBe('TRX');
      const moves = await page.getByRole('region', { name: 'Movements of USDT' }).innerText();
      expect(moves).toContain('114 USDT');
      expect(moves).toContain('$114.00');
      expect(moves).toContain('Binance, Exchange, licence unknown');
      expect(moves).toContain('NBCTF seizure order 15/22, Sanctions');
      const received = page.getByRole('radio', { name: /^It received/ });
      await received.focus();
      await page.keyboard.press('Space');
      await page.keyboard.press('Tab');
      expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Check this payment');
      await page.keyboard.press('Enter');
      await heading(page, 'Risk score for USDT deposit').waitFor();
      await page.locator('main').getByText(TRANSACTION).first().waitFor();
      await page.getByRole('link', { name: 'Explorer', exact: true }).focus();
      await page.keyboard.press('Enter');
      await page.waitForURL(/\/explore$/);
      await page.locator('.explorer-canvas').focus();
      await page.keyboard.press('+');
      await page.getByRole('radio', { name: 'Graph' }).focus();
      await page.keyboard.press('ArrowRight');
      await page.locator('.explorer-nodes button').first().focus();
      await page.keyboard.press('Enter');
      await page.locator('.explorer-nodes button[aria-pressed=true]').waitFor();
      const edge = page.locator('.explorer-edges summary').first();
      await edge.focus();
      await page.keyboard.press('Enter');
      await expect.poll(() => page.locator('.explorer-edges details[open]').count()).toBe(1);
      await expectAccessibleHere(page);
      await end();
    });
  }

  it('is asked about where its digits can be a private key, and nothing is in the address before the answer', async () => {
    const { page, siteUrl, end } = await visit(browser, { as: 'demo' });
    await page.goto(siteUrl);
    await searchField(page).fill(TRANSACTION);
    await page.getByText('Is this a private key or a transaction id?').waitFor();
    expect(page.url()).not.toContain(TRANSACTION);
    await page.getByRole('button', { name: 'A transaction id' }).click();
    await heading(page, 'What this transaction moved').waitFor();
    await end();
  });

  it('is shown to visitors without labels, who are led to an account by the check', async () => {
    const { page, siteUrl, end } = await visit(browser);
    await page.goto(siteUrl + PAGE);
    const moves = page.getByRole('region', { name: 'Movements of USDT' });
    expect(await moves.innerText()).not.toContain('Binance');
    await page.getByRole('radio', { name: /^It received/ }).check();
    await page.getByRole('button', { name: 'Check this payment' }).click();
    await page.waitForURL(/\/register/);
    await end();
  });

  it('needs the side to be chosen', async () => {
    const { page, siteUrl, end } = await visit(browser, { as: 'demo' });
    await page.goto(siteUrl + PAGE);
    await page.getByRole('button', { name: 'Check this payment' }).click();
    await page.getByText('Choose which side is yours first').waitFor();
    await end();
  });

  it('is accessible, in both themes and at every width', async () => {
    const { page, siteUrl, end } = await visit(browser, { as: 'demo', width: 390 });
    await page.goto(siteUrl + PAGE);
    await heading(page, 'What this transaction moved').waitFor();
    await expectAccessible(page);
    await end();
  });
});

describe('a transaction with many receivers', () => {
  const BATCH = '3d81a6b95903dd457d45a2fc998acc42fe96f59ef01157bdcbc331fe451c8d9e';
  const SMALL = '3KKsHv7GtYFiFdvn3TchQYaMEwdok7Bsjp';

  it('is paged, finds the reader’s own address among them, and rates its payment', async () => {
    const { page, siteUrl, end } = await visit(browser, { as: 'demo', width: 390 });
    await page.goto(`${siteUrl}/transaction?id=${BATCH}&network=BTC`);
    await heading(page, 'What this transaction moved').waitFor();
    expect(await page.getByRole('region', { name: 'Movements of BTC' }).getByRole('row').count()).toBeLessThanOrEqual(
      51,
    );
    expect(await page.getByRole('radio').count()).toBeLessThanOrEqual(50);
    await page.getByRole('navigation', { name: 'Pages of movements' }).getByRole('link', { name: 'Next' }).click();
    await page.getByText(/page 2\.$/).waitFor();
    await page.getByLabel('Find your address among them').fill(SMALL);
    await page.getByRole('button', { name: 'Find' }).click();
    await page.waitForURL(/side=/);
    await expect.poll(() => page.getByRole('radio').count()).toBe(1);
    expect(await page.getByRole('radio').isChecked()).toBe(true);
    await expectAccessibleHere(page);
    await page.getByRole('button', { name: 'Check this payment' }).click();
    await heading(page, 'Risk score for BTC deposit').waitFor();
    expect(await page.locator('main').innerText()).toContain(SMALL);
    await end();
  });
});

describe('a transaction without a script', () => {
  const options = { as: 'demo', hasScript: false } as const;

  it('is found by its link in the field of the first page, and its payment is checked', async () => {
    const { page, siteUrl, end } = await visit(browser, options);
    await page.goto(siteUrl);
    await searchField(page).fill(LINK);
    await searchField(page).press('Enter');
    await heading(page, 'What this transaction moved').waitFor();
    await page.getByRole('radio', { name: /^It paid/ }).check();
    await page.getByRole('button', { name: 'Check this payment' }).click();
    await heading(page, 'Risk score for USDT withdrawal').waitFor();
    await end();
  });

  it('is asked for again, with the question, where its digits can be a private key', async () => {
    const { page, siteUrl, end } = await visit(browser, options);
    await page.goto(siteUrl);
    await searchField(page).fill(TRANSACTION);
    await searchField(page).press('Enter');
    await heading(page, 'Check a transaction').waitFor();
    expect(await page.content()).not.toContain(TRANSACTION);
    expect(page.url()).not.toContain(TRANSACTION);
    await page.getByLabel('Transaction id or link').fill(TRANSACTION);
    await page.getByLabel('It is a transaction id, and not a private key.').check();
    await page.getByRole('button', { name: 'Show what it moved' }).click();
    await heading(page, 'What this transaction moved').waitFor();
    await end();
  });
});

describe('a transaction that is not shown', () => {
  it.each([
    ['no record is of it', `/transaction?id=a${TRANSACTION.slice(1)}&network=TRX`, 'No record of this transaction'],
    [
      'it is of a test network',
      `/transaction?id=https://sepolia.etherscan.io/tx/0x${TRANSACTION}`,
      'This is a test network',
    ],
    ['it moved another asset', `${PAGE}&ticker=TRX`, 'It moved another asset'],
    ['its network is another one', `/transaction?id=0x${TRANSACTION}&network=BTC`, 'It is not on this network'],
    ['its text is none', '/transaction?id=nothing%20here', 'This transaction cannot be shown'],
  ])('says why where %s', async (_what, path, title) => {
    const { page, siteUrl, end } = await visit(browser, { as: 'demo', width: 390 });
    await page.goto(siteUrl + path);
    await heading(page, title).waitFor();
    await expectAccessibleHere(page);
    await end();
  });
});
