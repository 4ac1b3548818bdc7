import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launchBrowser, visit } from '../../harness/browser.ts';
import { KNOWN } from '../../harness/known-addresses.ts';
import { newEmail, signInByMail } from '../../harness/sign-in.ts';
import { type JourneyBot, startBot } from '../../harness/start-bot.ts';

let browser: Browser;
let bot: JourneyBot;

beforeAll(async () => {
  [browser, bot] = await Promise.all([launchBrowser(), startBot()]);
});
afterAll(async () => {
  await Promise.all([browser.close(), bot.stop()]);
});

describe('the bot of the product', () => {
  it('[BOT-01] is promoted on the landing, and checks in a chat without any registration', async () => {
    const { page, siteUrl, end } = await visit(browser);
    await page.goto(siteUrl);
    const promo = page.locator('#bot');
    expect(await promo.textContent()).toContain('No registration.');
    const link = await promo.getByRole('link', { name: 'Open the bot' }).getAttribute('href');
    expect(link).toBe(`https://t.me/${bot.telegram.username}`);

    const kadri = bot.telegram.person();
    kadri.start();
    await kadri.reads('You have 3 checks to spend. No registration.', { withinMs: 60_000 });
    kadri.send(KNOWN.sanctioned.address);
    await kadri.reads('Which asset?');
    kadri.press('BTC');
    const { message } = await kadri.reads('★☆☆☆☆ 1 of 5 stars', { withinMs: 60_000 });
    expect(message.text).toMatch(/On a sanctions list\.[\s\S]*2 checks left\./);

    await page.goto(kadri.linkOf('Full report'));
    await page.getByRole('heading', { name: /On a sanctions list/ }).waitFor();
    kadri.press('PDF');
    const sent = await kadri.finds('the file', (stored) => stored.message.document !== undefined);
    const pdf = Buffer.from(bot.telegram.world.files.get(sent.message.document?.file_id ?? '')?.bytes ?? []);
    expect(pdf.subarray(0, 5).toString()).toBe('%PDF-');
    await end();
  });

  it('uses the account of the site after its one-time link, and the page shows it', async () => {
    const { page, context, siteUrl, end } = await visit(browser);
    await signInByMail(context.request, siteUrl, newEmail('bot'));
    await page.goto(`${siteUrl}/account/privacy`);
    const section = page.getByRole('region', { name: 'Telegram' });
    await section.getByRole('button', { name: 'Connect Telegram' }).click();
    const href = await section.getByRole('link', { name: 'Open in Telegram' }).getAttribute('href');

    const kadri = bot.telegram.person();
    kadri.start(new URL(href ?? '').searchParams.get('start') ?? '');
    await kadri.reads('Connect this chat to the account b…@example.org?');
    kadri.press('Connect');
    await kadri.reads('Connected to b…@example.org. You have 4 checks.');
    await page.getByText('Telegram is connected.').waitFor();
    await end();
  });
});
