import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launchBrowser, visit } from '../../harness/browser.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(async () => browser.close());

const expectedComplaint = /ERR_INTERNET_DISCONNECTED|Failed to fetch|route module|dynamically imported/;

describe('without a connection', () => {
  it('says so with a header, a title and a way to try again in place of the page that was asked for', async () => {
    const { page, context, siteUrl, end } = await visit(browser, { expectedComplaint });
    await page.goto(`${siteUrl}/privacy-policy`, { waitUntil: 'networkidle' });
    await context.setOffline(true);
    await page.locator('.footer-slim').getByRole('link', { name: 'Sources and coverage' }).click();
    await page.getByRole('heading', { name: 'You are offline', level: 1 }).waitFor();
    expect(await page.title()).toBe('You are offline');
    expect(await page.getByRole('banner').count()).toBe(1);
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByText('There is still no connection.').waitFor();
    await context.setOffline(false);
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('heading', { name: 'Sources and coverage', level: 1 }).waitFor();
    await end();
  });

  it('keeps the page with the plans, and says at the button why it cannot be used', async () => {
    const { page, context, siteUrl, end } = await visit(browser, { as: 'demo', expectedComplaint });
    await page.goto(`${siteUrl}/account?tab=tariffs`, { waitUntil: 'networkidle' });
    const buy = page.locator('#payg').getByRole('button', { name: 'Get Started' });
    await buy.waitFor();
    await context.setOffline(true);
    await buy.click();
    const note = page.locator('#payg').getByRole('alert');
    expect(await note.textContent()).toBe('You are offline. Check your connection, then try again.');
    await context.setOffline(false);
    await buy.click();
    await page.getByRole('menuitem', { name: 'Crypto' }).waitFor();
    await context.setOffline(true);
    await page.getByRole('menuitem', { name: 'Crypto' }).click();
    expect(await note.textContent()).toBe('You are offline. Check your connection, then try again.');
    await end();
  });

  it('opens the menus of a site on a machine that has no network', async () => {
    const { page, siteUrl, end } = await visit(browser, { as: 'demo' });
    await page.addInitScript(() => Object.defineProperty(Navigator.prototype, 'onLine', { get: () => false }));
    await page.goto(`${siteUrl}/account?tab=tariffs`, { waitUntil: 'networkidle' });
    await page.locator('#payg').getByRole('button', { name: 'Get Started' }).click();
    await page.getByRole('menuitem', { name: 'Crypto' }).waitFor();
    await end();
  });

  it('opens a menu that was fetched before the connection was lost', async () => {
    const { page, context, siteUrl, end } = await visit(browser, { as: 'demo', expectedComplaint });
    await page.goto(`${siteUrl}/account?tab=tariffs`, { waitUntil: 'networkidle' });
    const buy = page.locator('#payg').getByRole('button', { name: 'Get Started' });
    const fetched = page.waitForResponse(/radix-menu/);
    await buy.hover();
    await fetched;
    await page.waitForLoadState('networkidle');
    await context.setOffline(true);
    await buy.click();
    await page.getByRole('menuitem', { name: 'Crypto' }).waitFor();
    await end();
  });
});
