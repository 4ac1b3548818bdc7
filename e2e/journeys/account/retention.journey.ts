import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectAccessible } from '../../harness/accessible.ts';
import { launchBrowser, type VisitOptions, visit } from '../../harness/browser.ts';
import { hasDatabase } from '../../harness/database.ts';
import { newEmail, signInByMail } from '../../harness/sign-in.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(async () => browser.close());

const LAW = 'Money Laundering and Terrorist Financing Prevention Act, § 47';
const retentionOf = (page: Page) => page.getByRole('region', { name: 'Retention' });

/** The workspace page of a new company, as its owner. */
async function visitCompany(name: string, options: VisitOptions = {}) {
  const visited = await visit(browser, options);
  const { page, siteUrl, context } = visited;
  await signInByMail(context.request, siteUrl, newEmail('retention'));
  await page.goto(`${siteUrl}/account/workspace`);
  await page.getByRole('button', { name: 'Create a company workspace' }).click();
  const dialog = page.getByRole('dialog', { name: 'Create a company workspace' });
  await dialog.getByLabel('Name of the company').fill(name);
  await dialog.getByRole('button', { name: 'Create' }).click();
  await page.getByRole('heading', { name, exact: true }).waitFor();
  await retentionOf(page).getByText('removed after 1,095 days').waitFor();
  return visited;
}

describe.skipIf(!hasDatabase())('the retention of a company at every width and in both themes', () => {
  it('is saved with the law, and a shorter one only after it was said what is removed', async () => {
    const { page, end } = await visitCompany('Keeps Ltd.', { width: 390 });
    const save = () => retentionOf(page).getByRole('button', { name: 'Save retention' }).click();
    const days = () => retentionOf(page).getByLabel('Days to keep them');
    await days().fill('1095');
    await save();
    await retentionOf(page).getByText('A whole number of days, from 1,096 to 3,650').waitFor();
    await days().fill('1827');
    await save();
    await retentionOf(page).getByText('Name the law, with its section').waitFor();
    await expectAccessible(page);
    await retentionOf(page).getByLabel('The law that asks for it').fill(LAW);
    await save();
    await page.getByText('The retention was saved.').waitFor();
    await page.reload();
    await expect.poll(() => days().inputValue()).toBe('1827');
    await retentionOf(page).getByText('Set by retention').waitFor();
    await expectAccessible(page, { picture: 'retention' });

    await days().fill('1461');
    await save();
    const dialog = page.getByRole('dialog', { name: 'Keep checks for 1,461 days only?' });
    await dialog.getByText('are removed within the hour').waitFor();
    await expectAccessible(page, { picture: 'retention-dialog' });
    await dialog.getByRole('button', { name: 'Save and remove' }).click();
    await page.getByText('The retention was saved.').waitFor();
    await expect.poll(() => page.getByRole('dialog').count()).toBe(0);
    await end();
  });
});

describe.skipIf(!hasDatabase())('a retention that cannot be saved', () => {
  it('is refused in an alert, and at a field only where the server names it', async () => {
    const { page, end } = await visitCompany('Fails Ltd.', { expectedComplaint: /status of (?:400|500)/ });
    const law = () => retentionOf(page).getByLabel('The law that asks for it');
    const days = () => retentionOf(page).getByLabel('Days to keep them');
    let status = 500;
    let error: object = { errorName: 'InternalError', message: 'Something broke.', requestId: 'r' };
    await page.route('**/api/workspace/retention', (route) =>
      route.request().method() === 'PUT' ? route.fulfill({ status, json: { error } }) : route.fallback(),
    );
    await days().fill('1827');
    await law().fill(LAW);
    const save = () => retentionOf(page).getByRole('button', { name: 'Save retention' }).click();
    await save();
    await page.getByText('Something broke.').waitFor();
    expect([await law().getAttribute('aria-invalid'), await days().getAttribute('aria-invalid')]).toEqual([null, null]);
    const fields = [{ field: 'retention.days', problem: 'too many' }];
    status = 400;
    error = { errorName: 'ValidationError', message: 'Some of it is not valid.', requestId: 'r', fields };
    await save();
    await retentionOf(page).getByText('Some of it is not valid.').waitFor();
    expect([await law().getAttribute('aria-invalid'), await days().getAttribute('aria-invalid')]).toEqual([
      null,
      'true',
    ]);
    await end();
  });
});
