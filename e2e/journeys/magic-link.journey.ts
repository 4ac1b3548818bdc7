import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launchBrowser, visit } from '../harness/browser.ts';
import { hasDatabase } from '../harness/database.ts';
import { holdNextPage } from '../harness/hold.ts';
import { KNOWN } from '../harness/known-addresses.ts';
import { linkSentTo, linksTo } from '../harness/outbox.ts';
import { checkAddress, checkAsGuest } from '../harness/search.ts';
import { expireLinks } from '../harness/seed-history.ts';
import { emailField, linkFor, newEmail, signInByMail } from '../harness/sign-in.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(async () => browser.close());

const heading = (page: Page) => page.getByRole('heading', { level: 1 });

/** How long an alert has stood when the page gives way to the next one, by the page's own clock. */
async function timeToLeave(page: Page, words: string): Promise<() => Promise<number>> {
  await page.addInitScript((text) => {
    let from: number | null = null;
    const leave = history.replaceState.bind(history);
    new MutationObserver(() => {
      if (document.querySelector('[role=alert]')?.textContent?.includes(text) === true) from ??= performance.now();
    }).observe(document, { childList: true, subtree: true });
    history.replaceState = (...state) => {
      if (from !== null && !('stoodMs' in window)) Object.assign(window, { stoodMs: performance.now() - from });
      leave(...state);
    };
  }, words);
  return () => page.evaluate(() => Number(Reflect.get(window, 'stoodMs')));
}

describe('a link', () => {
  it('[ROUTE-04] is needed', async () => {
    const { page, siteUrl, end } = await visit(browser, { expectedStatus: 404 });
    for (const path of ['/confirm-link', '/confirm-link?link=', '/confirm-link?link=%20']) {
      expect((await page.goto(siteUrl + path))?.status(), path).toBe(404);
      expect(await heading(page).textContent()).toBe('Page Not Found');
    }
    await end();
  });

  it('[AUTH-20] opened in another browser waits for a press of its button, then runs the check that waited', async () => {
    const asking = await visit(browser);
    const { siteUrl } = asking;
    const email = newEmail('elsewhere');
    await checkAsGuest(asking.page, siteUrl, KNOWN.gambler);
    await emailField(asking.page).fill(email);
    await asking.page.getByRole('checkbox').check();
    await asking.page.getByRole('button', { name: 'Create account' }).click();
    await asking.page.waitForURL(`${siteUrl}/success-auth`);
    const link = await linkSentTo(asking.page.request, siteUrl, email);
    await asking.end();

    const other = await visit(browser);
    const answer = await other.page.goto(link);
    expect(answer?.headers()).toMatchObject({ 'referrer-policy': 'no-referrer', 'cache-control': 'no-store' });
    await other.page.getByText(`Continue here as ${email}.`).waitFor();
    expect(other.page.url()).toBe(`${siteUrl}/confirm-link`);
    await other.page.waitForTimeout(500);
    expect(other.calls).toEqual([]);
    const letGo = await holdNextPage(other.page);
    await other.page.getByRole('button', { name: 'Log in' }).click();
    await other.page.getByRole('heading', { name: 'Successfuly confirm' }).waitFor();
    await other.page.getByText('You will be redirected in a few seconds.').waitFor();
    letGo();
    await other.page.waitForURL(/\/riskcheck\//);
    await other.page.getByRole('heading', { level: 1, name: 'Risk score for BTC wallet address' }).waitFor();
    await other.page.locator('header').getByText('0 checks').waitFor();
    await other.end();

    const late = await visit(browser);
    await late.page.goto(link);
    await late.page.getByRole('heading', { name: 'Invalid Token' }).waitFor();
    await late.end();
  });

  it.skipIf(!hasDatabase())('[AUTH-17] [AUTH-18] that ran out sends another one to the same address', async () => {
    const { page, siteUrl, end } = await visit(browser, { expectedStatus: 503 });
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
    await page.getByRole('button', { name: 'Send a new magic button' }).dblclick();
    await page.waitForURL(`${siteUrl}/success-auth`);
    await page.getByText(`we sent to ${email} to log in.`).waitFor();
    const letGo = await holdNextPage(page);
    await page.goto(await linkSentTo(page.request, siteUrl, email, [link]));
    await page.getByRole('heading', { name: 'Successfuly confirm' }).waitFor();
    letGo();
    await page.waitForURL(`${siteUrl}/`);
    await end();
  });

  it('[AUTH-19] that is none says so, and leads back', async () => {
    const { page, siteUrl, end } = await visit(browser);
    await page.goto(`${siteUrl}/confirm-link?link=nonsense`);
    await page.getByRole('heading', { name: 'Invalid Token' }).waitFor();
    await page.getByText('Try to relogin').waitFor();
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

  it('[AUTH-21] leads to the result of its check, and home without one or where it failed', async () => {
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

  it('[AUTH-22] whose check was refused shows the alert, then goes home after two seconds', async () => {
    const { page, siteUrl, context, end } = await visit(browser);
    const email = newEmail('refused');
    await signInByMail(context.request, siteUrl, email);
    await page.goto(siteUrl);
    await checkAddress(page, KNOWN.sanctioned);
    await context.clearCookies();
    await checkAsGuest(page, siteUrl, KNOWN.gambler);
    await page.getByRole('link', { name: 'Log in' }).click();
    await page.getByRole('heading', { name: 'Log in to complete the check' }).waitFor();
    await emailField(page).fill(email);
    const known = await linksTo(context.request, siteUrl, email);
    await page.getByRole('button', { name: 'Log in', exact: true }).click();
    await page.waitForURL(`${siteUrl}/success-auth`);
    const alertStoodFor = await timeToLeave(page, 'You don’t have enough checks.');
    await page.goto(await linkSentTo(context.request, siteUrl, email, known));
    const alert = page.getByRole('alert').filter({ hasText: 'You don’t have enough checks.' });
    await alert.waitFor();
    expect(await alert.getByRole('link', { name: 'Buy checks' }).getAttribute('href')).toBe('/account?tab=tariffs');
    await page.waitForURL(`${siteUrl}/`);
    const stoodMs = await alertStoodFor();
    expect(stoodMs).toBeGreaterThanOrEqual(1990);
    expect(stoodMs).toBeLessThan(15_000);
    expect(await alert.isVisible(), 'an error stays').toBe(true);
    await end();
  });
});
