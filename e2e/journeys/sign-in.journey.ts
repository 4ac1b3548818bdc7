import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launchBrowser, visit } from '../harness/browser.ts';
import { hasDatabase } from '../harness/database.ts';
import { KNOWN } from '../harness/known-addresses.ts';
import { linkSentTo, linksTo } from '../harness/outbox.ts';
import { addressField, checkAddress, checkButton, suggestion } from '../harness/search.ts';
import { expireLinks } from '../harness/seed-history.ts';
import { linkFor, newEmail, signInByMail } from '../harness/sign-in.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(async () => browser.close());

const heading = (page: Page) => page.getByRole('heading', { level: 1 });
const emailField = (page: Page) => page.getByLabel('Email');
const TERMS = 'Please read and accept the Terms of Service';

describe('registering', () => {
  it('[AUTH-09] [AUTH-10] [AUTH-05] asks for a right address and for the terms before anything is sent', async () => {
    const { page, siteUrl, calls, end } = await visit(browser);
    await page.goto(`${siteUrl}/register`);
    expect(await heading(page).textContent()).toBe('Create an account to get a free check');
    const send = page.getByRole('button', { name: 'Create account' });
    await emailField(page).fill('a@b');
    await send.click();
    await page.getByText('Please enter an email address').waitFor();
    await page.getByText(TERMS).waitFor();
    expect(await emailField(page).evaluate((field) => field === document.activeElement)).toBe(true);
    await emailField(page).fill('name@example');
    await send.click();
    await page.getByText('Incorrect email').waitFor();
    await emailField(page).fill(newEmail('terms'));
    expect(await page.getByText('Incorrect email').count()).toBe(0);
    await send.click();
    await page.getByText(TERMS).waitFor();
    expect(calls.filter((call) => call.startsWith('POST'))).toEqual([]);
    expect(await page.getByRole('link', { name: 'Log in' }).getAttribute('href')).toBe('/login');
    await end();
  });

  it('[AUTH-03] [AUTH-12] [AUTH-13] [AUTH-27] [SRCH-15] with a check that was asked for as a guest ends on its result', async () => {
    const { page, siteUrl, calls, end } = await visit(browser);
    const email = newEmail('pending');
    await page.goto(`${siteUrl}/login`);
    await page.getByRole('heading', { name: 'Log in to Assay' }).waitFor();
    await page.goto(siteUrl);
    await addressField(page).fill(KNOWN.sanctioned.address);
    await suggestion(page, KNOWN.sanctioned).click();
    await checkButton(page).click();
    await page.waitForURL(`${siteUrl}/register`);
    await page.getByRole('link', { name: 'Log in' }).click();
    await page.getByRole('heading', { name: 'Log in to complete the check' }).waitFor();
    await page.getByRole('link', { name: 'Sign up' }).click();
    await page.waitForURL(`${siteUrl}/register`);
    await emailField(page).fill(email.toUpperCase());
    await page.getByRole('checkbox').check();
    const sent = page.waitForRequest((request) => request.method() === 'POST');
    await page.getByRole('button', { name: 'Create account' }).click();
    expect((await sent).postDataJSON()).toEqual({
      email,
      acceptTerms: true,
      cryptoAssetOrder: {
        address: KNOWN.sanctioned.address,
        ticker: 'BTC',
        parent: null,
        subticker: null,
        name: 'Bitcoin',
      },
    });
    await page.waitForURL(`${siteUrl}/success-auth`);
    await page.getByRole('heading', { name: 'Check your email!' }).waitFor();
    await page.getByText(`Tap the button in the email we sent to ${email} to sign up.`).waitFor();
    const wrong = page.getByRole('link', { name: 'Wrong email address? Please re-enter your email address' });
    expect(await wrong.getAttribute('href')).toBe('/register');
    expect(calls).not.toContain('POST /api/monitor/check');

    await page.goto(await linkSentTo(page.request, siteUrl, email));
    await page.getByRole('heading', { name: 'Successfuly confirm' }).waitFor();
    expect(page.url(), 'the token left the address').toBe(`${siteUrl}/confirm-link`);
    await page.waitForURL(/\/riskcheck\//);
    await page.locator('.verdict').getByRole('img', { name: '1 of 5 stars' }).waitFor();
    await page.locator('header').getByText('0 checks').waitFor();
    await end();
  });

  it('forgets the check where the app starts anywhere else', async () => {
    const { page, siteUrl, end } = await visit(browser);
    await page.goto(siteUrl);
    await addressField(page).fill(KNOWN.sanctioned.address);
    await suggestion(page, KNOWN.sanctioned).click();
    await checkButton(page).click();
    await page.waitForURL(`${siteUrl}/register`);
    await page.goto(`${siteUrl}/login`);
    await page.getByRole('heading', { name: 'Log in to complete the check' }).waitFor();
    await page.goto(`${siteUrl}/check/btc`);
    await page.locator('header').getByRole('link', { name: 'Create account' }).click();
    await page.waitForURL(`${siteUrl}/register`);
    await page.getByRole('link', { name: 'Log in' }).click();
    await page.getByRole('heading', { name: 'Log in to Assay' }).waitFor();
    await end();
  });

  it('[AUTH-11] says nothing when it fails', async () => {
    const { page, siteUrl, end } = await visit(browser, { expectedStatus: 403 });
    await page.goto(`${siteUrl}/register?email=someone@mailinator.com`);
    expect(await emailField(page).inputValue()).toBe('someone@mailinator.com');
    await page.getByRole('checkbox').check();
    const answer = page.waitForResponse('**/api/auth/login');
    await page.getByRole('button', { name: 'Create account' }).click();
    expect((await answer).status()).toBe(403);
    await page.locator('button[aria-busy=false]', { hasText: 'Create account' }).waitFor();
    expect(await page.getByRole('alert').count()).toBe(0);
    expect(page.url()).toContain('/register');
    await end();
  });
});

describe('logging in', () => {
  it('[AUTH-02] [AUTH-04] [AUTH-06] [AUTH-08] [AUTH-14] [ERR-09] shows the terms after the server asked for them', async () => {
    const { page, siteUrl, calls, end } = await visit(browser, { expectedStatus: 400 });
    const email = newEmail('unknown');
    await page.goto(`${siteUrl}/login?email=${encodeURIComponent(email.toUpperCase())}`);
    expect(await heading(page).textContent()).toBe('Log in to Assay');
    expect(await emailField(page).inputValue()).toBe(email.toUpperCase());
    expect(await page.getByRole('checkbox').count()).toBe(0);
    const send = page.getByRole('button', { name: 'Log in', exact: true });
    const asked = page.waitForRequest((request) => request.method() === 'POST');
    await send.click();
    expect((await asked).postDataJSON()).toEqual({ email, acceptTerms: false, cryptoAssetOrder: null });
    await page.getByText(TERMS).waitFor();
    await send.click();
    await send.click();
    expect(calls.filter((call) => call.startsWith('POST'))).toEqual(['POST /api/auth/login']);
    await page.getByRole('checkbox').check();
    expect(await page.getByText(TERMS).count()).toBe(0);
    await send.click();
    await page.waitForURL(`${siteUrl}/success-auth`);
    await page.getByText(`we sent to ${email} to log in.`).waitFor();
    await page.reload();
    await page.getByText(`we sent to ${email} to log in.`).waitFor();
    await page.getByRole('link', { name: /^Wrong email address/ }).click();
    await page.waitForURL(`${siteUrl}/login`);
    await end();
  });

  it('[ERR-08] [AUTH-07] refuses a domain, until the address changes', async () => {
    const { page, siteUrl, end } = await visit(browser, { expectedStatus: 403 });
    await page.goto(`${siteUrl}/login`);
    await emailField(page).fill('someone@mailinator.com');
    await emailField(page).press('Enter');
    const refusal = page.getByText('Your email domain is not allowed. Please use another email.');
    await refusal.waitFor();
    await emailField(page).press('Backspace');
    expect(await refusal.count()).toBe(0);
    await end();
  });

  it('offers the demo account on this machine', async () => {
    const { page, siteUrl, end } = await visit(browser);
    await page.goto(`${siteUrl}/login`);
    await page.getByRole('button', { name: 'Use the demo account' }).click();
    await page.waitForURL(`${siteUrl}/`);
    await page.getByRole('heading', { name: 'How to read a score' }).waitFor();
    await end();
  });

  it('[AUTH-23] stands on a sheet of 560 px, other pages in a container of 960 px', async () => {
    const { page, siteUrl, end } = await visit(browser);
    const widthOf = (selector: string) =>
      page.locator(selector).evaluate((element) => {
        const { paddingLeft, paddingRight, boxSizing } = getComputedStyle(element);
        const { width } = element.getBoundingClientRect();
        return { boxSizing, width, inner: width - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight) };
      });
    for (const path of ['/login', '/register']) {
      await page.goto(siteUrl + path);
      expect((await widthOf('.auth-col')).width, path).toBe(560);
    }
    await page.goto(`${siteUrl}/check/btc`);
    expect((await widthOf('main .wrap')).inner).toBe(960);
    await end();
  });

  it('[ROUTE-03] has nothing to say at /success-auth before a link was sent', async () => {
    const { page, siteUrl, end } = await visit(browser);
    await page.goto(`${siteUrl}/success-auth`);
    await page.waitForURL(`${siteUrl}/`);
    await end();
  });
});

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
    await asking.page.goto(siteUrl);
    await addressField(asking.page).fill(KNOWN.gambler.address);
    await suggestion(asking.page, KNOWN.gambler).click();
    await checkButton(asking.page).click();
    await asking.page.waitForURL(`${siteUrl}/register`);
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
    await other.page.getByRole('button', { name: 'Log in' }).click();
    await other.page.getByRole('heading', { name: 'Successfuly confirm' }).waitFor();
    await other.page.getByText('You will be redirected in a few seconds.').waitFor();
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
    await page.goto(await linkSentTo(page.request, siteUrl, email, [link]));
    await page.getByRole('heading', { name: 'Successfuly confirm' }).waitFor();
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
    await page.goto(link);
    await page.getByRole('heading', { name: 'Successfuly confirm' }).waitFor();
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
      await page.goto(link);
      await page.getByRole('heading', { name: 'Successfuly confirm' }).waitFor();
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
    await page.goto(siteUrl);
    await addressField(page).fill(KNOWN.gambler.address);
    await suggestion(page, KNOWN.gambler).click();
    await checkButton(page).click();
    await page.waitForURL(`${siteUrl}/register`);
    await page.getByRole('link', { name: 'Log in' }).click();
    await page.getByRole('heading', { name: 'Log in to complete the check' }).waitFor();
    await emailField(page).fill(email);
    const known = await linksTo(context.request, siteUrl, email);
    await page.getByRole('button', { name: 'Log in', exact: true }).click();
    await page.waitForURL(`${siteUrl}/success-auth`);
    await page.goto(await linkSentTo(context.request, siteUrl, email, known));
    const alert = page.getByRole('alert').filter({ hasText: 'You don’t have enough checks.' });
    await alert.waitFor();
    const seenAt = Date.now();
    expect(await alert.getByRole('link', { name: 'Buy checks' }).getAttribute('href')).toBe('/account?tab=tariffs');
    await page.waitForURL(`${siteUrl}/`);
    expect(Date.now() - seenAt).toBeGreaterThan(1500);
    expect(Date.now() - seenAt).toBeLessThan(4000);
    expect(await alert.isVisible(), 'an error stays').toBe(true);
    await end();
  });
});

describe('the guards', () => {
  it('[ROUTE-12] [ROUTE-02] lead a guest to /login, and who is signed in home', async () => {
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

  it('[AUTH-24] [AUTH-25] keep the session in a cookie of seven days that no script can read', async () => {
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
});
