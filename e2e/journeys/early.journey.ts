import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launchBrowser, visit } from '../harness/browser.ts';
import { KNOWN } from '../harness/known-addresses.ts';
import { addressField, checkButton, suggestion } from '../harness/search.ts';
import { emailField, newEmail } from '../harness/sign-in.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(async () => browser.close());

const LATE_MS = 3000;

/** A visitor whose scripts come three seconds after the page. */
async function visitEarly(): Promise<Awaited<ReturnType<typeof visit>>> {
  const visitor = await visit(browser, { isEarly: true });
  await visitor.page.route('**/assets/*.js', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, LATE_MS));
    await route.continue();
  });
  return visitor;
}

/** Whether the app has taken the page over by now. */
async function isReady(page: Page): Promise<boolean> {
  return page.evaluate(() => Reflect.get(window, '__reactRouterDataRouter') !== undefined);
}

describe('before the scripts have come', () => {
  it('keeps an address that is typed, and checks it once an asset is chosen', async () => {
    const { page, siteUrl, end } = await visitEarly();
    await page.goto(siteUrl);
    await addressField(page).pressSequentially(` ${KNOWN.sanctioned.address}`);
    expect(await isReady(page)).toBe(false);
    await suggestion(page, KNOWN.sanctioned).click();
    expect(await addressField(page).inputValue()).toBe(KNOWN.sanctioned.address);
    await checkButton(page).click();
    await page.waitForURL(`${siteUrl}/register`);
    await end();
  });

  it('checks what was typed and sent early, on the page of its asset', async () => {
    const { page, siteUrl, end } = await visitEarly();
    await page.goto(`${siteUrl}/check/${KNOWN.sanctioned.ticker}`);
    await addressField(page).fill(KNOWN.sanctioned.address);
    await checkButton(page).click();
    expect(await isReady(page)).toBe(false);
    await page.waitForURL(`${siteUrl}/register`);
    await end();
  });

  it('opens what was pressed early', async () => {
    const { page, siteUrl, end } = await visitEarly();
    await page.goto(siteUrl);
    await page.locator('.hero-form .search-box button').first().click();
    expect(await isReady(page)).toBe(false);
    await page.getByPlaceholder('Type an asset').waitFor();
    await end();
  });

  it('sends an e-mail address that was typed early, with what was ticked', async () => {
    const { page, siteUrl, end } = await visitEarly();
    const email = newEmail('early');
    await page.goto(`${siteUrl}/register`);
    await emailField(page).fill(email);
    await page.getByRole('checkbox').check();
    await page.getByRole('button', { name: 'Create account' }).click();
    expect(await isReady(page)).toBe(false);
    await page.waitForURL(`${siteUrl}/success-auth`);
    await page.getByText(`we sent to ${email} to sign up.`).waitFor();
    await end();
  });

  it('keeps an e-mail address that is still being typed when they come', async () => {
    const { page, siteUrl, end } = await visitEarly();
    await page.goto(`${siteUrl}/login`);
    await emailField(page).pressSequentially('nobody@example', { delay: 300 });
    await expect.poll(() => isReady(page)).toBe(true);
    expect(await emailField(page).inputValue()).toBe('nobody@example');
    await page.getByRole('button', { name: 'Log in', exact: true }).click();
    await page.getByText('Incorrect email').waitFor();
    await end();
  });
});
