import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectAccessible } from '../../harness/accessible.ts';
import { launchBrowser, visit } from '../../harness/browser.ts';
import { newEmail, signInByMail } from '../../harness/sign-in.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(async () => browser.close());

async function makeKey(
  page: Awaited<ReturnType<typeof visit>>['page'],
  name: string,
  mode: 'Live key' | 'Test key' = 'Live key',
): Promise<string> {
  await page.getByRole('button', { name: 'Make an API key' }).click();
  const dialog = page.getByRole('dialog', { name: 'Make an API key' });
  await dialog.getByLabel('Name').fill(name);
  await dialog.getByRole('radio', { name: mode }).click();
  await dialog.getByRole('button', { name: 'Make the key' }).click();
  const shown = page.getByRole('region', { name: `The key ${name}` });
  await shown.waitFor();
  return (await shown.locator('code').textContent()) ?? '';
}

describe('API keys', () => {
  it('are made, used by a program, replaced without a gap, and revoked', async () => {
    const { page, siteUrl, context, end } = await visit(browser, { expectedStatus: 401 });
    await signInByMail(context.request, siteUrl, newEmail('developer'));
    await page.goto(`${siteUrl}/account/developers`);
    await page.getByText('No program uses this workspace yet.').waitFor();
    const first = await makeKey(page, 'Deposits');
    expect(first).toMatch(/^aml_live_\w{38}$/);
    const use = (secret: string) =>
      context.request.get(`${siteUrl}/api/v1/usage`, { headers: { authorization: `Bearer ${secret}` } });
    expect((await use(first)).status()).toBe(200);
    await page.getByRole('button', { name: 'I have copied it' }).click();
    await page.reload();
    const row = page.getByRole('listitem').filter({ hasText: 'Deposits' });
    await row.getByText(/^Last used/).waitFor();
    expect(await page.getByText(first).count(), 'the key is shown once').toBe(0);

    await row.getByRole('button', { name: 'Replace the key Deposits' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Replace the key' }).click();
    const shown = page.getByRole('region', { name: 'The key Deposits' });
    await shown.waitFor();
    const second = (await shown.locator('code').textContent()) ?? '';
    expect([(await use(first)).status(), (await use(second)).status()]).toEqual([200, 200]);
    await row.getByText(/the former key works until/).waitFor();

    await row.getByRole('button', { name: 'Revoke the key Deposits' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Revoke the key' }).click();
    await page.getByText('No program uses this workspace yet.').waitFor();
    expect([(await use(first)).status(), (await use(second)).status()]).toEqual([401, 401]);
    await end();
  });
});

describe('a test key', () => {
  it('is made beside live ones, says what it is, and answers for a test address of the page', async () => {
    const { page, siteUrl, context, end } = await visit(browser);
    await signInByMail(context.request, siteUrl, newEmail('developer'));
    await page.goto(`${siteUrl}/account/developers`);
    const secret = await makeKey(page, 'Trial', 'Test key');
    expect(secret).toMatch(/^aml_test_\w{38}$/);
    await page.getByText('It is a test key: it spends nothing.').waitFor();
    await page
      .getByRole('listitem')
      .filter({ hasText: 'Trial' })
      .getByText('Test key: spends nothing. Checks addresses, reads checks, checks lists of addresses.')
      .waitFor();
    await page.getByRole('link', { name: 'test addresses' }).click();
    await page.getByRole('heading', { level: 1, name: 'Test addresses' }).waitFor();
    const tron = page.getByRole('group', { name: 'Table: Tron' });
    const address = await tron
      .getByRole('row')
      .filter({ hasText: 'sanctioned' })
      .getByRole('cell')
      .nth(1)
      .textContent();
    const made = await context.request.post(`${siteUrl}/api/v1/checks`, {
      headers: { authorization: `Bearer ${secret}` },
      data: { address, asset: 'USDT', network: 'TRX' },
    });
    expect(await made.json()).toMatchObject({ mode: 'test', stars: 1, labels: [{ category: 'sanctions' }] });
    await end();
  });
});

describe('accessibility of the pages for developers at every width and in both themes', () => {
  it('finds no violation in the keys, the form, the key that is shown, and the page of the API', async () => {
    const { page, siteUrl, context, end } = await visit(browser, { width: 390 });
    await signInByMail(context.request, siteUrl, newEmail('developer'));
    await page.goto(`${siteUrl}/account/developers`);
    await page.getByRole('button', { name: 'Make an API key' }).click();
    await page.getByRole('dialog').waitFor();
    await expectAccessible(page);
    await page.getByRole('radio', { name: 'Test key' }).click();
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await makeKey(page, 'A program with a rather long name, to see it wrap');
    await expectAccessible(page);
    await page.goto(`${siteUrl}/developers`);
    await page.getByRole('heading', { level: 1, name: 'Public API' }).waitFor();
    await expectAccessible(page);
    await page.goto(`${siteUrl}/developers/test-addresses`);
    await page.getByRole('heading', { level: 1, name: 'Test addresses' }).waitFor();
    await expectAccessible(page);
    await end();
  });
});
