import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectAccessibleHere } from '../../harness/accessible.ts';
import { launchBrowser, visit } from '../../harness/browser.ts';
import { addressField, checkButton, suggestion } from '../../harness/search.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(async () => browser.close());

const TRON = 'TNXoiAJ3dct8Fjg4M9fkLFh9S2v9TXc32G';
const XRP = 'rN7n7otQDd6FczFgLdSqtcsAUxDkw6fzRH';

describe('what people paste into the address field', () => {
  it('becomes the address in it: of a link, of quotes, of a payment link', async () => {
    const { page, siteUrl, end } = await visit(browser);
    await page.goto(siteUrl);
    for (const text of [`https://tronscan.org/#/address/${TRON}`, `“${TRON}”`, `tron:${TRON}?amount=5`]) {
      await addressField(page).fill(text);
      await expect.poll(() => addressField(page).inputValue(), { timeout: 30_000 }).toBe(TRON);
      await suggestion(page, { ticker: 'TRX' }).waitFor();
      await expect.poll(() => checkButton(page).isEnabled(), { timeout: 30_000 }).toBe(true);
      await addressField(page).fill('');
    }
    await end();
  });

  it('becomes the address without the tag, and the page says so', async () => {
    const { page, siteUrl, end } = await visit(browser);
    await page.goto(siteUrl);
    await addressField(page).fill(`${XRP}?dt=123`);
    await page.getByText('Tag 123 was left out: the check is about the whole wallet.').waitFor();
    expect(await addressField(page).inputValue()).toBe(XRP);
    await end();
  });

  it('is explained where it is no address, and no asset is offered for it', async () => {
    const { page, siteUrl, end } = await visit(browser);
    await page.goto(siteUrl);
    for (const [text, title] of [
      ['vitalik.eth', 'This is a name, not a wallet address.'],
      ['tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx', 'This address is of a test network.'],
    ] as const) {
      await addressField(page).fill(text);
      await page.locator('main').getByRole('alert').getByText(title).waitFor();
      expect(await page.locator('.suggest').count()).toBe(0);
      expect(await checkButton(page).isDisabled()).toBe(true);
    }
    await expectAccessibleHere(page);
    await end();
  });
});
