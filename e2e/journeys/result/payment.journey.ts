import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectAccessible } from '../../harness/accessible.ts';
import { launchBrowser, visit } from '../../harness/browser.ts';
import { ownCall } from '../../harness/sign-in.ts';

/** A deposit of Tether from Binance to a wallet of a seizure order, in the records that ship. */
const TRANSACTION = 'e80ace5ab3d5084ebe66a9bddc40b8b2b11ca89eb2479b878fc91dfb3fb1ccd7';
const NOTE = 'One deposit, not the whole address';

let browser: Browser;
let resultPath: string;

beforeAll(async () => {
  browser = await launchBrowser();
  const { page, siteUrl, end } = await visit(browser, { as: 'demo' });
  const answer = await page.request.post(`${siteUrl}/api/monitor/check-transaction`, {
    headers: ownCall(siteUrl),
    data: { transaction: TRANSACTION, ticker: 'USDT', parent: 'TRX', direction: 'deposit' },
  });
  const { data } = await answer.json();
  resultPath = `/riskcheck/${data.asset.sub_id}`;
  await end();
});
afterAll(async () => browser.close());

describe('the result of a transaction', () => {
  it('says which payment it is of, who paid and who received, and offers its report', async () => {
    const { page, siteUrl, end } = await visit(browser, { as: 'demo' });
    await page.goto(siteUrl + resultPath);
    await page.getByRole('heading', { level: 1, name: 'Risk score for USDT deposit' }).waitFor();
    const note = await page.getByRole('region', { name: NOTE }).innerText();
    expect(note).toContain(TRANSACTION);
    expect(note).toContain('114 USDT ($114.00)');
    expect(note).toContain('Binance, Exchange, licence unknown');
    expect(note).toContain('NBCTF seizure order 15/22, Sanctions');
    const certificate = await page.locator('main').innerText();
    expect(certificate).toContain('Received by');
    expect(certificate).toContain('this payment');
    expect(certificate).not.toMatch(/wallet address|this wallet/i);
    expect(await page.getByRole('radio', { name: 'Outgoing' }).count()).toBe(0);
    expect(await page.getByRole('link', { name: 'See it in TronScan' }).getAttribute('href')).toContain(TRANSACTION);
    expect(await page.getByText('Keep this result with your records of the payment.').isVisible()).toBe(true);
    const download = page.waitForEvent('download');
    await page.getByRole('link', { name: 'Download', exact: true }).click();
    expect((await download).suggestedFilename()).toMatch(/-report-[0-9a-f]{32}\.pdf$/);
    await page.getByRole('link', { name: 'the method for a transaction' }).click();
    await page.getByRole('heading', { level: 1, name: 'The method for a transaction' }).waitFor();
    await end();
  });

  it('is verified by its report, which states the payment and not the wallet', async () => {
    const { page, context, siteUrl, end } = await visit(browser, { width: 768, theme: 'dark' });
    await page.goto(siteUrl + resultPath);
    await page.getByRole('link', { name: 'verify it' }).click();
    await page.getByRole('heading', { level: 1, name: 'Verify a report' }).waitFor();
    const subId = resultPath.split('/').at(-1) ?? '';
    const pdf = await (await context.request.get(`${siteUrl}/api/monitor/pdf/${subId}`)).body();
    const file = { name: 'report.pdf', mimeType: 'application/pdf', buffer: pdf };
    await page.locator('input[type=file]').setInputFiles(file);
    await page.locator('.verified .alert', { hasText: 'Genuine and unchanged.' }).waitFor();
    const saysThePayment = async () => {
      const said = await page.locator('.server-facts').innerText();
      for (const part of ['Received by', 'Deposit of 114 USDT', TRANSACTION]) expect(said).toContain(part);
      const proven = await page.locator('.verified .facts').innerText();
      for (const part of ['Received by', 'Paid by', 'Binance', 'Deposit of 114 USDT', TRANSACTION]) {
        expect(proven).toContain(part);
      }
      expect(proven).not.toContain('Wallet address');
    };
    await expectAccessible(page, { at: saysThePayment });
    await end();
  });

  it('leads to a check of the address at its other end', async () => {
    const { page, siteUrl, end } = await visit(browser, { as: 'demo' });
    await page.goto(siteUrl + resultPath);
    await page.getByRole('link', { name: 'Check this address' }).click();
    await page.getByRole('heading', { level: 1, name: 'Wallet risk check' }).waitFor();
    const field = page.locator('main').getByRole('combobox', { name: 'Wallet address' });
    expect(await field.inputValue()).toBe('TV6MuMXfmLbBqPZvBHdwFsDnQeVfnmiuSi');
    await end();
  });

  it('is open to everyone who has its link', async () => {
    const { page, siteUrl, end } = await visit(browser);
    await page.goto(siteUrl + resultPath);
    await page.getByRole('region', { name: NOTE }).waitFor();
    await end();
  });

  it('is in the history as a deposit, without a check of the address in its place', async () => {
    const { page, siteUrl, end } = await visit(browser, { as: 'demo' });
    await page.goto(`${siteUrl}/account`);
    const row = page.getByRole('row').filter({ hasText: 'Deposit, transaction' }).first();
    await row.waitFor();
    expect(await row.getByRole('button', { name: /Check again/ }).count()).toBe(0);
    await end();
  });

  it('is accessible, in both themes and at every width', async () => {
    const { page, siteUrl, end } = await visit(browser, { as: 'demo', width: 390 });
    await page.goto(siteUrl + resultPath);
    await expectAccessible(page, { at: () => page.getByRole('region', { name: NOTE }).waitFor() });
    await end();
  });
});
