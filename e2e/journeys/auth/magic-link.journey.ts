import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectAccessibleHere } from '../../harness/accessible.ts';
import { launchBrowser, visit } from '../../harness/browser.ts';
import { hasDatabase } from '../../harness/database.ts';
import { hold, holdNextPage } from '../../harness/hold.ts';
import { KNOWN } from '../../harness/known-addresses.ts';
import { linkSentTo, linksTo } from '../../harness/outbox.ts';
import { checkAddress, checkAsGuest } from '../../harness/search.ts';
import { expireLinks } from '../../harness/seed-history.ts';
import { emailField, linkFor, newEmail, signInByMail } from '../../harness/sign-in.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(async () => browser.close());

const heading = (page: Page) => page.getByRole('heading', { level: 1 });

/** Requests a link by the form, with a pending check. */
async function askWithCheck(page: Page, siteUrl: string, email: string): Promise<void> {
  await checkAsGuest(page, siteUrl, KNOWN.gambler);
  await emailField(page).fill(email);
  await page.getByRole('checkbox').check();
  await page.getByRole('button', { name: 'Create account' }).click();
  await page.waitForURL(`${siteUrl}/success-auth`);
}

/** A link with a check, requested in a browser that is closed afterwards. */
async function orderElsewhere(name: string) {
  const asking = await visit(browser);
  const { siteUrl } = asking;
  const email = newEmail(name);
  await askWithCheck(asking.page, siteUrl, email);
  const link = await linkSentTo(asking.page.request, siteUrl, email);
  await asking.end();
  return { link, email, siteUrl };
}

/** How long an alert has been shown when the next page replaces this one, by the page's own clock. */
async function timeToLeave(page: Page, words: string): Promise<() => Promise<number>> {
  await page.addInitScript((text) => {
    let from: number | null = null;
    const leave = history.replaceState.bind(history);
    new MutationObserver(() => {
      if (document.querySelector('[role=alert]')?.textContent?.includes(text) === true) from ??= performance.now();
    }).observe(document, { childList: true, subtree: true });
    history.replaceState = (...state) => {
      if (from !== null && !('visibleMs' in window)) Object.assign(window, { visibleMs: performance.now() - from });
      leave(...state);
    };
  }, words);
  return () => page.evaluate(() => Number(Reflect.get(window, 'visibleMs')));
}

describe('a sign-in link', () => {
  it('[ROUTE-04] is required: without one the page is not found', async () => {
    const { page, siteUrl, end } = await visit(browser, { expectedStatus: 404 });
    for (const path of ['/confirm-link', '/confirm-link?link=', '/confirm-link?link=%20']) {
      expect((await page.goto(siteUrl + path))?.status(), path).toBe(404);
      expect(await heading(page).textContent()).toBe('Page Not Found');
    }
    await end();
  });

  it('gives who opened it a link to the spelling that they want', async () => {
    const asking = await visit(browser);
    const email = newEmail('spelling');
    const link = await linkFor(asking.context.request, asking.siteUrl, email);
    await asking.end();
    const { page, siteUrl, end } = await visit(browser);
    await page.goto(link);
    await page.getByRole('link', { name: 'Send a link for that spelling' }).click();
    await page.getByRole('heading', { name: 'Get a link to another spelling' }).waitFor();
    await page.getByText('The link goes to the same mailbox.').waitFor();
    await expectAccessibleHere(page);
    const wanted = email.replace('@', '+me@');
    await emailField(page).fill(wanted);
    await page.getByRole('checkbox').check();
    await page.getByRole('button', { name: 'Send the link' }).click();
    await page.waitForURL(`${siteUrl}/success-auth`);
    await linkSentTo(page.request, siteUrl, wanted);
    await end();
  });

  it('opened in another browser waits for a click, then asks before it runs the check', async () => {
    const { link, email, siteUrl } = await orderElsewhere('elsewhere');

    const other = await visit(browser);
    await other.page.clock.install();
    const answer = await other.page.goto(link);
    expect(answer?.headers()).toMatchObject({ 'referrer-policy': 'no-referrer', 'cache-control': 'no-store' });
    await other.page.getByText(`Continue here as ${email}.`).waitFor();
    await other.page.getByText('starts only after you confirm it.').waitFor();
    expect(other.page.url()).toBe(`${siteUrl}/confirm-link`);
    // Nothing is asked by itself, however long the page is left alone.
    await other.page.clock.runFor(10_000);
    expect(other.calls).toEqual([]);
    await other.page.getByRole('button', { name: 'Log in' }).click();
    await other.page.getByRole('heading', { name: 'Run this check?' }).waitFor();
    await other.page.getByText(`You are logged in as ${email}.`).waitFor();
    await other.page.getByText(KNOWN.gambler.address).waitFor();
    await other.page.getByText('Bitcoin', { exact: true }).waitFor();
    expect(other.calls.filter((call) => call.startsWith('POST'))).toEqual([]);
    await expectAccessibleHere(other.page);
    await other.page.getByRole('button', { name: 'Run this check (uses 1)' }).click();
    await other.page.waitForURL(/\/riskcheck\//);
    await other.page.getByRole('heading', { level: 1, name: 'Risk score for BTC wallet address' }).waitFor();
    await other.page.locator('header').getByText('0 checks').waitFor();
    await other.end();

    const late = await visit(browser);
    await late.page.goto(link);
    await late.page.getByRole('heading', { name: 'Invalid Token' }).waitFor();
    await late.page.getByText('This link was used, or ended when another link to the same email was used.').waitFor();
    await late.end();
  });

  it('uses no check when the owner of the mailbox chooses Not now', async () => {
    const { link, siteUrl } = await orderElsewhere('victim');
    const owner = await visit(browser);
    await owner.page.goto(link);
    await owner.page.getByRole('button', { name: 'Log in' }).click();
    await owner.page.getByRole('link', { name: 'Not now' }).click();
    await owner.page.waitForURL(`${siteUrl}/`);
    await owner.page.locator('header').getByText('1 check').waitFor();
    expect(owner.calls.filter((call) => call.startsWith('POST'))).toEqual([]);
    await owner.page.goto(`${siteUrl}/account`);
    await owner.page.getByText('No checks history yet').waitFor();
    await owner.end();
  });

  it('[AUTH-20] confirms by itself in the browser that requested it, and runs its check', async () => {
    const asking = await visit(browser);
    const { siteUrl } = asking;
    const email = newEmail('same');
    await askWithCheck(asking.page, siteUrl, email);
    const letGo = await holdNextPage(asking.page);
    await asking.page.goto(await linkSentTo(asking.page.request, siteUrl, email));
    await asking.page.getByRole('heading', { name: 'Successfuly confirm' }).waitFor();
    await asking.page.getByText('You will be redirected in a few seconds.').waitFor();
    letGo();
    await asking.page.waitForURL(/\/riskcheck\//);
    await asking.page.locator('header').getByText('0 checks').waitFor();
    const kept = (await asking.context.cookies()).map(({ name }) => name);
    expect(kept).toContainEqual(expect.stringMatching(/assay_session$/));
    await asking.end();
  });

  it.skipIf(!hasDatabase())(
    '[AUTH-17] [AUTH-18] that has expired offers to send another one to the same address',
    async () => {
      const { page, siteUrl, calls, end } = await visit(browser, { expectedStatus: 503 });
      const email = newEmail('expired');
      await page.goto(`${siteUrl}/register?email=${email}`);
      await page.getByRole('checkbox').check();
      await page.getByRole('button', { name: 'Create account' }).click();
      await page.waitForURL(`${siteUrl}/success-auth`);
      const link = await linkSentTo(page.request, siteUrl, email);
      await expireLinks(email);
      await page.goto(link);
      await page.getByRole('heading', { name: 'The magic button is expired' }).waitFor();
      await page.getByText(`We will send another email with a magic button to ${email}`).waitFor();
      await page.route('**/api/auth/login', (route) => route.fulfill({ status: 503, body: '{}' }));
      await page.getByRole('button', { name: 'Send a new magic button' }).click();
      await page.waitForURL(`${siteUrl}/register`);
      await page.unroute('**/api/auth/login');
      await page.goto(link);
      const logins = () => calls.filter((call) => call === 'POST /api/auth/login').length;
      const before = logins();
      const again = page.getByRole('button', { name: 'Send a new magic button' });
      const answer = await hold(page, '**/api/auth/login');
      await again.dblclick();
      await again.click({ force: true });
      answer();
      await page.waitForURL(`${siteUrl}/success-auth`);
      expect(logins() - before, 'clicks while it is busy').toBe(1);
      await page.getByText(`we sent to ${email} to log in.`).waitFor();
      const letGo = await holdNextPage(page);
      await page.goto(await linkSentTo(page.request, siteUrl, email, [link]));
      await page.getByRole('heading', { name: 'Successfuly confirm' }).waitFor();
      letGo();
      await page.waitForURL(`${siteUrl}/`);
      await end();
    },
  );

  it('[AUTH-19] [ROUTE-04] that is invalid shows an error and links to the login', async () => {
    const { page, siteUrl, end } = await visit(browser);
    await page.goto(`${siteUrl}/confirm-link?link=nonsense`);
    await page.getByRole('heading', { name: 'Invalid Token' }).waitFor();
    await page.getByText('Try to relogin').waitFor();
    expect(await page.getByRole('banner').getByRole('link').count(), 'the logo').toBe(1);
    await page.getByRole('link', { name: 'Relogin' }).click();
    await page.waitForURL(`${siteUrl}/login`);
    await end();
  });

  it('[AUTH-15] [AUTH-16] ends as expired, as incorrect for any other error, or as success', async () => {
    const { page, siteUrl, context, end } = await visit(browser, { expectedComplaint: /status of (?:4|5)\d\d/ });
    const link = await linkFor(context.request, siteUrl, newEmail('outcomes'));
    const confirming = '**/api/auth/confirm-link/*';
    for (const [status, errorName, headline] of [
      [410, 'TokenExpiredError', 'The magic button is expired'],
      [400, 'InvalidToken', 'Invalid Token'],
      [400, 'ValidationError', 'Invalid Token'],
      [403, 'CrossSiteRequest', 'Invalid Token'],
      [500, 'InternalError', 'Invalid Token'],
    ] as const) {
      const error = { errorName, message: 'Not shown.', requestId: 'r' };
      await page.route(confirming, (route) => route.fulfill({ status, json: { error } }));
      const asked = page.waitForRequest(confirming);
      await page.goto(link);
      expect((await asked).url()).toBe(`${siteUrl}/api/auth/confirm-link/${new URL(link).searchParams.get('link')}`);
      await page.getByRole('heading', { name: headline }).waitFor();
      await page.unroute(confirming);
    }
    const letGo = await holdNextPage(page);
    await page.goto(link);
    await page.getByRole('heading', { name: 'Successfuly confirm' }).waitFor();
    letGo();
    await end();
  });

  it('says of a new account without its free check what it can do, and goes on', async () => {
    const { page, siteUrl, context, end } = await visit(browser);
    const link = await linkFor(context.request, siteUrl, newEmail('no-free-check'));
    await page.route('**/api/auth/confirm-link/*', async (route) => {
      const response = await route.fetch();
      const { data } = (await response.json()) as { data: object };
      await route.fulfill({ response, json: { data: { ...data, no_free_check: 'mailbox' } } });
    });
    await page.goto(link);
    await page.getByRole('heading', { name: 'Your account is ready' }).waitFor();
    const more = page.getByRole('link', { name: 'buy checks or enter a promo code' });
    expect(await more.getAttribute('href')).toBe('/account?tab=tariffs');
    await expectAccessibleHere(page);
    await page.getByRole('link', { name: 'Continue' }).click();
    await page.waitForURL(`${siteUrl}/`);
    await end();
  });

  it('[AUTH-21] opens the result of its check, or the home page when there is no check or it failed', async () => {
    const { page, siteUrl, context, end } = await visit(browser, { expectedStatus: 404 });
    const email = newEmail('onwards');
    const subId = 'f'.repeat(32);
    const refused = { status: 422, errorName: 'InvalidAddress', message: 'Unknown address format' };
    for (const [check, path] of [
      [{ data: { sub_id: subId } }, `/riskcheck/${subId}`],
      [null, '/'],
      [{ error: refused }, '/'],
    ] as const) {
      const link = await linkFor(context.request, siteUrl, email);
      await page.route('**/api/auth/confirm-link/*', async (route) => {
        const response = await route.fetch();
        const { data } = (await response.json()) as { data: object };
        await route.fulfill({ response, json: { data: { ...data, check } } });
      });
      const letGo = await holdNextPage(page);
      await page.goto(link);
      await page.getByRole('heading', { name: 'Successfuly confirm' }).waitFor();
      letGo();
      await page.waitForURL(siteUrl + path);
      await page.unroute('**/api/auth/confirm-link/*');
    }
    await end();
  });

  it('[AUTH-22] with a refused check shows the alert, and opens the home page after two seconds', async () => {
    const { page, siteUrl, context, end } = await visit(browser);
    const email = newEmail('refused');
    await signInByMail(context.request, siteUrl, email);
    await page.goto(siteUrl);
    // What the result asks for its owner is asked while somebody is signed in.
    const asked = page.waitForResponse(/\/by-other-version$/);
    await checkAddress(page, KNOWN.sanctioned);
    await asked;
    await context.clearCookies({ name: /assay_session$/ });
    await checkAsGuest(page, siteUrl, KNOWN.gambler);
    await page.getByRole('link', { name: 'Log in' }).click();
    await page.getByRole('heading', { name: 'Log in to complete the check' }).waitFor();
    await emailField(page).fill(email);
    const known = await linksTo(context.request, siteUrl, email);
    await page.getByRole('button', { name: 'Log in', exact: true }).click();
    await page.waitForURL(`${siteUrl}/success-auth`);
    const readVisibleMs = await timeToLeave(page, 'You don’t have enough checks.');
    await page.goto(await linkSentTo(context.request, siteUrl, email, known));
    const alert = page.getByRole('alert').filter({ hasText: 'You don’t have enough checks.' });
    await alert.waitFor();
    expect(await alert.getByRole('link', { name: 'Buy checks' }).getAttribute('href')).toBe('/account?tab=tariffs');
    await page.waitForURL(`${siteUrl}/`);
    const visibleMs = await readVisibleMs();
    expect(visibleMs).toBeGreaterThanOrEqual(1990);
    expect(visibleMs).toBeLessThan(15_000);
    expect(await alert.isVisible(), 'an error stays').toBe(true);
    await end();
  });
});
