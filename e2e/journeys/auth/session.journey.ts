import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launchBrowser, visit } from '../../harness/browser.ts';
import { KNOWN } from '../../harness/known-addresses.ts';
import { linkSentTo, linksTo } from '../../harness/outbox.ts';
import { addressField, checkButton, suggestion } from '../../harness/search.ts';
import { emailField, newEmail, signInByMail } from '../../harness/sign-in.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(async () => browser.close());

describe('the guards', () => {
  it('[ROUTE-12] [ROUTE-02] [ROUTE-05] send a guest to /login, and a signed-in user home', async () => {
    const guest = await visit(browser);
    const { siteUrl } = guest;
    for (const path of ['/account', '/account?tab=tariffs', '/account/privacy']) {
      const answer = await guest.page.request.get(siteUrl + path, { maxRedirects: 0 });
      expect(answer.status(), path).toBe(302);
      expect(answer.headers()['location']).toBe('/login');
    }
    await guest.page.goto(`${siteUrl}/account`);
    expect(guest.page.url()).toBe(`${siteUrl}/login`);
    await guest.end();

    const user = await visit(browser);
    await signInByMail(user.context.request, siteUrl, newEmail('guard'));
    for (const path of ['/login', '/register', '/success-auth']) {
      await user.page.goto(siteUrl + path);
      expect(user.page.url(), path).toBe(`${siteUrl}/`);
    }
    await user.end();
  });
});

describe('a session', () => {
  it('[AUTH-24] [AUTH-25] is kept in a cookie of seven days that no script can read', async () => {
    const { page, siteUrl, context, end } = await visit(browser);
    await signInByMail(context.request, siteUrl, newEmail('cookie'));
    await page.goto(siteUrl);
    await page.getByRole('button', { name: 'Account menu' }).waitFor();
    const cookie = (await context.cookies()).find(({ name }) => name.endsWith('assay_session'));
    expect(cookie).toMatchObject({ httpOnly: true, sameSite: 'Lax', path: '/' });
    const days = ((cookie?.expires ?? 0) - Date.now() / 1000) / 86_400;
    expect(days).toBeGreaterThan(6.9);
    expect(days).toBeLessThan(7.1);
    expect(await page.evaluate(() => document.cookie)).not.toContain('assay_session');
    await end();
  });

  it('[HEAD-06] ends with Log out, which opens the landing page', async () => {
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

  it('[AUTH-26] ends although the server does not answer, and does not come back', async () => {
    const { page, siteUrl, context, end } = await visit(browser, { expectedStatus: 503 });
    await signInByMail(context.request, siteUrl, newEmail('log-out'));
    await page.goto(`${siteUrl}/account`);
    await page.route('**/api/auth/logout', (route) => route.fulfill({ status: 503, body: '{}' }));
    await page.getByRole('button', { name: 'Account menu' }).click();
    await page.getByRole('menuitem', { name: 'Log out' }).click();
    await page.waitForURL(`${siteUrl}/`);
    await page.locator('header').getByRole('link', { name: 'Create account' }).waitFor();
    await page.reload();
    await page.locator('header').getByRole('link', { name: 'Create account' }).waitFor();
    await page.goto(`${siteUrl}/account`);
    // The server has not been notified yet: the page redirects once its script has loaded.
    await page.waitForURL(`${siteUrl}/login`);
    // An attempt may reach it before the next page is open: one that reaches the server is enough.
    const notified = page.waitForResponse((answer) => answer.url().endsWith('/api/auth/logout') && answer.ok());
    await page.unroute('**/api/auth/logout');
    await page.goto(siteUrl);
    await notified;
    await end();
  });

  it('is listed with all other sessions, and all can be logged out at once', async () => {
    const first = await visit(browser);
    const { siteUrl } = first;
    const email = newEmail('everywhere');
    await signInByMail(first.context.request, siteUrl, email);
    await first.page.goto(`${siteUrl}/account`);

    const second = await visit(browser);
    await signInByMail(second.context.request, siteUrl, email);
    // What the page still asks for when the session ends would be refused, and logged by the browser.
    await second.page.goto(`${siteUrl}/account/privacy`, { waitUntil: 'networkidle' });
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

  it('[ERR-01] is refreshed once for a refused call; if that fails, the user is logged out', async () => {
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
    await second.page.getByRole('button', { name: /^Log out of / }).click();
    await second.page.getByText('That session was logged out.').waitFor();
    // The list is requested again after the message.
    await expect.poll(() => second.page.locator('.sessions li').count()).toBe(1);
    await second.end();

    const before = first.calls.length;
    await first.page
      .getByRole('navigation', { name: 'Account pages' })
      .getByRole('link', { name: 'Sessions and data' })
      .click();
    await first.page.waitForURL(`${siteUrl}/login`);
    await first.page.locator('main input[type=email]').waitFor();
    const { cookies } = await first.context.storageState();
    expect(cookies.filter(({ name, value }) => name.endsWith('assay_session') && value !== '')).toEqual([]);
    expect(first.calls.slice(before).filter((call) => call.endsWith('/refresh')).length).toBeLessThanOrEqual(1);
    await first.end();
  });

  it('that was left in another tab is left in this one, and the typed address stays', async () => {
    const { page, siteUrl, context, end } = await visit(browser);
    await signInByMail(context.request, siteUrl, newEmail('tabs'));
    await page.goto(siteUrl);
    await page.getByRole('button', { name: 'Account menu' }).waitFor();
    await addressField(page).fill(KNOWN.gambler.address);
    await suggestion(page, KNOWN.gambler).waitFor();
    const account = await context.newPage();
    await account.goto(`${siteUrl}/account/privacy`);
    await account.getByRole('heading', { name: 'Where you are logged in' }).waitFor();
    const other = await context.newPage();
    await other.goto(siteUrl);
    await other.getByRole('button', { name: 'Account menu' }).click();
    await other.getByRole('menuitem', { name: 'Log out' }).click();
    await page.locator('header').getByRole('link', { name: 'Create account' }).waitFor();
    await expect.poll(() => addressField(page).inputValue()).toBe(KNOWN.gambler.address);
    await account.waitForURL(`${siteUrl}/login`);
    await end();
  });

  it('that has ended opens the login, which keeps the requested check', async () => {
    const { page, siteUrl, context, end } = await visit(browser, { expectedStatus: 401 });
    const email = newEmail('over');
    await signInByMail(context.request, siteUrl, email);
    await page.goto(siteUrl);
    await page.getByRole('button', { name: 'Account menu' }).waitFor();
    await addressField(page).fill(KNOWN.gambler.address);
    await suggestion(page, KNOWN.gambler).click();
    await context.clearCookies({ name: /assay_session$/ });
    await checkButton(page).click();
    await page.waitForURL(`${siteUrl}/login`);
    await page.getByRole('heading', { name: 'Log in to complete the check' }).waitFor();
    const known = await linksTo(context.request, siteUrl, email);
    await emailField(page).fill(email);
    await page.getByRole('button', { name: 'Log in', exact: true }).click();
    await page.waitForURL(`${siteUrl}/success-auth`);
    await page.goto(await linkSentTo(context.request, siteUrl, email, known));
    await page.waitForURL(/\/riskcheck\//);
    await end();
  });
});
