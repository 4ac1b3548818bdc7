import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { expectAccessible } from '../../harness/accessible.ts';
import { launchBrowser, visit } from '../../harness/browser.ts';
import { hasDatabase } from '../../harness/database.ts';
import { linkSentTo } from '../../harness/outbox.ts';
import { expireLinks, seedHistory } from '../../harness/seed-history.ts';
import { newEmail, signInByMail } from '../../harness/sign-in.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(async () => browser.close());

describe('accessibility at every width and in both themes', () => {
  it('finds no violation on the sign-in pages and their errors', async () => {
    const { page, siteUrl, end } = await visit(browser, { width: 390 });
    await page.goto(`${siteUrl}/login`);
    await page.getByRole('button', { name: 'Log in', exact: true }).click();
    await page.getByText('Please enter an email address').waitFor();
    await expectAccessible(page);
    await page.goto(`${siteUrl}/register`);
    await page.getByRole('button', { name: 'Create account' }).click();
    await page.getByText('Please read and accept the Terms of Service').waitFor();
    await expectAccessible(page);
    await page.goto(`${siteUrl}/confirm-link?link=nonsense`);
    await expectAccessible(page);
    await end();
  });

  it.skipIf(!hasDatabase())(
    'finds no violation for a link that was sent, opened in another browser, and expired',
    async () => {
      const asking = await visit(browser, { width: 1440 });
      const { siteUrl } = asking;
      const email = newEmail('look');
      await asking.page.goto(`${siteUrl}/register?email=${email}`);
      await asking.page.getByRole('checkbox').check();
      await asking.page.getByRole('button', { name: 'Create account' }).click();
      await asking.page.waitForURL(`${siteUrl}/success-auth`);
      await asking.page.getByRole('heading', { name: 'Check your email!' }).waitFor();
      await expectAccessible(asking.page);
      const link = await linkSentTo(asking.page.request, siteUrl, email);
      await asking.end();
      const other = await visit(browser, { width: 768, theme: 'dark' });
      await other.page.goto(link);
      await other.page.getByRole('heading', { name: 'Log in on this device?' }).waitFor();
      await expectAccessible(other.page);
      await expireLinks(email);
      await other.page.goto(link);
      await other.page.getByRole('heading', { name: 'The magic button is expired' }).waitFor();
      await expectAccessible(other.page);
      await other.end();
    },
  );

  it.skipIf(!hasDatabase())('finds no violation on home and history, full and empty, with menus open', async () => {
    const { page, siteUrl, context, end } = await visit(browser, { width: 1440 });
    const email = newEmail('look');
    await signInByMail(context.request, siteUrl, email);
    await page.goto(`${siteUrl}/account`);
    await page.getByRole('heading', { name: 'No checks history yet' }).waitFor();
    await expectAccessible(page);
    await seedHistory(email, 40);
    await page.goto(siteUrl);
    await page.getByRole('region', { name: 'Last checks' }).getByRole('row').nth(1).waitFor();
    await page.getByRole('button', { name: 'Account menu' }).click();
    await page.getByRole('menuitem', { name: 'Log out' }).waitFor();
    await expectAccessible(page);
    await page.goto(`${siteUrl}/account`);
    await page.locator('.hist tbody tr').first().waitFor();
    await expectAccessible(page, {
      at: async (width) => {
        if (width <= 640) await page.locator('.acc-toggle').click();
      },
    });
    await page.getByPlaceholder('By asset, ticker, address, etc').fill('nobody has this');
    await page.getByRole('button', { name: 'Clear search' }).waitFor();
    await expectAccessible(page);
    await end();
  });

  it('finds no violation on the other account pages, with a dialog open', async () => {
    const { page, siteUrl, end } = await visit(browser, { width: 768, theme: 'dark', as: 'demo' });
    await page.goto(`${siteUrl}/account?tab=tariffs`);
    await expectAccessible(page);
    await page.goto(`${siteUrl}/account/privacy`);
    await page.locator('.sessions li').first().waitFor();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Delete my account' }).click();
    await page.getByRole('dialog').waitFor();
    await expectAccessible(page);
    await end();
  });
});
