import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launchBrowser, type VisitOptions, visit } from '../../harness/browser.ts';
import { hasDatabase } from '../../harness/database.ts';
import { hold } from '../../harness/hold.ts';
import { newEmail, signInByMail } from '../../harness/sign-in.ts';
import { surveyButton, useOneCheck } from '../../harness/survey.ts';

const YEAR_SECONDS = 31_536_000;

let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(async () => browser.close());

/** A new user, who has used nothing yet. */
async function visitAsNew(options: VisitOptions = {}) {
  const visited = await visit(browser, options);
  const email = newEmail('survey');
  await signInByMail(visited.context.request, visited.siteUrl, email);
  const asked = () => visited.calls.filter((call) => call.includes('/survey/'));
  const marker = async () => (await visited.context.cookies()).find(({ name }) => name.startsWith('assay_survey_'));
  return { ...visited, email, asked, marker };
}

/** Whether the button comes after all that the page shows. In the page. */
function isAfterPage(): boolean {
  const bottomOf = (selector: string) => document.querySelector(selector)?.getBoundingClientRect().bottom ?? 0;
  const top = document.querySelector('.survey-btn')?.getBoundingClientRect().top ?? 0;
  return top >= Math.max(bottomOf('main'), bottomOf('footer'));
}

const dialogOf = (page: Page) => page.getByRole('dialog');
const LOADED = ['GET /api/survey/questions', 'GET /api/survey/settings', 'GET /api/survey/status'];

describe('the survey', () => {
  it('[ROUTE-11] is part of the default layout, with a fixed header and the page', async () => {
    const guest = await visit(browser);
    await guest.page.goto(guest.siteUrl);
    expect(await guest.page.locator('header').getAttribute('data-header')).toBe('landing-hello');
    await guest.end();
    const { page, siteUrl, end } = await visitAsNew({ height: 500 });
    for (const path of ['/', '/account', '/method', '/check/btc']) {
      await page.goto(siteUrl + path);
      await surveyButton(page).waitFor();
      expect(await page.locator('header').getAttribute('data-header')).toBe('normal');
      expect(await page.locator('main').count()).toBe(1);
      const [header, button] = [page.locator('header'), surveyButton(page)];
      const positions = async () => [(await header.boundingBox())?.y, (await button.boundingBox())?.y];
      const before = await positions();
      await page.evaluate(() => window.scrollTo(0, 120));
      expect(await positions(), path).toEqual(before);
    }
    for (const path of ['/terms-of-service', '/privacy-policy']) {
      await page.goto(siteUrl + path);
      await page.waitForLoadState('networkidle');
      expect(await surveyButton(page).count(), path).toBe(0);
    }
    await end();
  });

  it('comes after the page on a phone, so that it covers nothing of it', async () => {
    const { page, siteUrl, end } = await visitAsNew({ width: 390, height: 844 });
    for (const path of ['/', '/account?tab=tariffs', '/account/security', '/account/privacy', '/check/btc']) {
      await page.goto(siteUrl + path);
      await surveyButton(page).waitFor();
      expect(await page.evaluate(isAfterPage), path).toBe(true);
    }
    await end();
  });

  it('[SURV-01] [SURV-02] [SURV-07] is taken once, gives three checks, and is not offered again', async () => {
    const { page, siteUrl, asked, marker, end } = await visitAsNew();
    await page.goto(siteUrl);
    await page.locator('main').getByText('1 check left.').waitFor();
    await page.getByRole('button', { name: '3 Free Checks Here' }).click();
    const dialog = page.getByRole('dialog', { name: 'Just a Quick Survey for 3 Free Checks' });
    await dialog.waitFor();
    const questions = dialog.getByRole('group');
    expect(await questions.count()).toBe(3);
    const [first, second] = [questions.nth(0), questions.nth(1)];
    await first.getByRole('radio').nth(0).check();
    await first.getByRole('radio').nth(1).check();
    expect(await first.getByRole('radio', { checked: true }).count()).toBe(1);
    expect(await dialog.getByLabel('In your own words').count()).toBe(0);
    await second.getByRole('radio', { name: 'Other' }).check();
    await second.getByLabel('In your own words').fill('A bet');
    await dialog.getByLabel('Comment (optional)').fill('Fine work');
    const sent = page.waitForRequest('**/api/survey/submit');
    await dialog.getByRole('button', { name: 'Send' }).click();
    const submission = (await sent).postDataJSON();
    expect(submission.comment).toBe('Fine work');
    expect(submission.answers).toHaveLength(2);
    expect(submission.answers[1]).toMatchObject({ freeText: 'A bet' });

    await page.locator('main').getByText('4 checks left.').waitFor();
    await dialogOf(page).waitFor({ state: 'detached' });
    await surveyButton(page).waitFor({ state: 'detached' });
    await expect.poll(marker).toBeDefined();
    const kept = await marker();
    expect(kept?.name).toMatch(/^assay_survey_[0-9a-f]{32}$/);
    expect(Math.abs((kept?.expires ?? 0) - Date.now() / 1000 - YEAR_SECONDS)).toBeLessThan(120);
    const before = asked().length;
    await page.goto(`${siteUrl}/account`);
    await page.getByText('No checks history yet').waitFor();
    await page.waitForLoadState('networkidle');
    expect(asked().slice(before)).toEqual([]);
    await end();
  });

  it('[SURV-06] sets the marker and shows nothing where it was taken in another browser', async () => {
    const { page, siteUrl, context, asked, marker, end } = await visitAsNew();
    await page.goto(siteUrl);
    await surveyButton(page).click();
    await dialogOf(page).getByRole('group').first().getByRole('radio').first().check();
    await dialogOf(page).getByRole('button', { name: 'Send' }).click();
    await page.locator('main').getByText('4 checks left.').waitFor();
    await expect.poll(marker).toMatchObject({ value: '1' });
    await context.clearCookies({ name: /^assay_survey_/ });
    expect(await marker()).toBeUndefined();
    const before = asked().length;
    await page.goto(`${siteUrl}/account`);
    await expect.poll(marker).toMatchObject({ value: '1' });
    expect(asked().slice(before).toSorted()).toEqual(LOADED);
    expect(await surveyButton(page).count()).toBe(0);
    await end();
  });

  it('[SURV-03] requests nothing while a marker is set', async () => {
    const { page, siteUrl, context, asked, end } = await visitAsNew();
    const me = await (await context.request.get(`${siteUrl}/api/auth/me`)).json();
    await context.addCookies([{ name: `assay_survey_${me.data.sub}`, value: '1', url: siteUrl }]);
    await page.goto(siteUrl);
    await page.locator('main').getByText('1 check left.').waitFor();
    await page.waitForLoadState('networkidle');
    expect(asked()).toEqual([]);
    await end();
  });

  it.skipIf(!hasDatabase())('[SURV-04] is not offered to guests or to users who used a check', async () => {
    const guest = await visit(browser);
    await guest.page.goto(guest.siteUrl);
    await guest.page.waitForLoadState('networkidle');
    expect(guest.calls.filter((call) => call.includes('/survey/'))).toEqual([]);
    await guest.end();

    const { page, siteUrl, email, asked, end } = await visitAsNew();
    await useOneCheck(email);
    await page.goto(siteUrl);
    await page.locator('main').getByText('0 checks left.').waitFor();
    await page.waitForLoadState('networkidle');
    expect(asked()).toEqual([]);
    expect(await surveyButton(page).count()).toBe(0);
    await end();
  });

  it('[SURV-05] shows nothing without questions', async () => {
    const { page, siteUrl, asked, end } = await visitAsNew();
    await page.route('**/api/survey/questions', (route) => route.fulfill({ json: { data: [] } }));
    await page.goto(siteUrl);
    await expect.poll(() => asked().toSorted()).toEqual(LOADED.slice(0, 2));
    await page.waitForLoadState('networkidle');
    expect(await surveyButton(page).count()).toBe(0);
    await end();
  });

  it('[ERR-14] shows no message when loading or sending fails, and is still offered without a status', async () => {
    const { page, siteUrl, asked, marker, end } = await visitAsNew({ expectedStatus: 500 });
    const error = { errorName: 'InternalError', message: 'Something went wrong', requestId: 'r' };
    const failing = { status: 500, json: { error } };
    await page.route('**/api/survey/settings', (route) => route.fulfill(failing));
    await page.goto(siteUrl);
    await expect.poll(() => asked().length).toBe(2);
    await page.waitForLoadState('networkidle');
    expect(await surveyButton(page).count()).toBe(0);
    expect(await page.locator('.alerts .alert').count()).toBe(0);
    await page.unroute('**/api/survey/settings');

    await page.route('**/api/survey/status', (route) => route.fulfill(failing));
    await page.route('**/api/survey/submit', (route) => route.fulfill(failing));
    await page.reload();
    await surveyButton(page).click();
    const send = dialogOf(page).getByRole('button', { name: 'Send' });
    const answered = page.waitForResponse('**/api/survey/submit');
    await send.click();
    await answered;
    await expect.poll(() => send.isEnabled()).toBe(true);
    expect(await page.locator('.alerts .alert').count()).toBe(0);
    expect(await marker()).toBeUndefined();
    await end();
  });

  it('[SURV-08] [SURV-09] closes with Close, may stay unanswered, and sends one answer at a time', async () => {
    const { page, siteUrl, asked, end } = await visitAsNew();
    await page.goto(siteUrl);
    await surveyButton(page).click();
    const dialog = dialogOf(page);
    await dialog.getByRole('radio').first().check();
    await dialog.getByRole('button', { name: 'Close' }).click();
    await dialog.waitFor({ state: 'detached' });
    await expect.poll(() => surveyButton(page).evaluate((button) => button === document.activeElement)).toBe(true);
    await page.keyboard.press('Enter');
    expect(await dialog.getByRole('radio').first().isChecked()).toBe(true);
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await page.reload();

    await surveyButton(page).click();
    const letGo = await hold(page, '**/api/survey/submit');
    const sent = page.waitForRequest('**/api/survey/submit');
    const send = dialog.getByRole('button', { name: 'Send' });
    await dialog.getByLabel('Comment (optional)').fill('   ');
    await send.click();
    expect((await sent).postDataJSON()).toEqual({ answers: [] });
    await expect.poll(() => send.isDisabled()).toBe(true);
    await dialog.getByLabel('Comment (optional)').focus();
    letGo();
    await dialog.waitFor({ state: 'detached' });
    await page.getByText('Sent without answers, so no checks were added.').waitFor();
    expect(asked().filter((call) => call.startsWith('POST'))).toEqual(['POST /api/survey/submit']);
    await end();
  });
});
