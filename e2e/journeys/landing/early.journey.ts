import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launchBrowser, visit } from '../../harness/browser.ts';
import { hold } from '../../harness/hold.ts';
import { KNOWN } from '../../harness/known-addresses.ts';
import { addressField, checkButton, suggestion } from '../../harness/search.ts';
import { emailField, newEmail } from '../../harness/sign-in.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(async () => browser.close());

/** A visitor whose scripts are held back until `letScriptsIn`. */
async function visitEarly() {
  const visitor = await visit(browser, { isEarly: true });
  const letScriptsIn = await hold(visitor.page, '**/assets/*.js');
  return { ...visitor, letScriptsIn };
}

/** Whether the app has hydrated the page. */
async function isReady(page: Page): Promise<boolean> {
  return page.evaluate(() => Reflect.get(window, '__reactRouterDataRouter') !== undefined);
}

describe('before the scripts have loaded', () => {
  it('keeps a typed address, and checks it once an asset is chosen', async () => {
    const { page, siteUrl, letScriptsIn, end } = await visitEarly();
    await page.goto(siteUrl, { waitUntil: 'domcontentloaded' });
    await addressField(page).pressSequentially(` ${KNOWN.sanctioned.address}`);
    expect(await isReady(page)).toBe(false);
    letScriptsIn();
    await suggestion(page, KNOWN.sanctioned).click();
    expect(await addressField(page).inputValue()).toBe(KNOWN.sanctioned.address);
    await checkButton(page).click();
    await page.waitForURL(`${siteUrl}/register`);
    await end();
  });

  it('checks an address that was sent early on an asset page', async () => {
    const { page, siteUrl, letScriptsIn, end } = await visitEarly();
    await page.goto(`${siteUrl}/check/${KNOWN.sanctioned.ticker}`, { waitUntil: 'domcontentloaded' });
    await addressField(page).fill(KNOWN.sanctioned.address);
    await checkButton(page).click();
    expect(await isReady(page)).toBe(false);
    letScriptsIn();
    await page.waitForURL(`${siteUrl}/register`);
    await end();
  });

  it('opens the picker that was clicked early', async () => {
    const { page, siteUrl, letScriptsIn, end } = await visitEarly();
    await page.goto(siteUrl, { waitUntil: 'domcontentloaded' });
    await page.locator('.hero-form .search-box button').first().click();
    expect(await isReady(page)).toBe(false);
    letScriptsIn();
    await page.getByPlaceholder('Type an asset').waitFor();
    await end();
  });

  it('sends an email address and a checkbox that were filled in early', async () => {
    const { page, siteUrl, letScriptsIn, end } = await visitEarly();
    const email = newEmail('early');
    await page.goto(`${siteUrl}/register`, { waitUntil: 'domcontentloaded' });
    await emailField(page).fill(email);
    await page.getByRole('checkbox').check();
    await page.getByRole('button', { name: 'Create account' }).click();
    expect(await isReady(page)).toBe(false);
    letScriptsIn();
    await page.waitForURL(`${siteUrl}/success-auth`);
    await page.getByText(`we sent to ${email} to sign up.`).waitFor();
    await end();
  });

  it('keeps an email address that is still being typed when they load', async () => {
    const { page, siteUrl, letScriptsIn, end } = await visitEarly();
    await page.goto(`${siteUrl}/login`, { waitUntil: 'domcontentloaded' });
    await emailField(page).pressSequentially('nobody', { delay: 50 });
    expect(await isReady(page)).toBe(false);
    letScriptsIn();
    await emailField(page).pressSequentially('@example', { delay: 300 });
    await expect.poll(() => isReady(page)).toBe(true);
    expect(await emailField(page).inputValue()).toBe('nobody@example');
    await page.getByRole('button', { name: 'Log in', exact: true }).click();
    await page.getByText('Incorrect email').waitFor();
    await end();
  });
});
