import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectAccessible } from '../../harness/accessible.ts';
import { launchBrowser, visit } from '../../harness/browser.ts';

/** Of a seizure order, and one that paid it, in the records that ship. */
const SEIZED = 'TEtJTCuFEzY6jjVNzFtbWGMfrHzfE2aGKU';
const UNKNOWN = 'TW3e7XyDgpfamBg3ZArAkH8qo7vW6HFdC2';

let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(async () => browser.close());

async function plan(page: Page, siteUrl: string, fields: Readonly<Record<string, string>>): Promise<void> {
  await page.goto(`${siteUrl}/planned`);
  await page.getByLabel('This address pays me').check();
  for (const [name, value] of Object.entries(fields)) await page.getByLabel(name).fill(value);
  await page.getByRole('button', { name: 'Check the payment' }).press('Enter');
}

const DEPOSIT = {
  'Address at the other end': SEIZED,
  'Asset, such as USDT': 'USDT',
  'Network, such as TRX': 'TRX',
  Amount: '100',
  'Your own wallet, if you want to compare': UNKNOWN,
};

describe('a planned payment', () => {
  it('is rated, with the own wallet before and after in words', async () => {
    const { page, siteUrl, end } = await visit(browser, { as: 'demo' });
    await plan(page, siteUrl, DEPOSIT);
    const result = page.getByRole('region', { name: 'Result' });
    await result.waitFor();
    const text = await result.innerText();
    expect(text).toContain('Deposit of 100 USDT');
    expect(text).toContain('The payment changes its stars from N/A to 1.');
    expect(text).toMatch(/Before\s+N\/A[\s\S]*After\s+1 of 5/);
    await result.getByRole('link', { name: new RegExp(SEIZED) }).click();
    await page.waitForURL(/\/riskcheck\//);
    await end();
  });

  it('keeps what was written where it is refused, and says why', async () => {
    const { page, siteUrl, end } = await visit(browser, { as: 'demo', expectedComplaint: /422/ });
    await plan(page, siteUrl, { ...DEPOSIT, Amount: '0.00000001' });
    await page.getByText('The asset has 6 decimals, and the amount has more: round it.').waitFor();
    expect(await page.getByLabel('Address at the other end').inputValue()).toBe(SEIZED);
    await end();
  });

  it('sends a visitor to registration', async () => {
    const { page, siteUrl, end } = await visit(browser);
    await plan(page, siteUrl, DEPOSIT);
    await page.waitForURL(/\/register/);
    await end();
  });

  it('is accessible, in both themes and at every width', async () => {
    const { page, siteUrl, end } = await visit(browser, { as: 'demo', width: 768, theme: 'dark' });
    await plan(page, siteUrl, DEPOSIT);
    await page.getByRole('region', { name: 'Result' }).waitFor();
    await expectAccessible(page, { at: () => page.getByRole('region', { name: 'Result' }).waitFor() });
    await end();
  });
});
