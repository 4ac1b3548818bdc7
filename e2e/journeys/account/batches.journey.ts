import { readFile } from 'node:fs/promises';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectAccessible } from '../../harness/accessible.ts';
import { launchBrowser, visit } from '../../harness/browser.ts';
import { newEmail, signInByMail } from '../../harness/sign-in.ts';

const BTC = '149w62rY42aZBox8fGcmqNsXUzSStKeq8C';
const LIST = `address,asset,customer\n${BTC},BTC,=1+1\nnot an address,BTC,two\n${BTC},BTC,three\n`;

let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(async () => browser.close());

type Page = Awaited<ReturnType<typeof visit>>['page'];

async function choose(page: Page, name: string, content: string) {
  await page.getByLabel('or drop it here').setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(content) });
}

describe('a list of addresses', () => {
  it('is chosen, watched and downloaded, with other columns and a reason for each row that could not be read', async () => {
    const { page, siteUrl, context, end } = await visit(browser);
    await signInByMail(context.request, siteUrl, newEmail('batches'));
    await page.goto(`${siteUrl}/account`);
    await page.getByRole('link', { name: 'Batches' }).click();
    await page.getByRole('heading', { level: 1, name: 'Batches' }).waitFor();
    await page.getByText('There is no batch yet.').waitFor();
    await choose(page, 'customers.csv', LIST);
    const row = page.getByRole('listitem').filter({ hasText: 'customers.csv' });
    await row.getByText('Completed').waitFor({ timeout: 60_000 });
    expect(await row.getByRole('definition').allTextContents()).toEqual(['2', '1']);
    // The header shows what is left of the one check of a new account.
    await page.getByRole('banner').getByText('0 checks').waitFor();

    const downloading = page.waitForEvent('download');
    await row.getByRole('button', { name: 'Results of customers.csv as CSV' }).click();
    const download = await downloading;
    expect(download.suggestedFilename()).toMatch(/^bat_\w{20}\.csv$/);
    const lines = (await readFile((await download.path()) ?? '', 'utf8')).trim().split('\r\n');
    expect(lines).toHaveLength(4);
    expect(lines[0]).toMatch(/^row,line,mode,status,address,.*,customer$/);
    expect(lines[1]).toMatch(new RegExp(`^1,2,live,rated,${BTC},BTC,.*,'=1\\+1$`));
    expect(lines[2]).toMatch(/^2,3,live,invalid,not an address,BTC,.*invalid_address/);
    await end();
  });

  it.each([
    ['a quoted header', `"address","asset"\r\n"${BTC}","BTC"\r\n`],
    ['quotes and semicolons after a byte order mark', `\uFEFF"address";"asset"\r\n"${BTC}";"BTC"\r\n`],
    ['the line that names the separator', `sep=;\r\naddress;asset\r\n${BTC};BTC\r\n`],
  ])('is read as a spreadsheet saves it, with %s', async (_what, saved) => {
    const { page, siteUrl, context, end } = await visit(browser);
    await signInByMail(context.request, siteUrl, newEmail('batches'));
    await page.goto(`${siteUrl}/account/batches`);
    await page.getByText('There is no batch yet.').waitFor();
    await choose(page, 'saved.csv', saved);
    const row = page.getByRole('listitem').filter({ hasText: 'saved.csv' });
    await row.getByText('Completed').waitFor({ timeout: 60_000 });
    expect(await row.getByRole('term').allTextContents()).toEqual(['Rated']);
    expect(await row.getByRole('definition').allTextContents()).toEqual(['1']);
    const downloading = page.waitForEvent('download');
    await row.getByRole('button', { name: 'Results of saved.csv as CSV' }).click();
    const lines = (await readFile((await (await downloading).path()) ?? '', 'utf8')).trim().split('\r\n');
    expect(lines).toHaveLength(2);
    expect(lines[1]).toMatch(new RegExp(`^1,\\d,live,rated,${BTC},BTC,`));
    await end();
  });

  it('is dropped on the page', async () => {
    const { page, siteUrl, context, end } = await visit(browser);
    await signInByMail(context.request, siteUrl, newEmail('batches'));
    await page.goto(`${siteUrl}/account/batches`);
    await page.getByText('There is no batch yet.').waitFor();
    const dropped = await page.evaluateHandle(
      (text) => {
        const transfer = new DataTransfer();
        transfer.items.add(new File([text], 'dropped.jsonl'));
        return transfer;
      },
      `${JSON.stringify({ address: 'x', asset: 'BTC' })}\n`,
    );
    await page.getByText('or drop it here').dispatchEvent('drop', { dataTransfer: dropped });
    const row = page.getByRole('listitem').filter({ hasText: 'dropped.jsonl' });
    await row.getByText('Completed').waitFor();
    expect(await row.getByRole('definition').allTextContents()).toEqual(['1']);
    await end();
  });

  it('is refused with a reason where it has no addresses', async () => {
    const { page, siteUrl, context, end } = await visit(browser, { expectedStatus: 400 });
    await signInByMail(context.request, siteUrl, newEmail('batches'));
    await page.goto(`${siteUrl}/account/batches`);
    await page.getByText('There is no batch yet.').waitFor();
    await choose(page, 'names.csv', 'name,colour\nx,red\n');
    await page.getByText('The list has no column "address".').waitFor();
    await end();
  });

  it('pauses without checks, says so, and is cancelled', async () => {
    const { page, siteUrl, context, end } = await visit(browser);
    await signInByMail(context.request, siteUrl, newEmail('batches'));
    await page.goto(`${siteUrl}/account/batches`);
    await page.getByText('There is no batch yet.').waitFor();
    const known = ['1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa', BTC, '12c6DSiU4Rq3P4ZxziKxzrL5LmMBrzjrJX'];
    const rows = Array.from(
      { length: 40 },
      (_, index) => `${known[index] ?? evmOf(index)},${index < 3 ? 'BTC' : 'ETH'}`,
    );
    await choose(page, 'many.csv', `address,asset\n${rows.join('\n')}\n`);
    const row = page.getByRole('listitem').filter({ hasText: 'many.csv' });
    await row.getByText(/Paused|Completed|Checking/).waitFor();
    await expectAccessible(page);
    const cancel = row.getByRole('button', { name: 'Cancel many.csv' });
    if ((await cancel.count()) > 0) {
      await cancel.click();
      await page.getByRole('dialog').getByRole('button', { name: 'Cancel the batch' }).click();
      await row
        .getByText(/Cancelled|Completed/)
        .first()
        .waitFor();
    }
    await end();
  });
});

function evmOf(index: number): string {
  return `0x${(0xabc000 + index).toString(16).padStart(40, '0')}`;
}

describe('accessibility of the batches at every width and in both themes', () => {
  it('finds no violation in the page, an ended batch, the dialog and the page about batches', async () => {
    const { page, siteUrl, context, end } = await visit(browser, { width: 390, theme: 'dark' });
    await signInByMail(context.request, siteUrl, newEmail('batches'));
    await page.goto(`${siteUrl}/account/batches`);
    await page.getByText('There is no batch yet.').waitFor();
    await expectAccessible(page);
    await choose(page, 'a list with a rather long name, so that it can be seen to wrap on a phone.csv', LIST);
    await page.getByRole('listitem').getByText('Completed').waitFor({ timeout: 60_000 });
    await expectAccessible(page);
    await page.goto(`${siteUrl}/developers/batches`);
    await page.getByRole('heading', { level: 1, name: 'Batches' }).waitFor();
    await expectAccessible(page);
    await end();
  });
});
