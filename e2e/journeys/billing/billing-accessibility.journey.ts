import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { expectAccessible } from '../../harness/accessible.ts';
import { launchBrowser, visit } from '../../harness/browser.ts';
import { hasDatabase } from '../../harness/database.ts';
import { buyPlanByCard, choose, openTariffs, payAsYouGo, plan } from '../../harness/money.ts';
import { newEmail, signInByMail } from '../../harness/sign-in.ts';
import { makeAdmin } from '../../harness/survey.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(async () => browser.close());

describe('accessibility at every width and in both themes', () => {
  it.skipIf(!hasDatabase())(
    'finds no violation on billing with a plan, the payment choice, the card page and promo codes',
    async () => {
      const { page, siteUrl, context, end } = await visit(browser, { width: 768, theme: 'dark', isPaying: true });
      const email = newEmail('look');
      await signInByMail(context.request, siteUrl, email);
      await openTariffs(page, siteUrl);
      await buyPlanByCard(page, siteUrl, 'Basic');
      await page.getByRole('region', { name: 'Receipts' }).waitFor();
      await expectAccessible(page);
      await plan(page, 'Premium').getByRole('button', { name: 'Buy Premium' }).click();
      await page.getByRole('menuitem', { name: 'Crypto' }).waitFor();
      await expectAccessible(page);
      await page.keyboard.press('Escape');
      await page.getByRole('button', { name: 'Cancel subscription' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Cancel subscription' }).waitFor();
      await expectAccessible(page);
      await page.keyboard.press('Escape');

      await choose(payAsYouGo(page).getByRole('button', { name: 'Get Started' }), 'Card');
      await page.waitForURL(/\/stripe\?order_id=/);
      await page.waitForFunction(() => document.querySelector('main button[type=submit]:enabled') !== null);
      await expectAccessible(page);

      await makeAdmin(email);
      await page.goto(`${siteUrl}/account?tab=promocodes`);
      await page.getByRole('button', { name: 'Create' }).click();
      await page.getByRole('row').nth(1).waitFor();
      await expectAccessible(page);
      await page
        .getByRole('button', { name: /^Edit / })
        .first()
        .click();
      await page.getByRole('dialog').getByRole('button', { name: 'Update' }).waitFor();
      await expectAccessible(page);
      await end();
    },
  );
});
