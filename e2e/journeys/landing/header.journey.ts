import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launchBrowser, visit } from '../../harness/browser.ts';
import { KNOWN } from '../../harness/known-addresses.ts';
import { checkAddress } from '../../harness/search.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(async () => browser.close());

describe('the header', () => {
  it('[HEAD-02] shows a guest the links to log in and register, on a phone an icon', async () => {
    const wide = await visit(browser);
    await wide.page.goto(wide.siteUrl);
    const header = wide.page.locator('header');
    expect(await header.getByRole('link', { name: 'Log in' }).first().getAttribute('href')).toBe('/login');
    expect(await header.getByRole('link', { name: 'Create account' }).getAttribute('href')).toBe('/register');
    expect(await header.locator('a.only-sm').isVisible()).toBe(false);
    expect(await header.getAttribute('data-header')).toBe('landing-hello');
    await wide.end();

    const phone = await visit(browser, { width: 390 });
    await phone.page.goto(phone.siteUrl);
    const icon = phone.page.locator('header a.only-sm');
    expect(await icon.isVisible()).toBe(true);
    expect(await icon.getAttribute('href')).toBe('/login');
    await phone.page.setViewportSize({ width: 640, height: 900 });
    expect(await icon.isVisible(), 'a phone is 640 px wide at most').toBe(true);
    await phone.page.setViewportSize({ width: 641, height: 900 });
    expect(await icon.isVisible()).toBe(false);
    await phone.page.setViewportSize({ width: 390, height: 900 });
    expect(await phone.page.locator('header').getByText('Log in', { exact: true }).isVisible()).toBe(false);
    await phone.end();
  });

  it('[HEAD-03] [HEAD-04] [HEAD-05] opens the menu of a signed-in user, also by keyboard', async () => {
    const { page, siteUrl, end } = await visit(browser, { as: 'demo' });
    await page.goto(siteUrl);
    const header = page.locator('header');
    expect(await header.getAttribute('data-header')).toBe('normal');
    expect(await header.getByRole('link', { name: /^\d+ checks?$/ }).getAttribute('href')).toBe('/account?tab=tariffs');
    const avatar = page.getByRole('button', { name: 'Account menu' });
    const menu = page.getByRole('menu');
    await avatar.focus();
    await page.keyboard.press('Enter');
    await menu.waitFor();
    expect(await menu.getByRole('menuitem').allTextContents()).toEqual([
      'Checks history',
      'Billing and plans',
      'Security',
      'Sessions and data',
      'Log out',
    ]);
    await page.keyboard.press('Home');
    await page.keyboard.press('ArrowDown');
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Billing and plans');
    await page.keyboard.press('Escape');
    await menu.waitFor({ state: 'detached' });
    await expect.poll(() => avatar.evaluate((button) => button === document.activeElement)).toBe(true);

    await avatar.click();
    await menu.waitFor();
    await page.mouse.click(300, 500);
    await menu.waitFor({ state: 'detached' });

    await avatar.click();
    await menu.getByRole('menuitem', { name: 'Billing and plans' }).click();
    await page.waitForURL(`${siteUrl}/account?tab=tariffs`);
    await page.getByRole('heading', { level: 1, name: 'Billing and plans' }).waitFor();
    await menu.waitFor({ state: 'detached' });
    await avatar.click();
    await menu.getByRole('menuitem', { name: 'Checks history' }).click();
    await page.waitForURL(`${siteUrl}/account?tab=history`);
    await menu.waitFor({ state: 'detached' });
    await avatar.click();
    await menu.waitFor();
    await page.goBack();
    await page.waitForURL(`${siteUrl}/account?tab=tariffs`);
    await menu.waitFor({ state: 'detached' });
    await end();
  });

  it('[HEAD-07] has the search panel on account, result and legal pages, and not on sign-in pages', async () => {
    const { page, siteUrl, end } = await visit(browser, { as: 'demo' });
    const panel = page.locator('header').getByRole('combobox', { name: 'Wallet address' });
    for (const path of ['/account', '/terms-of-service', '/privacy-policy']) {
      await page.goto(siteUrl + path);
      expect(await panel.isVisible(), path).toBe(true);
    }
    await page.goto(siteUrl);
    expect(await panel.count()).toBe(0);
    await checkAddress(page, KNOWN.sanctioned);
    expect(await panel.isVisible()).toBe(true);
    await end();

    const guest = await visit(browser);
    for (const path of ['/login', '/register']) {
      await guest.page.goto(siteUrl + path);
      expect(await guest.page.locator('header a').allTextContents(), path).toEqual(['Assay']);
    }
    await guest.end();
  });
});
