import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launchBrowser, visit } from '../../harness/browser.ts';
import { hold } from '../../harness/hold.ts';
import { billing, buyPlanByCard, choose, openTariffs, payAsYouGo, plan } from '../../harness/money.ts';
import { newEmail, signInByMail } from '../../harness/sign-in.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(async () => browser.close());

async function visitTariffs(name: string) {
  const visited = await visit(browser, { isPaying: true });
  await signInByMail(visited.context.request, visited.siteUrl, newEmail(name));
  await openTariffs(visited.page, visited.siteUrl);
  return visited;
}

describe('paying', () => {
  it('[BILL-01] [BILL-02] [PAY-06] buys a plan by card, and shows it with its receipt', async () => {
    const { page, siteUrl, end } = await visitTariffs('plan');
    const asked = page.waitForRequest('**/api/payment/url');
    await buyPlanByCard(page, siteUrl, 'Standard');
    expect((await asked).postDataJSON()).toMatchObject({
      payment_type: 'stripe',
      pay_for_tariff: { plan_id: expect.any(Number) },
    });
    const info = billing(page);
    expect(await info.locator('dt').allTextContents()).toEqual(['You have', 'Current plan', 'Payment method']);
    await info.getByText(/^100 checks, Standard until \d{2}-\d{2}-\d{4}$/).waitFor();
    await info.getByText(/^Standard, until \d{2}-[A-Z][a-z]{2}-\d{4}$/).waitFor();
    await info.getByText(/^Card •••• 4242, \d{2}\/\d{2}$/).waitFor();
    await info.getByText(/^1 check, /).waitFor();
    await page.locator('header').getByText('101 checks').waitFor();
    expect(await info.getByRole('link', { name: 'Buy more' }).getAttribute('href')).toContain('#payg');
    expect(await info.getByRole('link', { name: 'Change' }).getAttribute('href')).toContain('#plans');

    const receipt = page.getByRole('region', { name: 'Receipts' }).getByRole('row').nth(1);
    expect(await receipt.textContent()).toContain('$162');
    const download = page.waitForEvent('download');
    await receipt.getByRole('button', { name: /^Invoice/ }).click();
    expect((await download).suggestedFilename()).toMatch(/\.pdf$/);
    await end();
  });

  it('[BILL-11] [BILL-12] [BILL-13] offers more checks on the current plan, cancels its subscription, and resumes it', async () => {
    const { page, siteUrl, end } = await visitTariffs('cancel');
    const info = billing(page);
    expect(await page.getByRole('button', { name: 'Cancel subscription' }).count(), 'on the free plan').toBe(0);
    await buyPlanByCard(page, siteUrl, 'Standard');
    await info.getByText(/^100 checks, Standard until/).waitFor();

    const own = plan(page, 'Standard');
    await own.getByRole('button', { name: 'Current plan' }).waitFor();
    expect(await own.getByRole('button', { name: 'Current plan' }).isDisabled()).toBe(true);
    await own.getByRole('link', { name: 'Buy more checks' }).waitFor();
    expect(await plan(page, 'Basic').getByRole('link', { name: 'Buy more checks' }).count()).toBe(0);

    await page.getByRole('button', { name: 'Cancel subscription' }).click();
    const dialog = page.getByRole('dialog', { name: 'Cancel subscription' });
    await dialog
      .getByText(/^Standard is paid until \d{2}-[A-Z][a-z]{2}-\d{4} and is not charged again\. You keep the checks/)
      .waitFor();
    await dialog.getByText(/You still get 100 checks on \d{2}-[A-Z][a-z]{2}-\d{4}\./).waitFor();
    // The same day in both texts of the page.
    const day = /until (\S+)$/.exec(
      (await page
        .locator('.bill-info')
        .getByText(/^Standard, until /)
        .textContent()) ?? '',
    )?.[1];
    await dialog.getByText(`Checks of this plan that are left on ${day} lapse`).waitFor();
    await dialog.getByRole('button', { name: 'Cancel subscription' }).click();
    await dialog.waitFor({ state: 'detached' });
    const ownPlan = page.getByRole('region', { name: 'Your plan: Standard' });
    await ownPlan.getByText(/^Cancelled\. Paid until /).waitFor();
    await info.getByText(/^100 checks, Standard/).waitFor();

    await ownPlan.getByRole('button', { name: 'Resume subscription' }).click();
    await ownPlan.getByText(/^\$162 on \d{2}-[A-Z][a-z]{2}-\d{4}$/).waitFor();
    // One of three paid months has begun.
    await expect.poll(() => ownPlan.getByText(/^100 checks on \d{2}-[A-Z][a-z]{2}-\d{4}$/).count()).toBe(2);
    await info.getByText(/^100 checks, Standard/).waitFor();
    await end();
  });

  it('[PAY-01] [PAY-03] [PAY-04] pays for checks by card on a page of the site, and returns home', async () => {
    const { page, siteUrl, calls, end } = await visitTariffs('payg');
    const block = payAsYouGo(page);
    await block.getByRole('textbox', { name: 'Number of checks' }).fill('250');
    await block.getByText('Total $222.75').waitFor();
    const asked = page.waitForRequest('**/api/payment/url');
    await choose(block.getByRole('button', { name: 'Get Started' }), 'Card');
    expect((await asked).postDataJSON()).toMatchObject({ payment_type: 'stripe' });
    await page.waitForURL(/\/stripe\?order_id=[0-9a-f]{32}$/);
    await page.getByText('$222.75 for 250 checks').waitFor();
    expect(calls.filter((call) => call.includes('/plan/buy/'))).toEqual([
      expect.stringMatching(/^GET \/api\/user\/plan\/buy\/stripe\/[0-9a-f]{32}$/),
    ]);
    const script = page.locator('script[src^="http"]');
    expect(new URL((await script.getAttribute('src')) ?? '').origin).not.toBe(siteUrl);
    const pay = page.getByRole('button', { name: 'Pay now' });
    await page.waitForFunction(() => document.querySelector('main button[type=submit]:enabled') !== null);

    // A refused card: only the form shows a message, and the button is enabled again.
    const number = page.getByLabel('Card number');
    await number.fill('4000 0000 0000 0002');
    const decline = await hold(page, '**/v1/payment_intents/*/confirm', (route) =>
      route.fulfill({ status: 402, json: { error: { code: 'card_declined', message: 'Your card was declined.' } } }),
    );
    await pay.click();
    await expect.poll(() => pay.isDisabled()).toBe(true);
    decline();
    await page.getByText('Not paid. Check your card details and try again.').waitFor();
    await expect.poll(() => pay.isDisabled()).toBe(false);
    expect(await page.locator('.alerts .alert').count()).toBe(0);
    await page.unroute('**/v1/payment_intents/*/confirm');

    await number.fill('4242 4242 4242 4242');
    await pay.click();
    await page.waitForURL(`${siteUrl}/`);
    await page.locator('.alerts').getByText('Paid: 250 checks ($222.75).').waitFor();
    await page.locator('header').getByText('251 checks').waitFor();
    await end();
  });

  it('[PAY-04] [PAY-05] [API-16] pays by crypto', async () => {
    const { page, siteUrl, end } = await visitTariffs('crypto');
    const asked = page.waitForRequest('**/api/payment/url');
    let url = '';
    await page.route('**/api/payment/url', async (route) => {
      const response = await route.fetch();
      ({ url } = ((await response.json()) as { data: { url: string } }).data);
      await route.fulfill({ response });
    });
    await choose(payAsYouGo(page).getByRole('button', { name: 'Get Started' }), 'Crypto');
    const back = `${siteUrl}/account?tab=tariffs`;
    expect((await asked).method()).toBe('POST');
    expect((await asked).postDataJSON()).toEqual({
      payment_type: 'nowpayments',
      pay_for_checks: { checks_number: 10 },
      success_url: back,
      cancel_url: back,
    });
    await page.waitForURL((at) => url !== '' && at.href === new URL(url).href);
    await page.getByRole('button', { name: /^Pay / }).first().click();
    await page.waitForURL(`${siteUrl}/account?tab=tariffs`);
    await page.locator('.alerts').getByText('Paid: 10 checks ($9.90).').waitFor();
    await billing(page)
      .getByText(/^10 checks, Flex$/)
      .waitFor();
    await page.getByRole('region', { name: 'Receipts' }).getByRole('cell', { name: 'Crypto' }).waitFor();
    await end();
  });

  it('[BILL-13] [ERR-11] renews a plan that was paid by crypto on the same page, without a lost day', async () => {
    const { page, siteUrl, end } = await visitTariffs('renew');
    await page.getByRole('radio', { name: /^Month/ }).click();
    await choose(plan(page, 'Basic').getByRole('button', { name: 'Buy Basic' }), 'Crypto');
    await page.getByRole('button', { name: 'Pay the amount asked for' }).click();
    await page.waitForURL(`${siteUrl}/account?tab=tariffs`);
    const info = billing(page);
    await info.getByText(/^30 checks, Basic until/).waitFor();
    const ownPlan = page.getByRole('region', { name: 'Your plan: Basic' });
    const renewal = ownPlan.getByText(/^None\. Paid by crypto until /);
    await renewal.waitFor();
    const first = await renewal.textContent();
    // A month is left: nobody is asked to renew yet.
    expect(await page.getByText('Your subscription ends soon.').count()).toBe(0);

    await choose(ownPlan.getByRole('button', { name: 'Renew Basic' }), 'Crypto');
    await page.getByRole('button', { name: 'Pay the amount asked for' }).click();
    await page.waitForURL(`${siteUrl}/account?tab=tariffs`);
    await page.locator('header').getByText('61 checks').waitFor();
    await renewal.waitFor();
    await expect.poll(() => renewal.textContent()).not.toBe(first);
    // What was left stays as long as what was added.
    const untils = (await info.getByText(/^30 checks, Basic until/).allTextContents()).map((text) => text.slice(-10));
    expect(untils).toEqual([untils[0], untils[0]]);
    await end();
  });

  it('says before another plan is paid what becomes of the one that renews, and names one plan afterwards', async () => {
    const { page, siteUrl, end } = await visitTariffs('change');
    await buyPlanByCard(page, siteUrl, 'Standard');
    const info = billing(page);
    await info.getByText(/^100 checks, Standard until/).waitFor();
    const buy = plan(page, 'Premium').getByRole('button', { name: 'Buy Premium' });
    await choose(buy, 'Crypto');
    const dialog = page.getByRole('dialog', { name: 'Change to Premium?' });
    await dialog.getByText(/^Once the new plan is paid, it starts at once and Standard ends\./).waitFor();
    await dialog
      .getByText(/Your card is not charged for Standard again\. Checks of Standard that you have stay/)
      .waitFor();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    expect(new URL(page.url()).origin).toBe(siteUrl);

    await choose(buy, 'Crypto');
    await dialog.getByRole('button', { name: 'Continue to payment' }).click();
    await page.getByRole('button', { name: 'Pay the amount asked for' }).click();
    await page.waitForURL(`${siteUrl}/account?tab=tariffs`);
    await info.getByText(/^Premium, until /).waitFor();
    const ownPlan = page.getByRole('region', { name: /^Your plan: / });
    await ownPlan.getByText(/^None\. Paid by crypto until /).waitFor();
    expect(await ownPlan.getByRole('heading').textContent()).toBe('Your plan: Premium');
    expect(await page.getByRole('button', { name: 'Current plan' }).count()).toBe(1);
    await info.getByText(/^100 checks, Standard until/).waitFor();
    await end();
  });

  it('[PAY-05] [PAY-06] shows a notice for an unfinished payment, and charges nothing', async () => {
    const { page, siteUrl, end } = await visitTariffs('left');
    await choose(plan(page, 'Basic').getByRole('button', { name: 'Buy Basic' }), 'Card');
    await page.getByRole('button', { name: 'Go back without paying' }).click();
    await page.waitForURL(`${siteUrl}/account?tab=tariffs`);
    const notice = page.getByRole('status').filter({ hasText: 'Waiting for confirmation of your payment for Basic' });
    await notice.waitFor();
    expect(await notice.textContent()).toContain('If you did not finish it, you will not be charged.');
    await billing(page)
      .getByText(/^1 check, /)
      .waitFor();
    const pay = await notice.getByRole('link', { name: 'Continue payment' }).getAttribute('href');
    const row = page
      .getByRole('region', { name: 'Receipts' })
      .getByRole('row')
      .filter({ hasText: 'waiting for payment' });
    expect(await row.getByRole('link', { name: 'Continue payment' }).getAttribute('href')).toBe(pay);
    await notice.getByRole('button', { name: 'Dismiss' }).click();
    await notice.waitFor({ state: 'detached' });
    await page.reload();
    await plan(page, 'Basic').waitFor();
    expect(await notice.count()).toBe(0);

    // It is still there to be paid.
    await row.getByRole('link', { name: 'Continue payment' }).click();
    await page.getByRole('button', { name: /^Pay \$.+ with 4242/ }).click();
    await page.waitForURL(`${siteUrl}/account?tab=tariffs`);
    await billing(page)
      .getByText(/^30 checks, Basic/)
      .waitFor();
    await end();
  });

  it('[PAY-04] keeps an underpaid crypto payment reachable after the next order', async () => {
    const { page, siteUrl, end } = await visitTariffs('underpaid');
    const start = payAsYouGo(page).getByRole('button', { name: 'Get Started' });
    await choose(start, 'Crypto');
    await page.getByRole('button', { name: 'Pay less than asked for' }).click();
    await page.waitForURL(`${siteUrl}/account?tab=tariffs`);
    const returned = page.getByRole('status').filter({ hasText: 'Only part of the payment for 10 checks ($9.90)' });
    await page.getByRole('region', { name: 'Receipts' }).getByText('0.005 BTC missing').waitFor();
    expect(await returned.count(), 'said once').toBe(1);
    await page.setViewportSize({ width: 390, height: 844 });
    expect((await returned.locator('p').boundingBox())?.width).toBeGreaterThan(200);
    await page.setViewportSize({ width: 1440, height: 900 });
    await choose(start, 'Crypto');
    await page.getByRole('button', { name: 'Go back without paying' }).click();
    await page.waitForURL(`${siteUrl}/account?tab=tariffs`);
    const notice = page.getByRole('status').filter({ hasText: 'Only part of the payment for 10 checks ($9.90)' });
    await notice.getByText('0.005 BTC is missing.').waitFor();
    await page.setViewportSize({ width: 390, height: 844 });
    const words = await notice.locator('p').boundingBox();
    const acts = await notice.locator('.alert-links').boundingBox();
    expect(words?.width, 'on a phone what can be done is below the words').toBeGreaterThan(200);
    expect(acts?.y).toBeGreaterThanOrEqual((words?.y ?? 0) + (words?.height ?? 0));
    await page.setViewportSize({ width: 1440, height: 900 });
    expect(await notice.getByRole('link', { name: 'Contact support' }).getAttribute('href')).toMatch(/^mailto:.+@/);
    const row = page
      .getByRole('region', { name: 'Receipts' })
      .getByRole('row')
      .filter({ hasText: '0.005 BTC missing' });
    await row.getByRole('link', { name: 'Pay the rest' }).waitFor();
    await notice.getByRole('link', { name: 'Pay the rest' }).click();
    await page.getByRole('button', { name: 'Pay the amount asked for' }).click();
    await page.waitForURL(`${siteUrl}/account?tab=tariffs`);
    await billing(page)
      .getByText(/^10 checks, Flex$/)
      .waitFor();
    await end();
  });
});
