import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launchBrowser, visit } from '../../harness/browser.ts';
import { hold, holdNextPage } from '../../harness/hold.ts';
import { KNOWN } from '../../harness/known-addresses.ts';
import { linkSentTo } from '../../harness/outbox.ts';
import { checkAsGuest } from '../../harness/search.ts';
import { emailField, newEmail } from '../../harness/sign-in.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(async () => browser.close());

const heading = (page: Page) => page.getByRole('heading', { level: 1 });
const TERMS = 'Please read and accept the Terms of Service';

describe('registering', () => {
  it('[AUTH-09] [AUTH-10] [AUTH-05] requires a valid address and the terms before anything is sent', async () => {
    const { page, siteUrl, calls, end } = await visit(browser);
    await page.goto(`${siteUrl}/register`);
    expect(await heading(page).textContent()).toBe('Create an account to get a free check');
    const send = page.getByRole('button', { name: 'Create account' });
    expect(await page.getByRole('checkbox', { checked: false }).count()).toBe(1);
    await emailField(page).fill('a@b');
    await send.click();
    await page.getByText('Please enter an email address').waitFor();
    await page.getByText(TERMS).waitFor();
    await expect.poll(() => emailField(page).evaluate((field) => field === document.activeElement)).toBe(true);
    await emailField(page).fill('name@example');
    await send.click();
    await page.getByText('Incorrect email').waitFor();
    await emailField(page).fill(newEmail('terms'));
    await page.getByText('Incorrect email').waitFor({ state: 'detached' });
    await send.click();
    await page.getByText(TERMS).waitFor();
    expect(calls.filter((call) => call.startsWith('POST'))).toEqual([]);
    expect(await page.getByRole('link', { name: 'Log in' }).getAttribute('href')).toBe('/login');
    await end();
  });

  it('[AUTH-03] [SRCH-15] keeps the check of a guest, which the header of the login names', async () => {
    const { page, siteUrl, calls, end } = await visit(browser);
    await page.goto(`${siteUrl}/login`);
    await page.getByRole('heading', { name: 'Log in to Assay' }).waitFor();
    await checkAsGuest(page, siteUrl, KNOWN.sanctioned);
    const sentence = page.getByText(/^Your check of \S+ for BTC is kept\./);
    await sentence.waitFor();
    await page.getByRole('link', { name: 'Log in' }).click();
    await page.getByRole('heading', { name: 'Log in to complete the check' }).waitFor();
    await sentence.waitFor();
    const kept = await page.evaluate(() => sessionStorage.getItem('assay.pending-check'));
    expect(JSON.parse(kept ?? '')).toMatchObject({ address: KNOWN.sanctioned.address, ticker: 'BTC', parent: null });
    await page.getByRole('link', { name: 'Sign up' }).click();
    await page.waitForURL(`${siteUrl}/register`);
    expect(calls).not.toContain('POST /api/monitor/check');
    await end();
  });

  it('[AUTH-11] [AUTH-12] [AUTH-27] sends the check of a guest with the login, and ends on its result', async () => {
    const { page, siteUrl, calls, end } = await visit(browser);
    const email = newEmail('pending');
    await checkAsGuest(page, siteUrl, KNOWN.sanctioned);
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
    expect(calls).not.toContain('POST /api/monitor/check');

    const letGo = await holdNextPage(page);
    await page.goto(await linkSentTo(page.request, siteUrl, email));
    await page.getByRole('heading', { name: 'Successfuly confirm' }).waitFor();
    expect(page.url(), 'the token left the address').toBe(`${siteUrl}/confirm-link`);
    letGo();
    await page.waitForURL(/\/riskcheck\//);
    await page.locator('.verdict').getByRole('img', { name: '1 of 5 stars' }).waitFor();
    await page.locator('header').getByText('0 checks').waitFor();
    await end();
  });

  it('[AUTH-27] drops the check when the app starts on any other page', async () => {
    const { page, siteUrl, end } = await visit(browser);
    await checkAsGuest(page, siteUrl, KNOWN.sanctioned);
    await page.goto(`${siteUrl}/login`);
    await page.getByRole('heading', { name: 'Log in to complete the check' }).waitFor();
    await page.goto(`${siteUrl}/check/btc`);
    await page.locator('header').getByRole('link', { name: 'Create account' }).click();
    await page.waitForURL(`${siteUrl}/register`);
    await page.getByRole('button', { name: 'Create account' }).waitFor();
    await page.getByRole('link', { name: 'Log in' }).click();
    await page.getByRole('heading', { name: 'Log in to Assay' }).waitFor();
    await end();
  });

  it('[AUTH-11] shows no message when it fails', async () => {
    const { page, siteUrl, end } = await visit(browser, { expectedStatus: 403 });
    await page.goto(`${siteUrl}/register?email=someone@mailinator.com`);
    expect(await emailField(page).inputValue()).toBe('someone@mailinator.com');
    await page.getByRole('checkbox').check();
    const answer = page.waitForResponse('**/api/auth/login');
    await page.getByRole('button', { name: 'Create account' }).click();
    expect((await answer).status()).toBe(403);
    await page.locator('button[aria-busy=false]', { hasText: 'Create account' }).waitFor();
    await page.getByRole('status').getByText('Not sent. Try again.').waitFor();
    expect(await page.getByRole('alert').count()).toBe(0);
    expect(page.url()).toContain('/register');
    await end();
  });
});

describe('logging in', () => {
  it('[AUTH-02] [AUTH-04] [AUTH-06] takes the email of the query, and sends it in lower case', async () => {
    const { page, siteUrl, end } = await visit(browser, { expectedStatus: 400 });
    const email = newEmail('unknown');
    await page.goto(`${siteUrl}/login?email=${encodeURIComponent(email.toUpperCase())}`);
    expect(await heading(page).textContent()).toBe('Log in to Assay');
    expect(await emailField(page).inputValue()).toBe(email.toUpperCase());
    expect(await page.getByRole('checkbox').count()).toBe(0);
    expect(await page.getByRole('link', { name: 'Sign up' }).getAttribute('href')).toBe('/register');
    const send = page.getByRole('button', { name: 'Log in', exact: true });
    const asked = page.waitForRequest((request) => request.method() === 'POST');
    await send.click();
    expect((await asked).postDataJSON()).toEqual({ email, acceptTerms: false, cryptoAssetOrder: null });
    await page.getByRole('checkbox').waitFor();
    await end();
  });

  it('[AUTH-07] [AUTH-08] [ERR-09] shows the terms after the server required them, and is not sent until they are ticked', async () => {
    const { page, siteUrl, calls, end } = await visit(browser, { expectedStatus: 400 });
    await page.goto(`${siteUrl}/login?email=${newEmail('terms-later')}`);
    const send = page.getByRole('button', { name: 'Log in', exact: true });
    const answer = await hold(page, '**/api/auth/login');
    await send.click();
    await emailField(page).press('Enter');
    await send.click();
    answer();
    await page.getByText(TERMS).waitFor();
    await send.click();
    await send.click();
    expect(calls.filter((call) => call.startsWith('POST'))).toEqual(['POST /api/auth/login']);
    await page.getByRole('checkbox').check();
    await page.getByText(TERMS).waitFor({ state: 'detached' });
    await send.click();
    await page.waitForURL(`${siteUrl}/success-auth`);
    await end();
  });

  it('[AUTH-13] [AUTH-14] [ROUTE-03] remembers the email and the kind of the last link, and links back to its form', async () => {
    const { page, siteUrl, end } = await visit(browser);
    const email = newEmail('remembered');
    const wrong = page.getByRole('link', { name: 'Wrong email address? Please re-enter your email address' });
    await page.goto(`${siteUrl}/register?email=${email}`);
    await page.getByRole('checkbox').check();
    await page.getByRole('button', { name: 'Create account' }).click();
    await page.getByText(`we sent to ${email} to sign up.`).waitFor();
    expect(await page.getByRole('banner').getByRole('link').count(), 'the logo').toBe(1);
    await wrong.click();
    await page.waitForURL(`${siteUrl}/register`);

    await page.goto(await linkSentTo(page.request, siteUrl, email));
    await page.waitForURL(`${siteUrl}/`);
    await page.goto(`${siteUrl}/success-auth`);
    await page.waitForURL(`${siteUrl}/`);
    // Requests of the home page that are still open would be answered 401.
    await page.goto(`${siteUrl}/privacy-policy`, { waitUntil: 'networkidle' });
    await page.context().clearCookies({ name: /assay_session$/ });
    await page.goto(`${siteUrl}/login?email=${email}`);
    await page.getByRole('button', { name: 'Log in', exact: true }).click();
    await page.getByText(`we sent to ${email} to log in.`).waitFor();
    await page.reload();
    await page.getByText(`we sent to ${email} to log in.`).waitFor();
    await wrong.click();
    await page.waitForURL(`${siteUrl}/login`);
    await end();
  });

  it('[ERR-08] [AUTH-05] [AUTH-07] refuses a wrong address or domain, until the address changes', async () => {
    const { page, siteUrl, calls, end } = await visit(browser, { expectedStatus: 403 });
    await page.goto(`${siteUrl}/login`);
    for (const [text, message] of [
      ['a@b.', 'Please enter an email address'],
      ['name@example', 'Incorrect email'],
    ] as const) {
      await emailField(page).fill(text);
      await emailField(page).press('Enter');
      await page.getByText(message).waitFor();
    }
    expect(calls.filter((call) => call.startsWith('POST'))).toEqual([]);
    await emailField(page).fill('someone@mailinator.com');
    await emailField(page).press('Enter');
    const refusal = page.getByText('Your email domain is not allowed. Please use another email.');
    await refusal.waitFor();
    await emailField(page).press('Backspace');
    await refusal.waitFor({ state: 'detached' });
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

  it('[AUTH-23] is 560 px wide, other pages are 960 px wide', async () => {
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

  it('[ROUTE-03] leaves /success-auth when no link was sent', async () => {
    const { page, siteUrl, end } = await visit(browser);
    await page.goto(`${siteUrl}/success-auth`);
    await page.waitForURL(`${siteUrl}/`);
    await end();
  });
});
