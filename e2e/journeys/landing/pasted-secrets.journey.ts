import { KEYS, PHRASES, piecesOf, TRANSACTIONS, UNDECIDED, WALLET_FILES } from '@assay/testkit/secrets';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectAccessible } from '../../harness/accessible.ts';
import { launchBrowser, visit } from '../../harness/browser.ts';
import { addressField, checkButton, suggestion } from '../../harness/search.ts';
import { DIGITS, JOINED_PHRASE, KEY, PHRASE, recordRequests } from '../../harness/secrets.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(async () => browser.close());

/** Neither an address nor a secret. */
const NOTHING = 'x'.repeat(24);
const TRANSACTION = 'This is a transaction.';

/** What the browser itself keeps: the address of the page, its state, and what its origin stores. */
function keptBy(page: Page): Promise<string> {
  return page.evaluate(() =>
    JSON.stringify([
      location.href,
      history.state,
      Object.entries(localStorage),
      Object.entries(sessionStorage),
      document.cookie,
    ]),
  );
}

function notice(page: Page) {
  return page.locator('main').getByRole('alert');
}

async function isFocused(page: Page): Promise<boolean> {
  return addressField(page).evaluate((field) => field === document.activeElement);
}

describe('a secret that is pasted into the address field', () => {
  it('is removed in every spelling, and no part of it leaves the page', { timeout: 600_000 }, async () => {
    const { page, siteUrl, end } = await visit(browser);
    await page.clock.install();
    const record = recordRequests(page);
    await page.goto(siteUrl);
    const secrets = [...KEYS, ...WALLET_FILES, ...PHRASES.filter((_phrase, at) => at % 13 === 0)];
    for (const { what, text, kind } of secrets) {
      // A field of one line drops line ends itself.
      await addressField(page).fill(text);
      const name = kind === 'wallet file' ? 'a wallet or key file' : kind.replace('encrypted', 'encrypted private');
      await notice(page).getByText(`This looks like`).waitFor();
      expect(await notice(page).textContent(), what).toContain(name);
      expect(await addressField(page).inputValue(), what).toBe('');
      // An empty page separates the next text from this one.
      await addressField(page).fill(NOTHING);
      await notice(page).waitFor({ state: 'detached' });
    }
    // Longer than the pause before suggestions are requested.
    await page.clock.runFor(1_000);
    const texts = secrets.map(({ text }) => text);
    expect(record.leaks(texts)).toEqual([]);
    const kept = await keptBy(page);
    expect(texts.flatMap(piecesOf).filter((piece) => kept.includes(piece))).toEqual([]);
    await end();
  });

  it('is reported with what to do now, and the field has the focus again', async () => {
    const { page, siteUrl, calls, end } = await visit(browser);
    const record = recordRequests(page);
    await page.goto(siteUrl);
    await page.evaluate((text) => navigator.clipboard.writeText(text), KEY);
    await addressField(page).focus();
    await page.keyboard.press('ControlOrMeta+v');
    await page.keyboard.press('Enter');
    await notice(page).getByText('This looks like a private key, not a wallet address.').waitFor();
    const text = (await notice(page).textContent()) ?? '';
    for (const part of [
      'Anyone who has it can take the money.',
      'It was not sent anywhere',
      'move the money to a new wallet now',
    ]) {
      expect(text).toContain(part);
    }
    expect(await addressField(page).inputValue()).toBe('');
    await expect.poll(() => isFocused(page)).toBe(true);
    // Undo does not restore it in the field.
    await page.keyboard.press('ControlOrMeta+z');
    expect(await addressField(page).inputValue()).not.toContain(KEY.slice(0, 12));
    expect(record.leaks([KEY])).toEqual([]);
    expect(calls).toEqual([]);
    await end();
  });

  it('is removed when it is typed by hand, in the header, and on the page of an asset', async () => {
    const { page, siteUrl, calls, end } = await visit(browser);
    const record = recordRequests(page);
    await page.goto(`${siteUrl}/check/eos`);
    await addressField(page).pressSequentially(PHRASE, { delay: 5 });
    await notice(page).getByText('This looks like a seed phrase').waitFor();
    // Its first letters can be an account name: a pause at every length of a name sends none.
    for (let length = 10; length <= 14; length++) {
      await addressField(page).fill(JOINED_PHRASE.slice(0, length));
      // The suggestions have been looked for: a call would have gone out by now.
      await page.locator('main .suggest').filter({ hasNotText: 'Searching...' }).waitFor();
    }
    await page.goto(siteUrl);
    await page.locator('footer').last().scrollIntoViewIfNeeded();
    const inHeader = page.getByRole('banner').getByRole('combobox', { name: 'Wallet address' });
    await inHeader.fill(JOINED_PHRASE);
    await page.getByRole('banner').getByRole('alert').getByText('This looks like a seed phrase').waitFor();
    expect(await inHeader.inputValue()).toBe('');
    expect(record.leaks([PHRASE])).toEqual([]);
    expect(calls.filter((call) => call.includes('suggest'))).toEqual([]);
    await end();
  });
});

describe('64 hexadecimal digits', () => {
  it('are not sent until the user has chosen what they are', async () => {
    const { page, siteUrl, calls, end } = await visit(browser);
    await page.clock.install();
    const record = recordRequests(page);
    await page.goto(`${siteUrl}/check/near`);
    const ask = async (text: string) => {
      await addressField(page).fill(text);
      await notice(page).getByText('Is this a private key or a transaction id?').waitFor();
    };
    for (const { text } of UNDECIDED) await ask(text);

    await ask(DIGITS);
    await addressField(page).press('Enter');
    await checkButton(page).click({ force: true });
    await page.clock.runFor(10_000);
    expect(record.leaks([DIGITS, ...UNDECIDED.map(({ text }) => text)])).toEqual([]);

    await notice(page).getByRole('button', { name: 'A private key' }).click();
    await notice(page).getByText('This looks like a private key').waitFor();
    expect(await addressField(page).inputValue()).toBe('');
    await expect.poll(() => isFocused(page)).toBe(true);
    expect(record.leaks([DIGITS])).toEqual([]);
    expect(calls).toEqual([]);

    // Only the person knows; then it is an address like any other.
    await ask(DIGITS);
    await notice(page).getByText('They can also be a wallet address of NEAR').waitFor();
    await notice(page).getByRole('button', { name: 'A wallet address' }).click();
    await addressField(page).focus();
    await suggestion(page, { ticker: 'NEAR' }).waitFor();
    expect(calls).toEqual(['POST /api/wallet/suggest']);

    // Only now, and because the person says so, they are in the address of a page.
    await page.goto(siteUrl);
    await ask(DIGITS);
    await notice(page).getByRole('button', { name: 'A transaction id' }).click();
    await page.getByRole('heading', { level: 1, name: 'No record of this transaction' }).waitFor();
    expect(new URL(page.url()).searchParams.get('id')).toBe(DIGITS);
    await end();
  });

  it('are a transaction in the link of an explorer, and as a signature of Solana', async () => {
    const { page, siteUrl, calls, end } = await visit(browser);
    await page.goto(siteUrl);
    for (const { what, text } of TRANSACTIONS) {
      await addressField(page).fill(text);
      await notice(page).getByText(TRANSACTION).waitFor();
      expect(await notice(page).getByRole('link', { name: 'Show what it moved' }).count(), what).toBe(1);
      await addressField(page).fill(NOTHING);
      await notice(page).waitFor({ state: 'detached' });
    }
    expect(calls).toEqual([]);
    await end();
  });
});

describe('the notice about it', () => {
  it('is accessible at every width and in both themes', { timeout: 300_000 }, async () => {
    const { page, siteUrl, end } = await visit(browser, { width: 390 });
    await page.goto(siteUrl);
    await addressField(page).fill(KEY);
    await notice(page).getByText('This looks like a private key').waitFor();
    await expectAccessible(page);
    await addressField(page).fill(DIGITS);
    await notice(page).getByRole('button', { name: 'A transaction id' }).waitFor();
    await expectAccessible(page);
    await end();
  });
});
