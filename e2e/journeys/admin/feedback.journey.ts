import { readFile } from 'node:fs/promises';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectAccessible } from '../../harness/accessible.ts';
import { launchBrowser, type VisitOptions, visit } from '../../harness/browser.ts';
import { hasDatabase } from '../../harness/database.ts';
import { hold } from '../../harness/hold.ts';
import { newEmail, signInByMail } from '../../harness/sign-in.ts';
import { makeAdmin, seedResponses, surveyButton } from '../../harness/survey.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(async () => browser.close());

/** An administrator on the Feedback tab. */
async function visitAsAdmin(options: VisitOptions = {}) {
  const visited = await visit(browser, options);
  const email = newEmail('admin');
  await signInByMail(visited.context.request, visited.siteUrl, email);
  await makeAdmin(email);
  await visited.page.goto(`${visited.siteUrl}/account?tab=feedback`);
  await visited.page.getByRole('heading', { level: 1, name: 'Feedback' }).waitFor();
  return visited;
}

async function openEditor(page: Page) {
  await page.getByRole('tab', { name: 'Survey' }).click();
  await page.getByRole('heading', { name: 'Popup' }).waitFor();
}

/** Saves, and waits until everything was loaded again. */
async function saveSettings(page: Page) {
  const reloaded = page.waitForResponse('**/api/survey/admin/questions');
  await page.getByRole('button', { name: 'Save settings' }).click();
  await reloaded;
  await page.locator('.tab-panel > div[aria-busy="false"]').waitFor();
}

const alert = (page: Page, text: string) => page.locator('.alerts .alert').filter({ hasText: text });

describe.skipIf(!hasDatabase())('the Feedback tab', () => {
  it('[SURV-12] [SURV-14] loads the editor, takes a reward from 0 on, and reloads after a change', async () => {
    const { page, calls, end } = await visitAsAdmin();
    const load = await hold(page, '**/api/survey/admin/questions');
    await page.getByRole('tab', { name: 'Survey' }).click();
    await page.getByText('Loading the survey').waitFor();
    load();
    await page.getByRole('heading', { name: 'Popup' }).waitFor();
    await page.unroute('**/api/survey/admin/questions');
    expect(await page.getByRole('list', { name: 'Options' }).count()).toBeGreaterThanOrEqual(3);

    const reward = page.getByLabel('Free checks');
    expect(await reward.getAttribute('type')).toBe('number');
    expect(await reward.getAttribute('min')).toBe('0');
    const save = page.getByRole('button', { name: 'Save settings' });
    const patches = () => calls.filter((call) => call.startsWith('PATCH')).length;
    await reward.fill('-1');
    await save.click();
    await page.getByText('Enter a whole number from 0 to 1000').waitFor();
    expect(patches()).toBe(0);
    await page.getByLabel('Title').fill('');
    await reward.fill('3');
    await saveSettings(page);
    expect(patches()).toBe(1);
    await end();
  });

  it('[SURV-11] [ERR-12] [API-34] edits the popup, whose words follow the reward', async () => {
    const { page, siteUrl, end } = await visitAsAdmin({ expectedStatus: 500 });
    await openEditor(page);
    await page.getByLabel('Title').fill('');
    await page.getByLabel('Free checks').fill('5');
    const patched = page.waitForRequest((request) => request.method() === 'PATCH');
    await saveSettings(page);
    expect((await patched).postDataJSON()).toEqual({ title: '', checksReward: 5 });
    const saved = alert(page, 'Settings saved successfully!');
    await saved.waitFor();
    expect(await saved.getAttribute('data-type')).toBe('success');
    await expect.poll(() => page.getByLabel('Title').inputValue()).toBe('Just a Quick Survey for 5 Free Checks');
    await page.goto(siteUrl);
    expect(await surveyButton(page).textContent()).toBe('5 Free Checks Here');

    await page.goto(`${siteUrl}/account?tab=feedback`);
    await openEditor(page);
    await page.getByLabel('Title').fill('Your opinion');
    await page.getByLabel('Free checks').fill('3');
    await saveSettings(page);
    const error = { errorName: 'InternalError', message: 'Something went wrong', requestId: 'r' };
    await page.route('**/api/survey/admin/settings', (route) => route.fulfill({ status: 500, json: { error } }));
    await page.getByLabel('Title').fill('');
    await saveSettings(page);
    const failed = alert(page, 'Failed to save settings');
    await failed.waitFor();
    expect(await failed.getAttribute('data-type')).toBe('error');
    await page.unroute('**/api/survey/admin/settings');
    await page.getByLabel('Title').fill('');
    await saveSettings(page);
    await expect.poll(() => page.getByLabel('Title').inputValue()).toBe('Just a Quick Survey for 3 Free Checks');
    await end();
  });

  it('[SURV-11] [SURV-12] [SURV-13] adds a question only with a title, at the end and active, and edits and deletes it', async () => {
    const { page, calls, end } = await visitAsAdmin();
    await openEditor(page);
    const count = await page.getByRole('list', { name: 'Options' }).count();
    const loads = () => calls.filter((call) => call === 'GET /api/survey/admin/questions').length;
    const before = loads();
    const fresh = page.getByRole('region', { name: 'New question' });
    await fresh.getByLabel('Question').fill('   ');
    await fresh.getByRole('button', { name: 'Add question' }).click();
    expect(calls.filter((call) => call.startsWith('POST /api/survey'))).toEqual([]);

    const title = `Would you? ${newEmail('q').slice(2, 10)}`;
    const asked = page.waitForRequest('**/api/survey/admin/question/upsert');
    await fresh.getByLabel('Question').fill(`  ${title} `);
    await fresh.getByRole('button', { name: 'Add question' }).dblclick();
    expect((await asked).postDataJSON()).toEqual({ title, sortOrder: count, isActive: true });
    const section = page.getByRole('region', { name: title, exact: true });
    await section.waitFor();
    await expect.poll(() => fresh.getByLabel('Question').inputValue()).toBe('');

    await section.getByLabel('New option').fill('Yes');
    await section.getByRole('button', { name: 'Add option' }).dblclick();
    await section.getByLabel('Option Yes', { exact: true }).waitFor();
    expect(await section.getByRole('button', { name: /^Save/ }).count(), 'nothing is changed yet').toBe(0);
    await section.getByLabel('Option Yes', { exact: true }).fill('Certainly');
    await section.getByRole('button', { name: 'Save option Yes' }).click();
    await section.getByLabel('Option Certainly', { exact: true }).waitFor();
    await section.getByRole('checkbox', { name: 'Active' }).uncheck();
    const reload = await hold(page, '**/api/survey/admin/questions');
    const saved = page.waitForRequest('**/api/survey/admin/question/upsert');
    await section.getByRole('button', { name: /^Save question/ }).click();
    expect((await saved).postDataJSON()).toMatchObject({ title, isActive: false });
    await alert(page, 'The question was saved.').waitFor();

    // A dialog that is opened during the reload stays open.
    await section.getByRole('button', { name: 'Delete option Certainly' }).click();
    await page.getByRole('dialog').waitFor();
    reload();
    await page.locator('.tab-panel > div[aria-busy="false"]').waitFor({ state: 'attached' });
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await section.getByLabel('Option Certainly', { exact: true }).waitFor({ state: 'detached' });
    await section.getByRole('button', { name: /^Delete question/ }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await section.waitFor({ state: 'detached' });
    await expect.poll(() => page.getByRole('list', { name: 'Options' }).count()).toBe(count);
    // Four were saved and two deleted.
    expect(loads() - before).toBe(6);
    expect(new URL(page.url()).search).toBe('?tab=feedback&part=survey');
    await page.reload();
    await page.getByRole('tab', { name: 'Survey', selected: true }).waitFor();
    await end();
  });

  it('[SURV-15] [API-33] shows counts, shares and comments, and saves them as survey_export.csv', async () => {
    await seedResponses(20);
    const { page, end } = await visitAsAdmin();
    await page.getByText(/^\d+ responses/).waitFor();
    const first = page.getByRole('table', { name: 'How did you hear about us?' });
    expect(await first.getByRole('row').count()).toBe(6);
    expect(await first.getByRole('row').nth(1).textContent()).toMatch(/A search engine\d+\d\.\d%$/);
    const comments = page.getByRole('region', { name: 'Comments' });
    expect(await comments.getByRole('listitem').count()).toBe(15);
    // The oldest of all is on the last page, however many others there are.
    await comments
      .getByRole('button', { name: /^Page \d+$/ })
      .last()
      .click();
    await comments.getByText('=1+1').waitFor();

    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Export as CSV' }).click();
    const file = await download;
    expect(file.suggestedFilename()).toBe('survey_export.csv');
    const [header = '', ...lines] = (await readFile(await file.path(), 'utf8')).trimEnd().split('\r\n');
    expect(header.startsWith('id,submitted_at,How did you hear about us?,')).toBe(true);
    expect(header.endsWith(',comment')).toBe(true);
    expect(lines.length).toBeGreaterThanOrEqual(20);
    expect(lines.some((line) => line.endsWith(",'=1+1"))).toBe(true);
    await end();
  });

  it('is hidden from other users', async () => {
    const { page, siteUrl, context, end } = await visit(browser, { expectedStatus: 403 });
    await signInByMail(context.request, siteUrl, newEmail('user'));
    await page.goto(`${siteUrl}/account?tab=feedback`);
    await page.getByRole('heading', { level: 1, name: 'Checks history' }).waitFor();
    expect(await page.getByRole('link', { name: 'Feedback' }).count()).toBe(0);
    expect((await context.request.get(`${siteUrl}/api/survey/admin/responses`)).status()).toBe(403);
    await end();
  });
});

describe.skipIf(!hasDatabase())('accessibility at every width and in both themes', () => {
  it('finds no violation in the popup and on the Feedback tab', async () => {
    const { page, siteUrl, end } = await visitAsAdmin({ width: 390 });
    await page.getByRole('heading', { name: 'Comments' }).waitFor();
    await expectAccessible(page);
    await openEditor(page);
    await expectAccessible(page);
    await page
      .getByRole('button', { name: /^Delete question/ })
      .first()
      .click();
    await page.getByRole('dialog').waitFor();
    await expectAccessible(page);
    await page.goto(siteUrl);
    await surveyButton(page).waitFor();
    await expectAccessible(page);
    await surveyButton(page).click();
    await page.getByRole('radio', { name: 'Other' }).first().check();
    await expectAccessible(page);
    await end();
  });
});
