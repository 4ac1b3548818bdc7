import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launchBrowser, visit } from '../harness/browser.ts';
import { hasDatabase } from '../harness/database.ts';
import { KNOWN } from '../harness/known-addresses.ts';
import { addressField, checkAddress, checkButton, suggestion } from '../harness/search.ts';
import { lapseIn, suspend } from '../harness/seed-history.ts';
import { newEmail, signInByMail } from '../harness/sign-in.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(async () => browser.close());

describe('the header', () => {
  it('[HEAD-02] shows a guest the ways in, on a phone as an icon', async () => {
    const wide = await visit(browser);
    await wide.page.goto(wide.siteUrl);
    const header = wide.page.locator('header');
    expect(await header.getByRole('link', { name: 'Log in' }).first().getAttribute('href')).toBe('/login');
    expect(await header.getByRole('link', { name: 'Create account' }).getAttribute('href')).toBe('/register');
    expect(await header.locator('a.only-sm').isVisible()).toBe(false);
    expect(await header.getAttribute('data-header')).toBe('landing-hello');
    await wide.end();

    const phone = await visit(browser, { width: 390 });
    await phone.page.goto(phone.siteUrl);
    const icon = phone.page.locator('header a.only-sm');
    expect(await icon.isVisible()).toBe(true);
    expect(await icon.getAttribute('href')).toBe('/login');
    expect(await phone.page.locator('header').getByText('Log in', { exact: true }).isVisible()).toBe(false);
    await phone.end();
  });

  it('[HEAD-03] [HEAD-04] [HEAD-05] opens the menu of who is signed in, by keyboard too', async () => {
    const { page, siteUrl, end } = await visit(browser, { as: 'demo' });
    await page.goto(siteUrl);
    const header = page.locator('header');
    expect(await header.getAttribute('data-header')).toBe('normal');
    expect(await header.getByRole('link', { name: /^\d+ checks?$/ }).getAttribute('href')).toBe('/account?tab=tariffs');
    const avatar = page.getByRole('button', { name: 'Account menu' });
    const menu = page.getByRole('menu');
    await avatar.focus();
    await page.keyboard.press('Enter');
    await menu.waitFor();
    expect(await menu.getByRole('menuitem').allTextContents()).toEqual([
      'Checks history',
      'Billing and plans',
      'Log out',
    ]);
    await page.keyboard.press('Home');
    await page.keyboard.press('ArrowDown');
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Billing and plans');
    await page.keyboard.press('Escape');
    await menu.waitFor({ state: 'detached' });
    expect(await avatar.evaluate((button) => button === document.activeElement)).toBe(true);

    await avatar.click();
    await menu.waitFor();
    await page.mouse.click(300, 500);
    await menu.waitFor({ state: 'detached' });

    await avatar.click();
    await menu.getByRole('menuitem', { name: 'Billing and plans' }).click();
    await page.waitForURL(`${siteUrl}/account?tab=tariffs`);
    await menu.waitFor({ state: 'detached' });
    await avatar.click();
    await menu.getByRole('menuitem', { name: 'Checks history' }).click();
    await page.waitForURL(`${siteUrl}/account?tab=history`);
    expect(await menu.count()).toBe(0);
    await end();
  });

  it('[HEAD-06] logs out to the landing', async () => {
    const { page, siteUrl, context, end } = await visit(browser);
    await signInByMail(context.request, siteUrl, newEmail('logout'));
    await page.goto(`${siteUrl}/account`);
    await page.getByRole('button', { name: 'Account menu' }).click();
    await page.getByRole('menuitem', { name: 'Log out' }).click();
    await page.waitForURL(`${siteUrl}/`);
    await page.locator('header').getByRole('link', { name: 'Create account' }).waitFor();
    await page.goto(`${siteUrl}/account`);
    expect(page.url()).toBe(`${siteUrl}/login`);
    await end();
  });

  it('[AUTH-26] logs out where the server does not answer, and stays logged out', async () => {
    const { page, siteUrl, context, end } = await visit(browser, { expectedStatus: 503 });
    await signInByMail(context.request, siteUrl, newEmail('unheard'));
    await page.goto(`${siteUrl}/account`);
    await page.route('**/api/auth/logout', (route) => route.fulfill({ status: 503, body: '{}' }));
    await page.getByRole('button', { name: 'Account menu' }).click();
    await page.getByRole('menuitem', { name: 'Log out' }).click();
    await page.waitForURL(`${siteUrl}/`);
    await page.locator('header').getByRole('link', { name: 'Create account' }).waitFor();
    await page.reload();
    await page.locator('header').getByRole('link', { name: 'Create account' }).waitFor();
    await page.goto(`${siteUrl}/account`);
    expect(page.url()).toBe(`${siteUrl}/login`);
    await page.unroute('**/api/auth/logout');
    const told = page.waitForResponse('**/api/auth/logout');
    await page.goto(siteUrl);
    expect((await told).status()).toBe(200);
    await end();
  });

  it('[HEAD-07] holds the search panel on account, result and legal pages, and on no page of signing in', async () => {
    const { page, siteUrl, end } = await visit(browser, { as: 'demo' });
    const panel = page.locator('header').getByRole('combobox', { name: 'Wallet address' });
    for (const path of ['/account', '/terms-of-service', '/privacy-policy']) {
      await page.goto(siteUrl + path);
      expect(await panel.isVisible(), path).toBe(true);
    }
    await page.goto(siteUrl);
    expect(await panel.count()).toBe(0);
    await checkAddress(page, KNOWN.sanctioned);
    expect(await panel.isVisible()).toBe(true);
    await end();

    const guest = await visit(browser);
    for (const path of ['/login', '/register']) {
      await guest.page.goto(siteUrl + path);
      expect(await guest.page.locator('header a').allTextContents(), path).toEqual(['Assay']);
    }
    await guest.end();
  });
});

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
      expect(await page.title(), query).toBe(`${headline} - Assay`);
    }
    await page.getByRole('navigation', { name: 'Account pages' }).getByRole('link', { name: 'Checks history' }).click();
    await page.getByRole('heading', { level: 1, name: 'Checks history' }).waitFor();
    expect(await page.title()).toBe('Checks history - Assay');
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
    expect(await toggle.getAttribute('aria-expanded')).toBe('true');
    await menu.getByRole('link', { name: 'Sessions and data' }).click();
    await page.getByRole('heading', { level: 1, name: 'Sessions and data' }).waitFor();
    const next = menu.getByRole('button', { name: 'Sessions and data' });
    expect(await next.getAttribute('aria-expanded')).toBe('false');
    await next.click();
    await menu.getByRole('button', { name: 'Log out' }).click();
    await page.waitForURL(`${siteUrl}/`);
    await end();
  });

  it('says what one has', async () => {
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

  it.skipIf(!hasDatabase())('tells a suspended person why, and lets nothing be checked', async () => {
    const { page, siteUrl, context, end } = await visit(browser, { expectedStatus: 403 });
    const email = newEmail('suspended');
    await signInByMail(context.request, siteUrl, email);
    await suspend(email, 'one account a person');
    await page.goto(siteUrl);
    await page.getByRole('alert').filter({ hasText: 'Your account is suspended: one account a person.' }).waitFor();
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

  it('lists where one is logged in, and logs out everywhere', async () => {
    const first = await visit(browser);
    const { siteUrl } = first;
    const email = newEmail('everywhere');
    await signInByMail(first.context.request, siteUrl, email);
    await first.page.goto(`${siteUrl}/account`);

    const second = await visit(browser);
    await signInByMail(second.context.request, siteUrl, email);
    await second.page.goto(`${siteUrl}/account/privacy`);
    const rows = second.page.locator('.sessions li');
    await rows.nth(1).waitFor();
    expect(await rows.count()).toBe(2);
    await second.page.getByText(/^This browser, since \d{2} \w{3} \d{4}, \d{2}:\d{2}$/).waitFor();
    await second.page.getByRole('button', { name: 'Log out everywhere' }).click();
    await second.page.waitForURL(`${siteUrl}/`);
    await second.end();

    await first.page.goto(`${siteUrl}/account`);
    expect(first.page.url()).toBe(`${siteUrl}/login`);
    await first.end();
  });

  it('[ERR-01] renews the session once for a refused call, and is a guest’s page where it cannot', async () => {
    const first = await visit(browser, { expectedStatus: 401 });
    const { siteUrl } = first;
    const email = newEmail('ended');
    await signInByMail(first.context.request, siteUrl, email);
    await first.page.goto(`${siteUrl}/account`);
    await first.page.getByText('No checks history yet').waitFor();

    let refusals = 0;
    await first.page.route('**/api/monitor/history/pagination*', (route) => {
      refusals += 1;
      const error = { errorName: 'Unauthorized', message: 'This needs an account.', requestId: 'r' };
      return refusals === 1 ? route.fulfill({ status: 401, json: { error } }) : route.continue();
    });
    const start = first.calls.length;
    await first.page.goto(`${siteUrl}/account`);
    await first.page.getByText('No checks history yet').waitFor();
    expect(first.calls.slice(start).filter((call) => !/\/(site|survey)\//.test(call))).toEqual([
      'GET /api/monitor/history/pagination',
      'GET /api/auth/refresh',
      'GET /api/monitor/history/pagination',
    ]);
    await first.page.unroute('**/api/monitor/history/pagination*');

    const second = await visit(browser);
    await signInByMail(second.context.request, siteUrl, email);
    await second.page.goto(`${siteUrl}/account/privacy`);
    await second.page.getByRole('button', { name: /^End the session of/ }).click();
    await second.page.getByText('The session was ended.').waitFor();
    // The list is asked for anew after it was said.
    await expect.poll(() => second.page.locator('.sessions li').count()).toBe(1);
    await second.end();

    const before = first.calls.length;
    await first.page
      .getByRole('navigation', { name: 'Account pages' })
      .getByRole('link', { name: 'Sessions and data' })
      .click();
    await first.page.waitForURL(`${siteUrl}/login`);
    expect(first.calls.slice(before).filter((call) => call.endsWith('/refresh')).length).toBeLessThanOrEqual(1);
    await first.end();
  });

  it('gives one’s data in a file, and deletes the account only for its own e-mail', async () => {
    const { page, siteUrl, context, end } = await visit(browser);
    const email = newEmail('leaving');
    await signInByMail(context.request, siteUrl, email);
    await page.goto(`${siteUrl}/account/privacy`);
    const download = page.waitForEvent('download');
    await page.getByRole('link', { name: 'Export my data' }).click();
    expect((await download).suggestedFilename()).toMatch(/\.json$/);
    await page.getByRole('button', { name: 'Delete my account' }).click();
    const dialog = page.getByRole('dialog', { name: 'Delete your account?' });
    const sure = dialog.getByRole('button', { name: 'Delete my account' });
    await dialog.getByRole('textbox').fill('someone@else.org');
    await sure.click();
    await dialog.getByText('This is not the e-mail of your account.').waitFor();
    await dialog.getByRole('textbox').fill(email);
    await sure.click();
    await page.waitForURL(`${siteUrl}/`);
    await page.getByText('Your account was deleted.').waitFor();
    await page.locator('header').getByRole('link', { name: 'Create account' }).waitFor();
    await end();
  });

  it('[ROUTE-01] has a home of its own: the panel, what is left, the last checks, how to read a score', async () => {
    const { page, siteUrl, context, end } = await visit(browser);
    await signInByMail(context.request, siteUrl, newEmail('home'));
    await page.goto(siteUrl);
    await page.locator('main').getByRole('combobox', { name: 'Wallet address' }).waitFor();
    await page.locator('main').getByText('1 check left.').waitFor();
    await page.getByText('Your checks will appear here.').waitFor();
    await page.getByRole('heading', { name: 'How to read a score' }).waitFor();
    await checkAddress(page, KNOWN.sanctioned);
    await page.locator('header .logo').click();
    await page.waitForURL(`${siteUrl}/`);
    await page.getByRole('region', { name: 'Last checks' }).getByRole('link', { name: '149w6…Keq8C' }).waitFor();
    await end();
  });
});
