import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launchBrowser, visit } from '../../harness/browser.ts';
import { hasDatabase } from '../../harness/database.ts';
import { KNOWN } from '../../harness/known-addresses.ts';
import { billing, buyPlanByCard, choose, openTariffs, payAsYouGo, plan } from '../../harness/money.ts';
import { checkAddress } from '../../harness/search.ts';
import { emailField, newEmail, signInByMail } from '../../harness/sign-in.ts';
import { makeAdmin } from '../../harness/survey.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(async () => browser.close());

describe('roles', () => {
  it('[ENT-02] a user with an email is logged in, and a visitor without one is a guest', async () => {
    const { page, siteUrl, context, end } = await visit(browser);
    await page.goto(siteUrl);
    const header = page.locator('header');
    await header.getByRole('link', { name: /log ?in/i }).waitFor();
    expect(await header.locator('.user-menu').count()).toBe(0);
    const email = newEmail('who');
    await signInByMail(context.request, siteUrl, email);
    await page.goto(siteUrl);
    await header.locator('.user-menu button').first().click();
    await header.getByRole('menuitem', { name: 'Checks history' }).waitFor();
    await page.goto(`${siteUrl}/account/privacy`);
    await page.getByText(`You are logged in as ${email}.`).waitFor();
    expect(await header.getByRole('link', { name: /log ?in/i }).count()).toBe(0);
    await end();
  });

  it('[ROLE-02] a signed-in user has history, billing and promo codes, buys plans and checks, and can cancel a subscription', async () => {
    const { page, siteUrl, context, end } = await visit(browser, { isPaying: true });
    await signInByMail(context.request, siteUrl, newEmail('role'));
    await page.goto(`${siteUrl}/account`);
    await page.getByRole('heading', { level: 1, name: 'Checks history' }).waitFor();
    await openTariffs(page, siteUrl);
    await billing(page).waitFor();
    await plan(page, 'Premium').getByRole('button', { name: 'Buy Premium' }).waitFor();
    expect(await payAsYouGo(page).getByRole('button', { name: 'Get Started' }).isEnabled()).toBe(true);
    await page.getByRole('region', { name: 'Promo code' }).getByRole('textbox').waitFor();
    const cancel = page.getByRole('button', { name: 'Cancel subscription' });
    expect(await cancel.count(), 'on the free plan').toBe(0);
    await buyPlanByCard(page, siteUrl, 'Basic');
    await cancel.waitFor();
    // What administrators do is not theirs.
    const pages = page.getByRole('navigation', { name: 'Account pages' });
    for (const name of ['Promo codes', 'Feedback']) expect(await pages.getByRole('link', { name }).count()).toBe(0);
    await end();
  });

  it.skipIf(!hasDatabase())(
    '[ROLE-04] an administrator manages promo codes, reads feedback and edits the survey',
    async () => {
      const { page, siteUrl, context, calls, end } = await visit(browser);
      const email = newEmail('administers');
      await signInByMail(context.request, siteUrl, email);
      await makeAdmin(email);
      await page.goto(`${siteUrl}/account?tab=promocodes`);
      await page.getByRole('form', { name: 'Create promo code' }).waitFor();
      const pages = page.getByRole('navigation', { name: 'Account pages' });
      await pages.getByRole('link', { name: 'Feedback' }).click();
      await page.getByRole('heading', { level: 1, name: 'Feedback' }).waitFor();
      await page.getByRole('tab', { name: 'Survey' }).click();
      await page.getByRole('heading', { name: 'Popup' }).waitFor();
      const survey = calls.filter((call) => call.includes('/api/survey/admin/'));
      expect(survey).toEqual(
        expect.arrayContaining(['GET /api/survey/admin/questions', 'GET /api/survey/admin/responses']),
      );
      await end();
    },
  );
});

describe('the layouts', () => {
  it('[ROUTE-10] [ROUTE-02] show only the logo on sign-in and card pages, and the full header elsewhere', async () => {
    const { page, siteUrl, context, end } = await visit(browser, { expectedStatus: 404 });
    const banner = page.getByRole('banner');
    const links = () => banner.getByRole('link').count();
    for (const path of ['/login', '/register']) {
      await page.goto(siteUrl + path);
      await banner.waitFor();
      expect([path, await links(), await banner.getByRole('button').count()]).toEqual([path, 1, 0]);
      expect(await banner.getByRole('link').getAttribute('href')).toBe('/');
    }
    for (const path of ['/privacy-policy', '/terms-of-service']) {
      await page.goto(siteUrl + path);
      await banner.getByRole('combobox', { name: 'Wallet address' }).waitFor();
      expect(await links()).toBeGreaterThan(1);
    }
    await page.goto(siteUrl);
    expect(await links()).toBeGreaterThan(1);
    await signInByMail(context.request, siteUrl, newEmail('layouts'));
    await page.goto(`${siteUrl}/stripe?order_id=${'0'.repeat(32)}`);
    await banner.waitFor();
    expect([await links(), await banner.getByRole('button').count()]).toEqual([1, 0]);
    await page.goto(`${siteUrl}/account`);
    await banner.getByRole('combobox', { name: 'Wallet address' }).waitFor();
    await end();
  });
});

describe('silent failures', () => {
  it('[ERR-13] of payment URL, cancelling, saved cards, prices, registering, PDF and payment confirmation show no message', async () => {
    const visited = await visit(browser, { isPaying: true, expectedStatus: 500, expectedComplaint: /status of 402/ });
    const { page, siteUrl, context, end } = visited;
    await page.clock.install();
    const error = { errorName: 'InternalError', message: 'The server said this.', requestId: 'r' };
    const fail = (path: string) => page.route(path, (route) => route.fulfill({ status: 500, json: { error } }));
    const saysNothing = async (what: string) => {
      expect([what, await page.locator('.alerts .alert').count()]).toEqual([what, 0]);
      expect([what, await page.getByText('The server said this.').count()]).toEqual([what, 0]);
    };

    await fail('**/api/auth/login');
    await page.goto(`${siteUrl}/register`);
    await emailField(page).fill(newEmail('silent'));
    await page.getByRole('checkbox').check();
    const refused = page.waitForResponse('**/api/auth/login');
    await page.getByRole('button', { name: 'Create account' }).click();
    await refused;
    await page.clock.runFor(1_000);
    expect(page.url()).toContain('/register');
    await page.getByText('Not sent. Try again.').waitFor();
    await saysNothing('register');
    await page.unroute('**/api/auth/login');

    await signInByMail(context.request, siteUrl, newEmail('silent'));
    await openTariffs(page, siteUrl);
    await buyPlanByCard(page, siteUrl, 'Basic');
    await fail('**/api/payment/methods');
    await page.goto(`${siteUrl}/account?tab=tariffs`);
    await billing(page).getByText('Card', { exact: true }).waitFor();
    await saysNothing('payment methods');

    await fail('**/api/payment/stripe/subscriptions/cancel');
    await page.getByRole('button', { name: 'Cancel subscription' }).click();
    const dialog = page.getByRole('dialog', { name: 'Cancel subscription' });
    const kept = page.waitForResponse('**/subscriptions/cancel');
    await dialog.getByRole('button', { name: 'Cancel subscription' }).click();
    await kept;
    await page.clock.runFor(1_000);
    await dialog.getByText('Not cancelled. Try again.').waitFor();
    await saysNothing('cancel subscription');
    await page.keyboard.press('Escape');

    await fail('**/api/payment/checks/price/*');
    const block = payAsYouGo(page);
    const priced = page.waitForResponse('**/api/payment/checks/price/250');
    await block.getByRole('textbox', { name: 'Number of checks' }).fill('250');
    await priced;
    await page.clock.runFor(1_000);
    await saysNothing('price');
    await page.unroute('**/api/payment/checks/price/*');

    await page.reload();
    await payAsYouGo(page).getByText('Total $9.90').waitFor();
    await fail('**/api/payment/url');
    const began = page.waitForResponse('**/api/payment/url');
    await choose(payAsYouGo(page).getByRole('button', { name: 'Get Started' }), 'Card');
    await began;
    await page.clock.runFor(1_000);
    await payAsYouGo(page).getByText('Not started. Try again.').waitFor();
    await saysNothing('payment URL');
    await page.unroute('**/api/payment/url');

    await choose(payAsYouGo(page).getByRole('button', { name: 'Get Started' }), 'Card');
    await page.waitForURL(/\/stripe\?order_id=/);
    await page.waitForFunction(() => document.querySelector('main button[type=submit]:enabled') !== null);
    await page.getByLabel('Card number').fill('4000 0000 0000 0002');
    await page.getByRole('button', { name: 'Pay now' }).click();
    await page.getByText('Not paid. Check your card details and try again.').waitFor();
    await saysNothing('payment confirm');

    await page.goto(siteUrl);
    await checkAddress(page, KNOWN.unattributed);
    await fail('**/api/monitor/pdf/*');
    const file = page.waitForResponse('**/api/monitor/pdf/*');
    await page.getByRole('link', { name: 'Download', exact: true }).click();
    await file;
    await page.clock.runFor(1_000);
    await page.getByText('Not downloaded. Try again.').waitFor();
    await saysNothing('PDF');
    await end();
  });
});
