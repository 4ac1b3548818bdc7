import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launchBrowser, visit } from '../../harness/browser.ts';
import { hasDatabase } from '../../harness/database.ts';
import { billing } from '../../harness/money.ts';
import { newEmail, signInByMail } from '../../harness/sign-in.ts';
import { makeAdmin } from '../../harness/survey.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(async () => browser.close());

async function visitAsAdmin() {
  const visited = await visit(browser);
  const email = newEmail('promo');
  await signInByMail(visited.context.request, visited.siteUrl, email);
  await makeAdmin(email);
  await visited.page.goto(`${visited.siteUrl}/account?tab=promocodes`);
  await visited.page.getByRole('heading', { level: 1, name: 'Promo codes' }).waitFor();
  await visited.page.getByRole('form', { name: 'Create promo code' }).waitFor();
  await visited.page.getByText('Loading the promo codes').waitFor({ state: 'detached' });
  return visited;
}

/** The changes that the page sends to the server from now on. */
function changesOf(page: Page) {
  const changes: { method: string; path: string; body: Readonly<Record<string, unknown>> | null }[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (request.method() === 'GET' || !pathname.startsWith('/api/promocode')) return;
    changes.push({ method: request.method(), path: pathname, body: request.postDataJSON() });
  });
  return changes;
}

const listsIn = (calls: readonly string[]) => calls.filter((call) => call === 'GET /api/promocode').length;

const rowOf = (page: Page, code: string) => page.getByRole('row').filter({ hasText: code });

/** Creates a code with the defaults of the form, or with `fields`; returns its name. */
async function createCode(page: Page, fields: Readonly<Record<string, string>> = {}): Promise<string> {
  const form = page.getByRole('form', { name: 'Create promo code' });
  for (const [label, value] of Object.entries(fields)) await form.getByLabel(label, { exact: true }).fill(value);
  await form.getByRole('button', { name: 'Create' }).click();
  const alert = page.locator('.alerts').getByText(/^Promo code .+ was created\.$/);
  await alert.last().waitFor();
  return /^Promo code (\S+) was created/.exec((await alert.last().textContent()) ?? '')?.[1] ?? '';
}

describe.skipIf(!hasDatabase())('promo codes', () => {
  it('[PROMO-07] begin with Telegram, one free check, and today as the last day', async () => {
    const { page, end } = await visitAsAdmin();
    const form = page.getByRole('form', { name: 'Create promo code' });
    expect(await form.getByLabel('Social').inputValue()).toBe('telegram');
    expect(await form.getByLabel('Free checks', { exact: true }).inputValue()).toBe('1');
    const today = await page.evaluate(() => new Date().toLocaleDateString('sv-SE'));
    expect(await form.getByLabel('Expiration', { exact: true }).inputValue()).toBe(today);
    await end();
  });

  it('[PROMO-06] [PROMO-08] [API-20] are created by the form, with a generated code where none is typed', async () => {
    const { page, calls, end } = await visitAsAdmin();
    const form = page.getByRole('form', { name: 'Create promo code' });
    expect(await form.locator('label').allTextContents()).toEqual([
      'Custom Code',
      'Social',
      'Free checks',
      'Total usages',
      'Expiration',
    ]);
    expect(await form.getByLabel('Custom Code').getAttribute('placeholder')).toBe('Leave empty for auto-generation');
    expect(await form.getByLabel('Expiration', { exact: true }).getAttribute('type')).toBe('date');
    await form.getByRole('button', { name: 'Clear expiration' }).click();
    expect(await form.getByLabel('Expiration', { exact: true }).inputValue()).toBe('');
    await form.getByText('The code does not expire.').waitFor();
    const changes = changesOf(page);
    for (const [label, most] of [
      ['Free checks', '10,000'],
      ['Total usages', '1,000,000'],
    ] as const) {
      const field = form.getByLabel(label, { exact: true });
      for (const wrong of ['-2', '9999999']) {
        await field.fill(wrong);
        await form.getByRole('button', { name: 'Create' }).click();
        const note = (await field.getAttribute('aria-describedby')) ?? '';
        expect(await page.locator(`[id="${note}"]`).textContent()).toBe(`Use a whole number from 0 to ${most}.`);
        expect(await field.inputValue()).toBe(wrong);
      }
      await field.fill('0');
    }
    expect(changes).toEqual([]);

    const code = await createCode(page, { 'Free checks': '0', 'Total usages': '0' });
    expect(await rowOf(page, code).getByRole('cell').nth(5).textContent()).toContain('never');
    await form.getByLabel('Expiration', { exact: true }).fill('2020-01-31');
    await form.getByText('This day has passed: nobody can redeem the code.').waitFor();
    expect(code).toMatch(/^[A-Z0-9]{6,}$/);
    await rowOf(page, code).waitFor();
    const [made] = changes;
    expect(made).toMatchObject({ method: 'POST', path: '/api/promocode', body: { free_checks: 0, total_usages: 0 } });
    const fields = ['code', 'expired_at', 'free_checks', 'social', 'total_usages'];
    expect(Object.keys(made?.body ?? {}).toSorted()).toEqual(fields);
    expect(listsIn(calls)).toBe(2);
    await end();
  });

  it('[PROMO-09] [PROMO-11] [API-23] are listed with their dates, and deleted after a question', async () => {
    const { page, calls, end } = await visitAsAdmin();
    const code = await createCode(page);
    await rowOf(page, code).waitFor();
    const changes = changesOf(page);
    expect(await page.locator('thead th').allTextContents()).toEqual([
      '#',
      'Code',
      'Social',
      'Checks',
      'Total usages',
      'Expired',
      'Created',
      'Updated',
      'Actions',
    ]);
    const cells = rowOf(page, code).getByRole('cell');
    expect(await cells.nth(0).textContent()).toMatch(/^\d+$/);
    expect(await cells.nth(2).textContent()).toContain('telegram');
    expect(await cells.nth(3).textContent()).toContain('1');
    for (const column of [5, 6, 7]) expect(await cells.nth(column).textContent()).toMatch(/\d{2}\.\d{2}\.\d{4}/);
    await rowOf(page, code)
      .getByRole('button', { name: `Delete ${code}` })
      .click();
    const sure = page.getByRole('dialog', { name: 'Delete Promo Code' });
    await sure.getByText(`Are you sure you want to delete promo code ${code} ?`).waitFor();
    await sure.getByRole('button', { name: 'Delete' }).click();
    await sure.waitFor({ state: 'detached' });
    await rowOf(page, code).waitFor({ state: 'detached' });
    expect(listsIn(calls)).toBe(3);
    expect(changes).toEqual([{ method: 'DELETE', path: expect.stringMatching(/^\/api\/promocode\/\d+$/), body: null }]);
    await end();
  });

  it('[PROMO-10] [PROMO-12] [API-22] are edited in a dialog, which closes; every change reloads the list', async () => {
    const { page, calls, end } = await visitAsAdmin();
    const code = await createCode(page);
    await rowOf(page, code).waitFor();
    expect(listsIn(calls)).toBe(2);
    const changes = changesOf(page);
    const cells = rowOf(page, code).getByRole('cell');
    await rowOf(page, code)
      .getByRole('button', { name: `Edit ${code}` })
      .click();
    const edit = page.getByRole('dialog', { name: `Edit promo code ${code}` });
    await edit.getByRole('button', { name: 'Update' }).waitFor();
    expect(await edit.locator('label').allTextContents()).toEqual(['Expiration', 'Social', 'Free checks']);
    await edit.getByLabel('Expiration', { exact: true }).fill('2031-12-31');
    await edit.getByLabel('Social').selectOption('youtube');
    await edit.getByLabel('Free checks').fill('7');
    await edit.getByRole('button', { name: 'Update' }).click();
    await edit.waitFor({ state: 'detached' });
    await rowOf(page, code).getByText('31.12.2031').waitFor();
    await expect.poll(() => rowOf(page, code).textContent()).toContain('youtube');
    await expect.poll(() => cells.nth(3).textContent()).toContain('7');
    expect(listsIn(calls)).toBe(3);
    expect(changes).toEqual([
      {
        method: 'PATCH',
        path: expect.stringMatching(/^\/api\/promocode\/\d+$/),
        body: { social: 'youtube', free_checks: 7, expired_at: expect.stringContaining('2031-12-31') },
      },
    ]);
    await rowOf(page, code)
      .getByRole('button', { name: `Delete ${code}` })
      .click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await rowOf(page, code).waitFor({ state: 'detached' });
    expect(listsIn(calls)).toBe(4);
    await end();
  });

  it('[PROMO-01] [PROMO-02] [PROMO-05] show a hint in their box, and again after a click elsewhere', async () => {
    const { page, siteUrl, end } = await visit(browser, { as: 'demo' });
    await page.goto(`${siteUrl}/account?tab=tariffs`);
    const box = page.getByRole('region', { name: 'Promo code' });
    const hint = box.getByText('Enter a promo code to receive a discount or free check');
    await hint.waitFor();
    await box.getByRole('textbox').fill('NOBODY-MADE-THIS');
    await box.getByRole('button', { name: 'Apply' }).click();
    await box.locator('.error').getByText('This promo code doesn’t exist').waitFor();
    expect(await hint.count()).toBe(0);
    await page.getByRole('heading', { level: 1 }).click();
    await hint.waitFor();
    await end();
  });

  it('[PROMO-03] [PROMO-04] are redeemed once, and show success or an error', async () => {
    const admin = await visitAsAdmin();
    const code = await createCode(admin.page, { 'Free checks': '5', 'Total usages': '10' });
    await admin.end();

    const { page, siteUrl, context, end } = await visit(browser);
    await signInByMail(context.request, siteUrl, newEmail('redeem'));
    await page.goto(`${siteUrl}/account?tab=tariffs`);
    const box = page.getByRole('region', { name: 'Promo code' });
    const field = box.getByRole('textbox');
    const apply = box.getByRole('button', { name: 'Apply' });

    await field.fill('NOBODY-MADE-THIS');
    await apply.click();
    await box.locator('.error').waitFor();
    expect(await field.inputValue()).toBe('NOBODY-MADE-THIS');

    await field.fill(code.toLowerCase());
    await apply.click();
    await box.locator('.ok').getByText('Promo code applied: 5 free checks').waitFor();
    await expect.poll(() => field.inputValue()).toBe('');
    await page.locator('header').getByText('6 checks').waitFor();
    await expect.poll(() => billing(page).locator('.have').textContent()).toMatch(/^6 checks, Free$|5 checks, /);

    await field.fill(code);
    await apply.click();
    await box.locator('.error').waitFor();
    await page.locator('header').getByText('6 checks').waitFor();
    await end();
  });

  it('[ERR-10] show that an error occurred when the server fails', async () => {
    const { page, siteUrl, end } = await visit(browser, { as: 'demo', expectedStatus: 500 });
    const error = { errorName: 'InternalError', message: 'Something went wrong', requestId: 'r' };
    await page.route('**/api/promocode/usages/*', (route) => route.fulfill({ status: 500, json: { error } }));
    await page.goto(`${siteUrl}/account?tab=tariffs`);
    const box = page.getByRole('region', { name: 'Promo code' });
    await box.getByRole('textbox').fill('SPRING');
    await box.getByRole('button', { name: 'Apply' }).click();
    await box.locator('.error').getByText('An error occurred').waitFor();
    await end();
  });
});
