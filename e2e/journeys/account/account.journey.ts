import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launchBrowser, visit } from '../../harness/browser.ts';
import { hasDatabase, withDatabase } from '../../harness/database.ts';
import { KNOWN } from '../../harness/known-addresses.ts';
import { addressField, checkAddress, checkButton, suggestion } from '../../harness/search.ts';
import { lapseIn, suspend } from '../../harness/seed-history.ts';
import { newEmail, signInByMail } from '../../harness/sign-in.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(async () => browser.close());

describe('the account', () => {
  it('[ACCT-02] [ACCT-03] [ROUTE-05] falls back to history, and its title follows the tab', async () => {
    const { page, siteUrl, end } = await visit(browser, { as: 'demo' });
    for (const [query, headline] of [
      ['', 'Checks history'],
      ['?tab=nothing', 'Checks history'],
      ['?tab=feedback', 'Checks history'],
      ['?tab=tariffs', 'Billing and plans'],
    ] as const) {
      await page.goto(`${siteUrl}/account${query}`);
      await page.getByRole('heading', { level: 1, name: headline }).waitFor();
      await expect.poll(() => page.title(), { message: query }).toBe(`${headline} - Assay`);
    }
    await page.getByRole('navigation', { name: 'Account pages' }).getByRole('link', { name: 'Checks history' }).click();
    await page.getByRole('heading', { level: 1, name: 'Checks history' }).waitFor();
    await expect.poll(() => page.title()).toBe('Checks history - Assay');
    await end();
  });

  it('[ACCT-04] opens its menu on a phone, with Log out in it', async () => {
    const { page, siteUrl, context, end } = await visit(browser, { width: 390 });
    await signInByMail(context.request, siteUrl, newEmail('menu'));
    await page.goto(`${siteUrl}/account?tab=tariffs`);
    const menu = page.getByRole('navigation', { name: 'Account pages' });
    const toggle = menu.getByRole('button', { name: 'Billing and plans' });
    expect(await toggle.getAttribute('aria-expanded')).toBe('false');
    expect(await menu.getByRole('button', { name: 'Log out' }).isVisible()).toBe(false);
    await toggle.click();
    await expect.poll(() => toggle.getAttribute('aria-expanded')).toBe('true');
    await menu.getByRole('link', { name: 'Sessions and data' }).click();
    await page.getByRole('heading', { level: 1, name: 'Sessions and data' }).waitFor();
    const next = menu.getByRole('button', { name: 'Sessions and data' });
    await expect.poll(() => next.getAttribute('aria-expanded')).toBe('false');
    await next.click();
    await menu.getByRole('button', { name: 'Log out' }).click();
    await page.waitForURL(`${siteUrl}/`);
    await end();
  });

  it('lists the checks of the user', async () => {
    const { page, siteUrl, context, end } = await visit(browser);
    await signInByMail(context.request, siteUrl, newEmail('holdings'));
    await page.goto(`${siteUrl}/account?tab=tariffs`);
    const info = page.getByRole('region', { name: 'Billing information' });
    await info.getByText(/^1 check, /).waitFor();
    await end();
  });

  it.skipIf(!hasDatabase())('[ERR-11] warns of a subscription that ends within seven days', async () => {
    const { page, siteUrl, context, end } = await visit(browser);
    const email = newEmail('ending');
    await signInByMail(context.request, siteUrl, email);
    await lapseIn(email, 8);
    await page.goto(`${siteUrl}/account?tab=tariffs`);
    await page.getByRole('heading', { name: 'Billing information' }).waitFor();
    await page.getByText(/^1 check, .+ until \d{2}-\d{2}-\d{4}$/).waitFor();
    const warning = page.getByRole('status').filter({ hasText: 'Your subscription ends soon.' });
    expect(await warning.count()).toBe(0);
    await lapseIn(email, 6);
    for (const path of ['/account?tab=tariffs', '/account', '/']) {
      await page.goto(siteUrl + path);
      await warning.waitFor();
      expect(await warning.getAttribute('data-type')).toBe('warn');
      expect(await warning.getByRole('link', { name: 'Renew' }).getAttribute('href')).toBe('/account?tab=tariffs');
    }
    await end();
  });

  it.skipIf(!hasDatabase())('shows a suspended user the reason, and refuses checks', async () => {
    const { page, siteUrl, context, end } = await visit(browser, { expectedStatus: 403 });
    const email = newEmail('suspended');
    await signInByMail(context.request, siteUrl, email);
    await suspend(email, 'one account a person');
    await page.goto(siteUrl);
    const notice = page.getByRole('alert').filter({ hasText: 'Your account is suspended: one account a person.' });
    const support = await notice.getByRole('link', { name: 'Contact support' }).getAttribute('href');
    expect(support).toMatch(/^mailto:.+@.+/);
    await addressField(page).fill(KNOWN.sanctioned.address);
    await suggestion(page, KNOWN.sanctioned).click();
    await checkButton(page).click();
    await page
      .locator('.alerts')
      .getByText(/^Your account is suspended\. /)
      .waitFor();
    expect(page.url()).toBe(`${siteUrl}/`);
    await end();
  });

  it('exports the data of the user, and deletes the account only after its own email is typed', async () => {
    const { page, siteUrl, context, end } = await visit(browser);
    const email = newEmail('leaving');
    await signInByMail(context.request, siteUrl, email);
    await page.goto(`${siteUrl}/account/privacy`);
    const download = page.waitForEvent('download');
    await page.getByRole('link', { name: 'Export my data' }).click();
    expect((await download).suggestedFilename()).toMatch(/\.json$/);
    const kept = 'invoices that the law asks us to keep stay.';
    await page.getByText(`Saved cards are removed at the payment provider; ${kept}`).waitFor();
    await page.getByRole('button', { name: 'Delete my account' }).click();
    const dialog = page.getByRole('dialog', { name: 'Delete your account?' });
    await dialog.getByText(`A saved card is removed at the payment provider; ${kept}`).waitFor();
    const sure = dialog.getByRole('button', { name: 'Delete my account' });
    await dialog.getByRole('textbox').fill('someone@else.org');
    await sure.click();
    await dialog.getByText('That isn’t this account’s email.').waitFor();
    await dialog.getByRole('textbox').fill(email);
    await sure.click();
    await page.waitForURL(`${siteUrl}/`);
    await page.getByText('Your account was deleted.').waitFor();
    await page.locator('header').getByRole('link', { name: 'Create account' }).waitFor();
    await end();
  });

  it.skipIf(!hasDatabase())(
    'offers no deletion under a legal hold: it says until when, and asks for nothing',
    async () => {
      const { page, siteUrl, context, end } = await visit(browser);
      const email = newEmail('held');
      await signInByMail(context.request, siteUrl, email);
      await withDatabase((client) =>
        client.query(
          `INSERT INTO legal_holds (id, workspace, kind, placed_by, reason, placed_at, until)
         SELECT 'hold_0123456789ab', sub, 'person', 'a journey', 'a dispute', now(), '2099-03-01T00:00:00Z'
           FROM users WHERE email = $1`,
          [email],
        ),
      );
      await page.goto(`${siteUrl}/account/privacy`);
      await page.getByRole('button', { name: 'Delete my account' }).click();
      const dialog = page.getByRole('dialog', { name: 'Delete your account?' });
      await dialog.getByText(/^Your data is under a legal hold until 2099-/).waitFor();
      expect(await dialog.getByText('are deleted now').count()).toBe(0);
      expect(await dialog.getByRole('textbox').count()).toBe(0);
      expect(await dialog.getByRole('button', { name: 'Delete my account' }).count()).toBe(0);
      await end();
    },
  );

  it('asks again what ends with the account where that could not be loaded, before it can be deleted', async () => {
    const { page, siteUrl, context, end } = await visit(browser, { expectedStatus: 503 });
    await signInByMail(context.request, siteUrl, newEmail('losses'));
    await page.goto(`${siteUrl}/account/privacy`);
    await page.route('**/api/account/losses', (route) => route.fulfill({ status: 503, json: {} }));
    await page.getByRole('button', { name: 'Delete my account' }).click();
    const dialog = page.getByRole('dialog', { name: 'Delete your account?' });
    await dialog.getByText('What ends with your account could not be loaded, so it cannot be deleted yet.').waitFor();
    const sure = dialog.getByRole('button', { name: 'Delete my account' });
    expect(await sure.isDisabled()).toBe(true);
    await page.unroute('**/api/account/losses');
    await dialog.getByRole('button', { name: 'Try again' }).click();
    await dialog.getByText('1 check, Free').waitFor();
    expect(await sure.isDisabled()).toBe(false);
    await end();
  });

  it('[ROUTE-01] [PICK-01] shows a signed-in user the search panel, the checks left, the last checks and the score guide', async () => {
    const { page, siteUrl, context, end } = await visit(browser);
    await signInByMail(context.request, siteUrl, newEmail('home'));
    await page.goto(siteUrl);
    await page.locator('main').getByRole('combobox', { name: 'Wallet address' }).waitFor();
    await page.locator('main').getByText('1 check left.').waitFor();
    await page.getByRole('button', { name: /^Select an asset/ }).click();
    await page.locator('.picker-title', { hasText: /^Select an asset$/ }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByText('Your checks will appear here.').waitFor();
    await page.getByRole('heading', { name: 'How to read a score' }).waitFor();
    await checkAddress(page, KNOWN.sanctioned);
    await page.locator('header .logo').click();
    await page.waitForURL(`${siteUrl}/`);
    await page.getByRole('region', { name: 'Last checks' }).getByRole('link', { name: '149w6…Keq8C' }).waitFor();
    await end();
  });
});
