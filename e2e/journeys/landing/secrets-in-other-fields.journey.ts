import { piecesOf } from '@assay/testkit/secrets';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launchBrowser, visit } from '../../harness/browser.ts';
import { addressField } from '../../harness/search.ts';
import { DIGITS, JOINED_PHRASE, KEY, recordRequests } from '../../harness/secrets.ts';
import { seedHistory } from '../../harness/seed-history.ts';
import { newEmail, signInByMail } from '../../harness/sign-in.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(async () => browser.close());

function notice(page: Page) {
  return page.locator('main').getByRole('alert');
}

describe('other fields with a secret', () => {
  it('remove it from the history search and the promo code, and do not send it', async () => {
    const { page, context, siteUrl, end } = await visit(browser);
    const email = newEmail('secrets');
    await signInByMail(context.request, siteUrl, email);
    await seedHistory(email, 3);
    const record = recordRequests(page);
    await page.goto(`${siteUrl}/account`);
    await page.locator('.hist tbody tr').first().waitFor();
    const search = page.getByPlaceholder('By asset, ticker, address, etc');
    for (const text of [KEY, JOINED_PHRASE, DIGITS]) {
      await search.fill(text);
      await page.locator('.acc-search').getByRole('alert').waitFor();
      expect(await search.inputValue()).toBe('');
      expect(page.url()).not.toContain('search=');
      await search.fill('u');
      await page.locator('.acc-search').getByRole('alert').waitFor({ state: 'detached' });
      await search.fill('');
    }
    await page.goto(`${siteUrl}/account?tab=tariffs`);
    const box = page.getByRole('region', { name: 'Promo code' });
    await box.getByRole('textbox').fill(KEY);
    await box.getByRole('button', { name: 'Apply' }).click();
    await box.getByText('This looks like a private key.').waitFor();
    expect(await box.getByRole('textbox').inputValue()).toBe('');
    expect(record.leaks([KEY, JOINED_PHRASE, DIGITS])).toEqual([]);
    await end();
  });

  it('do not send a survey comment until it is removed', async () => {
    const { page, context, siteUrl, calls, end } = await visit(browser);
    await signInByMail(context.request, siteUrl, newEmail('comment'));
    const record = recordRequests(page);
    await page.goto(`${siteUrl}/account`);
    await page.getByRole('button', { name: '3 Free Checks Here' }).click();
    const comment = page.getByLabel('Comment (optional)');
    const text = `It works well. By the way, my key is ${KEY}.`;
    await comment.fill(text);
    await page.getByRole('button', { name: 'Send' }).click();
    await page.getByRole('alert').getByText('This looks like a private key.').waitFor();
    expect(await comment.inputValue()).toBe(text);
    expect(record.leaks([KEY])).toEqual([]);
    await comment.fill('It works well.');
    await page.getByRole('button', { name: 'Send' }).click();
    await page.getByText('Thank you for your comment. No question was answered').waitFor();
    expect(calls.filter((call) => call.startsWith('POST'))).toEqual(['POST /api/survey/submit']);
    await end();
  });

  it('do not send it as an email address', async () => {
    const { page, siteUrl, end } = await visit(browser);
    const record = recordRequests(page);
    await page.goto(`${siteUrl}/login`);
    await page.locator('main').getByLabel('Email').fill(KEY);
    await page.getByRole('button', { name: 'Log in', exact: true }).click();
    await page.getByText('Incorrect email').waitFor();
    expect(record.leaks([KEY])).toEqual([]);
    await end();
  });
});

describe('a secret before the scripts have loaded, and without them', () => {
  it('is recognised before it is sent, and stays in the page when they do not load', async () => {
    const { page, siteUrl, end } = await visit(browser, { isEarly: true, expectedComplaint: /Failed to (load|fetch)/ });
    const record = recordRequests(page);
    await page.route('**/assets/*.js', (route) => route.abort());
    await page.goto(siteUrl, { waitUntil: 'domcontentloaded' });
    await addressField(page).fill(JOINED_PHRASE);
    await addressField(page).press('Enter');
    await expect
      .poll(() => addressField(page).evaluate((field: HTMLInputElement) => field.validationMessage))
      .toBe('The page did not load completely. Nothing was sent. Reload it and try again.');
    expect(record.leaks([JOINED_PHRASE])).toEqual([]);

    await page.unroute('**/assets/*.js');
    await page.goto(siteUrl, { waitUntil: 'domcontentloaded' });
    await addressField(page).fill(JOINED_PHRASE);
    await addressField(page).press('Enter');
    await notice(page).getByText('This looks like a seed phrase').waitFor();
    expect(await addressField(page).inputValue()).toBe('');
    expect(record.leaks([JOINED_PHRASE])).toEqual([]);
    await end();
  });

  it('is refused without a script, and is in no URL', async () => {
    const { page, siteUrl, end } = await visit(browser, { hasScript: false, expectedStatus: 422 });
    const visited: string[] = [];
    page.on('request', (request) => visited.push(request.url()));
    for (const [path, text] of [
      ['/', JOINED_PHRASE],
      ['/check/btc', KEY],
    ] as const) {
      await page.goto(siteUrl + path);
      await addressField(page).fill(text);
      await page.locator('main').getByRole('button', { name: 'Check', exact: true }).click();
      await page.getByText('This can be a private key or a seed phrase, not a wallet address.').waitFor();
      expect(await page.content()).not.toContain(text);
    }
    const pieces = [JOINED_PHRASE, KEY].flatMap(piecesOf);
    expect(pieces.filter((piece) => visited.some((url) => url.includes(piece)))).toEqual([]);
    await end();
  });

  it('is removed from a link that has it', async () => {
    const { page, siteUrl, end } = await visit(browser);
    for (const path of ['/', '/check/btc']) {
      await page.goto(`${siteUrl}${path}?address=${encodeURIComponent(KEY)}`);
      expect(page.url()).toBe(siteUrl + path);
      expect(await page.content()).not.toContain(KEY);
    }
    await page.goto(`${siteUrl}/register?ticker=BTC&address=${KEY}`);
    expect(await page.evaluate(() => sessionStorage.getItem('assay.pending-check'))).toBeNull();
    await end();
  });
});
