import { randomInt } from 'node:crypto';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectAccessible } from '../../harness/accessible.ts';
import { launchBrowser, visit } from '../../harness/browser.ts';
import { newEmail, signInByMail } from '../../harness/sign-in.ts';
import { BOT_SECRET } from '../../harness/start-product.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(async () => browser.close());

const section = (page: Page) => page.getByRole('region', { name: 'Telegram' });

/** A call of the bot for the user who opened the link. */
async function askAsBot(siteUrl: string, userId: string, path: string, body?: object, method = 'POST') {
  const answer = await fetch(`${siteUrl}/api/bot/users/${userId}${path}`, {
    method,
    headers: { authorization: `Bearer ${BOT_SECRET}`, 'content-type': 'application/json', 'the-timezone-iana': 'UTC' },
    ...(body === undefined ? { headers: { authorization: `Bearer ${BOT_SECRET}` } } : { body: JSON.stringify(body) }),
  });
  return (await answer.json()) as { data: { checks: number; joined: { email: string } | null } };
}

/** The token in the link that the page shows. */
async function tokenOn(page: Page): Promise<string> {
  const href = await section(page).getByRole('link', { name: 'Open in Telegram' }).getAttribute('href');
  const url = new URL(href ?? '');
  expect(url.origin + url.pathname).toBe('https://t.me/assay_journey_bot');
  return (url.searchParams.get('start') ?? '').replace(/^j-/, '');
}

describe('Telegram on the account page', () => {
  it('connects by a link that works once, shows that without a reload, and disconnects from either side', async () => {
    const { page, siteUrl, context, end } = await visit(browser);
    const email = newEmail('telegram');
    await signInByMail(context.request, siteUrl, email);
    await page.goto(`${siteUrl}/account/privacy`);
    await section(page).getByRole('button', { name: 'Connect Telegram' }).click();
    const open = section(page).getByRole('link', { name: 'Open in Telegram' });
    await open.waitFor();
    await expect.poll(() => open.evaluate((link) => link === document.activeElement)).toBe(true);
    const token = await tokenOn(page);

    const user = String(randomInt(1_000_000_000, 2_000_000_000));
    const preview = await askAsBot(siteUrl, user, '/join/preview', { token });
    expect(preview.data).toMatchObject({ email: `t…@example.org` });
    const joined = await askAsBot(siteUrl, user, '/join', { token });
    // Three of the chat and one of the account.
    expect(joined.data).toMatchObject({ checks: 4, joined: { email: `t…@example.org` } });

    await page.getByText('Telegram is connected.').waitFor();
    await section(page)
      .getByText(`with an id ending in ${user.slice(-4)}`)
      .waitFor();
    await section(page).getByRole('button', { name: 'Disconnect Telegram' }).click();
    await page.getByText('Telegram was disconnected.').waitFor();
    await section(page).getByRole('button', { name: 'Connect Telegram' }).waitFor();
    const disconnected = await askAsBot(siteUrl, user, '', {}, 'PUT');
    expect(disconnected.data).toMatchObject({ checks: 3, joined: null });

    // Disconnected in the chat: the page shows it when it is opened again.
    await section(page).getByRole('button', { name: 'Connect Telegram' }).click();
    await section(page).getByRole('link', { name: 'Open in Telegram' }).waitFor();
    await askAsBot(siteUrl, user, '/join', { token: await tokenOn(page) });
    await section(page).getByRole('button', { name: 'Disconnect Telegram' }).waitFor();
    await askAsBot(siteUrl, user, '/join', undefined, 'DELETE');
    await page.reload();
    await section(page).getByRole('button', { name: 'Connect Telegram' }).waitFor();
    await end();
  });

  it('shows what went wrong', async () => {
    const { page, siteUrl, context, end } = await visit(browser, { expectedComplaint: /ERR_FAILED/ });
    await signInByMail(context.request, siteUrl, newEmail('telegram-trouble'));
    await page.goto(`${siteUrl}/account/privacy`);
    await section(page).getByRole('button', { name: 'Connect Telegram' }).waitFor();
    await page.route('**/api/telegram/link', (route) => route.abort());
    await section(page).getByRole('button', { name: 'Connect Telegram' }).click();
    await page.getByRole('alert').waitFor();
    await page.unroute('**/api/telegram/link');

    await page.route('**/api/telegram', (route) => route.abort());
    await page.reload();
    await section(page).getByText('Your Telegram connection could not be loaded.').waitFor();
    await page.unroute('**/api/telegram');
    await section(page).getByRole('button', { name: 'Try again' }).click();
    await section(page).getByRole('button', { name: 'Connect Telegram' }).waitFor();
    await end();
  });

  it('is accessible at every width and in both themes', async () => {
    const { page, siteUrl, context, end } = await visit(browser, { width: 390 });
    await signInByMail(context.request, siteUrl, newEmail('telegram-viewport'));
    await page.goto(`${siteUrl}/account/privacy`);
    await section(page).getByRole('button', { name: 'Connect Telegram' }).click();
    await section(page).getByRole('link', { name: 'Open in Telegram' }).waitFor();
    await expectAccessible(page, { picture: 'telegram' });
    await end();
  });
});
