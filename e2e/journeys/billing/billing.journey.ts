import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launchBrowser, visit } from '../../harness/browser.ts';
import { hasDatabase } from '../../harness/database.ts';
import { hold } from '../../harness/hold.ts';
import { billing, choose, openTariffs, payAsYouGo, plan, putOnPlan } from '../../harness/money.ts';
import { newEmail, signInByMail } from '../../harness/sign-in.ts';

const ENTERPRISE_ID = 5;

let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(async () => browser.close());

async function visitTariffs(options: Parameters<typeof visit>[1] = {}) {
  const visited = await visit(browser, options);
  await signInByMail(visited.context.request, visited.siteUrl, newEmail('billing'));
  await openTariffs(visited.page, visited.siteUrl);
  return visited;
}

describe('the billing tab', () => {
  it('[BILL-04] [BILL-06] [BILL-10] compares the plans of a period, three months first', async () => {
    const { page, end } = await visitTariffs();
    const periods = page.getByRole('radiogroup', { name: 'Payment period' });
    expect(await periods.getByRole('radio').allTextContents()).toEqual([
      'MonthBase',
      '3 months10%',
      '6 months15%',
      'Year20%',
    ]);
    expect(await periods.getByRole('radio', { checked: true }).textContent()).toBe('3 months10%');
    const basic = (await plan(page, 'Basic').textContent()) ?? '';
    for (const words of ['$64.80', 'was $72', '10% OFF', 'per 3 months, $0.72 per check', '90 checks', '8000+']) {
      expect(basic).toContain(words);
    }
    await periods.getByRole('radio', { name: /^Year/ }).click();
    await expect.poll(() => plan(page, 'Premium').textContent()).toContain('$1,440');
    await periods.getByRole('radio', { name: /^Month/ }).click();
    await expect.poll(() => plan(page, 'Basic').textContent()).not.toContain('OFF');
    for (const period of [/^Month/, /^3 months/, /^6 months/, /^Year/]) {
      await periods.getByRole('radio', { name: period }).click();
      await periods.getByRole('radio', { name: period, checked: true }).waitFor();
      expect(await page.locator('.plan.is-popular h3').allTextContents()).toEqual(['Standard']);
    }
    await end();
  });

  it('[BILL-07] [BILL-18] shows three plans as the specification has them: the third in the middle, renewed by itself', async () => {
    const visited = await visit(browser);
    const { page } = visited;
    await signInByMail(visited.context.request, visited.siteUrl, newEmail('three'));
    await page.route('**/api/user/plans', async (route) => {
      const response = await route.fetch();
      const { data } = (await response.json()) as { data: readonly { readonly id: number }[] };
      const three = [6, 2, 3].map((id) => data.find((one) => one.id === id));
      await route.fulfill({ response, json: { data: three } });
    });
    await page.goto(`${visited.siteUrl}/account?tab=tariffs`);
    await plan(page, 'Flex').waitFor();
    const columns = page.getByRole('region', { name: 'Plans' }).locator('.plan h3');
    expect(await columns.allTextContents()).toEqual(['Flex', 'Pro', 'Lite']);
    expect(await plan(page, 'Flex').textContent()).toContain('Payment periodAs you need');
    expect(await plan(page, 'Pro').textContent()).toContain('Auto-RenewalIncluded');
    expect(await plan(page, 'Pro').textContent()).toContain('24/7 Priority support');
    expect(await plan(page, 'Lite').textContent()).toContain('Auto-RenewalNot included');
    for (const name of ['Lite', 'Pro']) {
      expect(await page.getByRole('button', { name: `${name}: Coming soon` }).isDisabled()).toBe(true);
    }
    await payAsYouGo(page).getByText('Payment period: As you need').waitFor();
    await visited.end();
  });

  it('[BILL-05] [BILL-14] names the rows of the comparison, and offers Enterprise by email', async () => {
    const { page, end } = await visitTariffs();
    expect(await page.locator('.plan-labels span').allTextContents()).toEqual([
      'Features',
      'Check your price',
      'Number of checks',
      'Payment period',
      'Available assets',
      'Shareable link',
      'Signed PDF-report',
      'Support',
    ]);
    const more = page.getByRole('region', { name: 'If you need more' });
    expect(await more.textContent()).toMatch(/EnterpriseContact our sales team for the details at \S+@\S+/);
    expect(await more.getByRole('link', { name: 'Contact us' }).getAttribute('href')).toMatch(/^mailto:.+@/);
    await end();
  });

  it('[BILL-01] [BILL-02] [BILL-16] requests the plans once, and its links scroll to their sections', async () => {
    const { page, calls, end } = await visitTariffs({ height: 700 });
    const pages = page.getByRole('navigation', { name: 'Account pages' });
    await pages.getByRole('link', { name: 'Checks history' }).click();
    await page.getByRole('heading', { level: 1, name: 'Checks history' }).waitFor();
    await pages.getByRole('link', { name: 'Billing and plans' }).click();
    await plan(page, 'Standard').waitFor();
    expect(calls.filter((call) => call === 'GET /api/user/plans')).toHaveLength(1);
    await billing(page).getByRole('link', { name: 'Change' }).click();
    await page.waitForFunction(() => (document.getElementById('plans')?.getBoundingClientRect().top ?? 999) < 200);
    await billing(page).getByRole('link', { name: 'Buy more' }).click();
    await page.waitForFunction(() => (document.getElementById('payg')?.getBoundingClientRect().top ?? 999) < 300);
    await end();
  });

  it('[BILL-11] [PAYG-02] sells every plan except the announced ones, and asks Crypto or Card', async () => {
    const { page, end } = await visitTariffs();
    for (const name of ['Lite', 'Pro']) {
      expect(await page.getByRole('button', { name: `${name}: Coming soon` }).isDisabled()).toBe(true);
    }
    for (const button of [
      plan(page, 'Premium').getByRole('button', { name: 'Buy Premium' }),
      payAsYouGo(page).getByRole('button', { name: 'Get Started' }),
    ]) {
      await button.click();
      await page.getByRole('menuitem').first().waitFor();
      expect(await page.getByRole('menuitem').allTextContents()).toEqual(['Crypto', 'Card']);
      await page.keyboard.press('Escape');
      await page.getByRole('menuitem').first().waitFor({ state: 'detached' });
    }
    // Nothing to cancel on the free plan.
    expect(await page.getByRole('button', { name: 'Cancel subscription' }).count()).toBe(0);
    await end();
  });

  it('[PAYG-03] [PAYG-04] [PAYG-05] requests a price when the number has not changed for a second', async () => {
    const { page, calls, end } = await visitTariffs();
    const block = payAsYouGo(page);
    const field = block.getByRole('textbox', { name: 'Number of checks' });
    const start = block.getByRole('button', { name: 'Get Started' });
    expect(await field.inputValue()).toBe('10');
    expect(await block.getByRole('button', { name: 'Fewer checks' }).isDisabled()).toBe(true);
    expect(await block.locator('.scale-keys li').allTextContents()).toEqual([
      '00% off',
      '20010% off',
      '50015% off',
      '1000+20% off',
    ]);
    const tellPrice = await hold(page, '**/api/payment/checks/price/250');
    const asked = page.waitForRequest('**/api/payment/checks/price/250').then(() => Date.now());
    await field.fill('25');
    const typed = Date.now();
    await field.fill('250');
    // While the price is not known none is shown, and nothing can be bought at it.
    await expect.poll(() => block.locator('.price').textContent()).toBe('');
    expect(await start.isDisabled()).toBe(true);
    // A timer may round a millisecond away.
    expect((await asked) - typed).toBeGreaterThanOrEqual(999);
    expect(await block.locator('.price').textContent()).toBe('');
    expect(await start.isDisabled()).toBe(true);
    tellPrice();
    await block.getByText('Total $222.75').waitFor();
    expect(await block.locator('.price').textContent()).toContain('was $247.50');
    expect(await start.isDisabled()).toBe(false);
    expect(calls.filter((call) => call.includes('/checks/price/'))).toEqual([
      'GET /api/payment/checks/price/10',
      'GET /api/payment/checks/price/250',
    ]);
    await field.fill('7');
    await field.blur();
    await expect.poll(() => field.inputValue()).toBe('10');
    await block.getByText('Total $9.90').waitFor();
    await end();
  });

  it('[PAY-07] starts one purchase at a time, and shows no alert when it fails', async () => {
    const { page, end } = await visitTariffs({ expectedStatus: 502 });
    const error = { errorName: 'PaymentProviderFailed', message: 'The provider said this.', requestId: 'r' };
    const refuse = await hold(page, '**/api/payment/url', (route) => route.fulfill({ status: 502, json: { error } }));
    const buy = plan(page, 'Standard').getByRole('button', { name: 'Buy Standard' });
    await choose(buy, 'Card');
    await page.waitForFunction(() => document.querySelectorAll('.plan-act button:disabled').length === 3);
    expect(await payAsYouGo(page).getByRole('button', { name: 'Get Started' }).isDisabled()).toBe(true);
    refuse();
    await page.waitForFunction(() => document.querySelectorAll('.plan-act button:disabled').length === 0);
    await page.waitForFunction(() => document.activeElement?.getAttribute('aria-label') === 'Buy Standard');
    expect(await page.locator('.alerts .alert').count()).toBe(0);
    expect(await page.getByText('The provider said this.').count()).toBe(0);
    await plan(page, 'Standard').getByText('Not started. Try again.').waitFor();
    await page.getByText('The payment could not be started. Nothing was charged. Please try again.').waitFor();
    await end();
  });

  it('says that nothing is sold, and offers no purchase', async () => {
    const visited = await visit(browser);
    await signInByMail(visited.context.request, visited.siteUrl, newEmail('nothing'));
    await visited.page.route('**/api/payment/offer', (route) =>
      route.fulfill({ json: { data: { providers: [], is_trial: false } } }),
    );
    await openTariffs(visited.page, visited.siteUrl);
    await visited.page.getByText('Purchases are not available at the moment.').waitFor();
    expect(await visited.page.getByRole('button', { name: /^(Buy|Get Started)/ }).count()).toBe(0);
    expect(await billing(visited.page).textContent()).toContain('Payment methodCard');
    await visited.end();
  });

  it('[ERR-16] [BILL-03] ignores a list of saved cards with the wrong shape', async () => {
    const visited = await visit(browser);
    await signInByMail(visited.context.request, visited.siteUrl, newEmail('shape'));
    await visited.page.route('**/api/payment/methods', (route) =>
      route.fulfill({ json: { data: [{ id: 'pm_1', card: 'visa', last4: 4242, exp_month: 4, exp_year: 2029 }] } }),
    );
    const listed = visited.page.waitForResponse('**/api/payment/methods');
    await openTariffs(visited.page, visited.siteUrl);
    await listed;
    await billing(visited.page).getByText('Card', { exact: true }).waitFor();
    expect(await billing(visited.page).textContent()).toContain('Payment methodCard');
    expect(await visited.page.locator('.alerts .alert').count()).toBe(0);
    await visited.end();
  });

  it.skipIf(!hasDatabase())('opens on the payment period of the customer’s own plan', async () => {
    const visited = await visit(browser);
    const { page, siteUrl, context } = visited;
    const email = newEmail('period');
    await signInByMail(context.request, siteUrl, email);
    const answer = await context.request.get(`${siteUrl}/api/user/plans`);
    const plans: { id: number; payment_period: string }[] = (await answer.json()).data;
    const yearly = plans.find((one) => one.payment_period === 'year');
    await putOnPlan(email, yearly?.id ?? 0);
    await page.goto(`${siteUrl}/account?tab=tariffs`);
    const periods = page.getByRole('radiogroup', { name: 'Payment period' });
    await periods.getByRole('radio', { name: /^Year/, checked: true }).waitFor();
    await visited.end();
  });

  it.skipIf(!hasDatabase())(
    '[BILL-15] [ROLE-03] shows an Enterprise user the current plan, and links to sales',
    async () => {
      const visited = await visit(browser);
      const { page, siteUrl, context } = visited;
      const email = newEmail('enterprise');
      await signInByMail(context.request, siteUrl, email);
      await putOnPlan(email, ENTERPRISE_ID);
      await openTariffs(page, siteUrl);
      const more = page.getByRole('region', { name: 'If you need more' });
      expect(await more.getByRole('button', { name: 'Current plan' }).isDisabled()).toBe(true);
      await more.getByRole('link', { name: 'Buy more checks' }).waitFor();
      expect(await page.getByRole('button', { name: /^Buy / }).count()).toBe(0);
      const contact = plan(page, 'Standard').getByRole('link', { name: 'Contact us about Standard' });
      expect(await contact.getAttribute('href')).toMatch(/^mailto:/);
      await visited.end();
    },
  );

  it('says of a malformed order on the card page that its link is not valid', async () => {
    const visited = await visit(browser, { expectedStatus: 400 });
    await signInByMail(visited.context.request, visited.siteUrl, newEmail('nope'));
    await visited.page.goto(`${visited.siteUrl}/stripe?order_id=nope`);
    await visited.page
      .getByRole('alert')
      .getByText('This payment link is not valid. Start again from Billing and plans.')
      .waitFor();
    await visited.end();
  });

  it('[ROUTE-08] opens the card page only for an order of the user, with only the logo in the header', async () => {
    const visited = await visit(browser, { expectedStatus: 404 });
    const { page, siteUrl, context } = visited;
    await page.goto(`${siteUrl}/stripe?order_id=${'0'.repeat(32)}`);
    await page.waitForURL(`${siteUrl}/login`);
    await signInByMail(context.request, siteUrl, newEmail('card'));
    await page.goto(`${siteUrl}/stripe`);
    await page.waitForURL(`${siteUrl}/account`);
    await page.goto(`${siteUrl}/stripe?order_id=${'0'.repeat(32)}`);
    await page
      .getByRole('alert')
      .getByText('This payment link is not valid. Start again from Billing and plans.')
      .waitFor();
    expect(await page.locator('header').getByRole('link').count()).toBe(1);
    expect(await page.getByRole('navigation').count()).toBe(0);
    await page.getByRole('link', { name: 'Back to billing' }).click();
    await page.waitForURL(`${siteUrl}/account?tab=tariffs`);
    await visited.end();
  });
});
