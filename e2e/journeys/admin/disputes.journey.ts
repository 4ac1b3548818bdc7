import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectAccessible, expectAccessibleHere } from '../../harness/accessible.ts';
import { launchBrowser, type VisitOptions, visit } from '../../harness/browser.ts';
import { hasDatabase } from '../../harness/database.ts';
import { labelAddress } from '../../harness/disputes.ts';
import { disputeTo } from '../../harness/outbox.ts';
import { checkAddress } from '../../harness/search.ts';
import { newEmail, signInByMail } from '../../harness/sign-in.ts';
import { makeAdmin } from '../../harness/survey.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(async () => browser.close());

/** Of a list of test vectors. */
const PRIVATE_KEY = 'L4rK1yDtCWekvXuE6oXD9jCYfFNV2cWRpVuPLBcCU2z8TrisoyY1';
const STATEMENT = 'This is the hot wallet of our shop, which published it in 2021.';

async function file(
  page: Page,
  siteUrl: string,
  { address, entity }: { address: string; entity: string },
  email = newEmail('dispute'),
) {
  await page.goto(`${siteUrl}/dispute?network=ETH&address=${address}`);
  await page.getByRole('checkbox', { name: entity }).check();
  await page.getByLabel('Why').selectOption('The address belongs to somebody else');
  await page.getByLabel('What is wrong').fill(STATEMENT);
  await page.getByLabel('Your email').fill(email);
  await page.getByRole('button', { name: 'File the dispute' }).click();
  await page.getByRole('heading', { level: 1, name: /^Dispute \d+$/ }).waitFor();
  return Number((await page.getByRole('heading', { level: 1 }).textContent())?.replace('Dispute ', ''));
}

/** An administrator on the tab of disputes. */
async function visitAsAdmin(options: VisitOptions = {}) {
  const visited = await visit(browser, options);
  const email = newEmail('admin');
  await signInByMail(visited.context.request, visited.siteUrl, email);
  await makeAdmin(email);
  await visited.page.goto(`${visited.siteUrl}/account?tab=disputes`);
  await visited.page.getByRole('heading', { level: 1, name: 'Disputes' }).waitFor();
  return visited;
}

const cardOf = (page: Page, id: number) =>
  page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: `Dispute ${id}`, exact: true }) });

describe.skipIf(!hasDatabase())('a dispute', () => {
  it('is filed by a stranger, granted by an administrator, and public with its reason', async () => {
    const labelled = await labelAddress();
    const reader = await visit(browser, { as: 'demo' });
    await reader.page.goto(reader.siteUrl);
    await checkAddress(reader.page, { address: labelled.address, ticker: 'ETH' });
    expect(await reader.page.getByRole('heading', { name: 'A label was withdrawn' }).count()).toBe(0);
    const stranger = await visit(browser);
    const email = newEmail('stranger');
    const id = await file(stranger.page, stranger.siteUrl, labelled, email);
    const link = stranger.page.url();
    expect(link).toMatch(/\/dispute\/[0-9a-f]{32}$/);
    expect(await disputeTo(stranger.context.request, stranger.siteUrl, email)).toBe(link);

    const admin = await visitAsAdmin();
    const card = cardOf(admin.page, id);
    await card.getByText(STATEMENT).waitFor();
    await card.getByRole('button', { name: 'Keep all labels' }).click();
    await card.getByText('Give the reason in a sentence').waitFor();
    await card.getByRole('checkbox', { name: labelled.entity }).check();
    await card.getByLabel('Reason').fill('The shop published the address before the list did.');
    await card.getByRole('button', { name: 'Withdraw the ticked labels' }).click();
    await card.waitFor({ state: 'detached' });
    await admin.end();

    await stranger.page.goto(`${stranger.siteUrl}/disputes`);
    const row = stranger.page.getByRole('row').filter({ hasText: labelled.address });
    await row.getByText('Withdrawn', { exact: true }).waitFor();
    expect(await row.textContent()).toContain('The shop published the address before the list did.');
    expect(await stranger.page.content()).not.toContain(STATEMENT);
    await stranger.page.goto(link);
    await stranger.page.getByText('Labels were withdrawn.').waitFor();
    await reader.page.reload();
    await reader.page.getByRole('heading', { name: 'A label was withdrawn' }).waitFor();
    await reader.page.locator('.labels').getByText('Withdrawn since').waitFor();
    await expectAccessibleHere(reader.page);
    await reader.page.getByRole('link', { name: `decision ${id}` }).click();
    await reader.page.getByText(`The decision on dispute ${id}.`).waitFor();
    expect(await reader.page.getByRole('row').filter({ hasText: labelled.address }).count()).toBe(1);
    await reader.end();
    await stranger.page.goto(`${stranger.siteUrl}/dispute?network=ETH&address=${labelled.address}`);
    await stranger.page.getByText('This address has no label on Ethereum.').waitFor();
    await stranger.end();
  });

  it('of a service’s row is filed from its page, decided by an administrator, and public with its reason', async () => {
    const stranger = await visit(browser, { expectedStatus: 422 });
    const { page, siteUrl } = stranger;
    await page.goto(`${siteUrl}/services/indodax`);
    await page.getByRole('link', { name: 'dispute this row' }).click();
    await page.getByRole('heading', { level: 1, name: 'Dispute a service’s row' }).waitFor();
    await page.getByLabel('What is wrong').fill('An older register entry, linked here, is of 2021.');
    await page.getByRole('button', { name: 'File the dispute' }).click();
    await page.getByText('Choose why it is wrong.').waitFor();
    await expectAccessibleHere(page);
    await page.getByLabel('Why').selectOption('A day is wrong');
    await page.getByLabel('Your email').fill(newEmail('service'));
    await page.getByRole('button', { name: 'File the dispute' }).click();
    await page.getByRole('heading', { level: 1, name: /^Dispute \d+$/ }).waitFor();
    expect(await page.getByRole('heading', { name: 'Control of the address' }).count()).toBe(0);
    const id = Number((await page.getByRole('heading', { level: 1 }).textContent())?.replace('Dispute ', ''));

    const again = { service: 'indodax', ground: 'other', statement: 'Its licence is of a sister company.' };
    const { request } = stranger.context;
    await request.post(`${siteUrl}/api/disputes/services`, { data: { ...again, email: newEmail('service') } });
    const admin = await visitAsAdmin();
    const card = cardOf(admin.page, id);
    await card.getByText('2 disputes of this row wait').waitFor();
    await card.getByRole('button', { name: 'Show them alone' }).click();
    await admin.page.getByText(`About the same as dispute ${id}.`).waitFor();
    expect(await admin.page.locator('.decision').count()).toBe(2);
    await expectAccessibleHere(admin.page);
    await admin.page.getByRole('button', { name: 'Show all that wait' }).click();
    await card.getByText('An older register entry').waitFor();
    await card.getByRole('button', { name: 'Keep the row' }).waitFor();
    await card.getByRole('checkbox', { name: 'The row is to be corrected' }).check();
    await card.getByLabel('Reason').fill('The register entry of 2021 binds the same company.');
    await card.getByRole('button', { name: 'Decide that it is to be corrected' }).click();
    await card.waitFor({ state: 'detached' });
    await admin.end();

    await page.reload();
    await page.getByText('The row is to be corrected.').waitFor();
    await page.goto(`${siteUrl}/disputes?dispute=${id}`);
    const row = page.getByRole('row').filter({ hasText: 'Indodax' });
    await row.getByText('To be corrected', { exact: true }).waitFor();
    expect(await row.textContent()).toContain('The register entry of 2021 binds the same company.');
    await expectAccessibleHere(page);
    await stranger.end();
  });

  it('of a government list is not offered, and the page names the authority', async () => {
    const { address } = await labelAddress('ofac-sdn', 'sanctions');
    const { page, siteUrl, end } = await visit(browser);
    await page.goto(`${siteUrl}/dispute?network=ETH&address=${address}`);
    await page.getByText('Only the authority can change its list').waitFor();
    expect(await page.getByText('OFAC SDN list').count()).toBeGreaterThan(0);
    expect(await page.getByRole('button', { name: 'File the dispute' }).count()).toBe(0);
    await end();
  });

  it('is filed without a script too, and says what is missing', async () => {
    const labelled = await labelAddress();
    const { page, siteUrl, end } = await visit(browser, { hasScript: false, expectedStatus: 422 });
    await page.goto(`${siteUrl}/dispute?network=ETH&address=${labelled.address}`);
    await page.getByLabel('What is wrong').fill(STATEMENT);
    await page.getByRole('button', { name: 'File the dispute' }).click();
    await page.getByText('Tick the labels that are wrong.').waitFor();
    expect(await page.getByLabel('What is wrong').inputValue()).toBe(STATEMENT);
    await page.getByLabel('Your email').fill(`${PRIVATE_KEY}@shop.example`);
    await page.getByRole('button', { name: 'File the dispute' }).click();
    await page.getByText('This can be a private key').waitFor();
    expect(await page.content()).not.toContain(PRIVATE_KEY);
    await file(page, siteUrl, labelled);
    await end();
  });

  it('cannot be decided by other users', async () => {
    const { page, siteUrl, context, end } = await visit(browser, { expectedStatus: 403 });
    await signInByMail(context.request, siteUrl, newEmail('user'));
    await page.goto(`${siteUrl}/account?tab=disputes`);
    await page.getByRole('heading', { level: 1, name: 'Checks history' }).waitFor();
    expect((await context.request.get(`${siteUrl}/api/disputes/admin`)).status()).toBe(403);
    await end();
  });
});

describe.skipIf(!hasDatabase())('accessibility of disputes at every width and in both themes', () => {
  it('finds no violation in the form, the dispute, the log and the decision', async () => {
    const labelled = await labelAddress();
    const { page, siteUrl, end } = await visitAsAdmin({ width: 768, theme: 'dark' });
    await page.goto(`${siteUrl}/dispute?network=ETH&address=${labelled.address}`);
    await expectAccessible(page);
    const id = await file(page, siteUrl, labelled);
    await page.getByRole('button', { name: 'Get a text to sign' }).click();
    await page.getByText(`Dispute: ${id}`).waitFor();
    await page.getByLabel('Add a file').setInputFiles({
      name: 'proof.txt',
      mimeType: 'text/plain',
      buffer: Buffer.from('published in 2021'),
    });
    await page.getByText('proof.txt, 17 bytes').waitFor();
    await expectAccessible(page);
    await page.goto(`${siteUrl}/account?tab=disputes`);
    await cardOf(page, id).waitFor();
    await expectAccessible(page);
    await cardOf(page, id).getByLabel('Reason').fill('The list is right about this address.');
    await cardOf(page, id).getByRole('button', { name: 'Keep all labels' }).click();
    await cardOf(page, id).waitFor({ state: 'detached' });
    await page.goto(`${siteUrl}/disputes`);
    await page.getByRole('row').filter({ hasText: labelled.address }).waitFor();
    await expectAccessible(page);
    await end();
  });
});
