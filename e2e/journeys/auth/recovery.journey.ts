import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectAccessible } from '../../harness/accessible.ts';
import { launchBrowser, type VisitOptions, visit } from '../../harness/browser.ts';
import { hasDatabase, withDatabase } from '../../harness/database.ts';
import { undoLinkTo } from '../../harness/outbox.ts';
import { linkFor, newEmail, signInByMail } from '../../harness/sign-in.ts';
import { grantAdmin } from '../../harness/survey.ts';
import { enrolTotp } from '../../harness/totp.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(async () => browser.close());

/** A browser at the question for the factor of an account, whose owner has added one elsewhere. */
async function atSecondStep(options: VisitOptions = {}) {
  const owner = await visit(browser, options);
  const { siteUrl } = owner;
  const email = newEmail('recover');
  await signInByMail(owner.context.request, siteUrl, email);
  await enrolTotp(owner.page, siteUrl, 'My phone');
  const lost = await visit(browser, options);
  await lost.page.goto(await linkFor(lost.context.request, siteUrl, email));
  await lost.page.waitForURL(`${siteUrl}/second-step`);
  return { owner, lost, email, siteUrl };
}

async function begin(page: Page): Promise<void> {
  await page.getByText('Lost your factor and recovery codes?').click();
  await page.getByRole('button', { name: 'Begin recovery' }).click();
  await page.getByRole('heading', { name: 'Recovery is under way' }).waitFor();
}

/** Lets the waiting period of an account pass. */
async function passWaitingPeriod(email: string): Promise<void> {
  await withDatabase((client) =>
    client.query(
      `UPDATE recoveries SET begun_at = begun_at - interval '73 hours', ready_at = ready_at - interval '73 hours'
        WHERE sub = (SELECT sub FROM users WHERE email = $1)`,
      [email],
    ),
  );
}

describe('recovery by mail', () => {
  it.skipIf(!hasDatabase())('is begun at the second step, waits, and is completed by a new link', async () => {
    const { owner, lost, email, siteUrl } = await atSecondStep();
    await begin(lost.page);
    await lost.page.reload();
    await lost.page.getByRole('heading', { name: 'Recovery is under way' }).waitFor();
    expect(await lost.page.getByRole('button', { name: 'Remove my factors and log in' }).count()).toBe(0);
    await passWaitingPeriod(email);

    await lost.page.goto(await linkFor(lost.context.request, siteUrl, email));
    await lost.page.getByRole('button', { name: 'Remove my factors and log in' }).click();
    await lost.page.waitForURL(`${siteUrl}/`);
    await lost.page.goto(`${siteUrl}/account/security`);
    await lost.page.getByText('You have none yet.').waitFor();
    await owner.end();
    await lost.end();
  });

  it('is cancelled by the link of its mail, in any browser, after one more question', async () => {
    const { owner, lost, email, siteUrl } = await atSecondStep({ expectedComplaint: /429/ });
    await begin(lost.page);
    const third = await visit(browser);
    await third.page.goto(
      await undoLinkTo(third.context.request, siteUrl, email, 'Recovery of your account was begun'),
    );
    await third.page.getByRole('heading', { name: 'Cancel the recovery?' }).waitFor();
    expect(third.page.url()).toBe(`${siteUrl}/undo`);
    await third.page.getByRole('button', { name: 'Cancel the recovery' }).click();
    await third.page.getByRole('heading', { name: 'The recovery is cancelled' }).waitFor();

    await lost.page.reload();
    await lost.page.getByText('Lost your factor and recovery codes?').click();
    await lost.page.getByRole('button', { name: 'Begin recovery' }).click();
    await lost.page.getByText('Too many requests. Try again in 7 days.').waitFor();
    await third.end();
    await lost.end();
    await owner.end();
  });
});

describe('the mail about a new login', () => {
  it('ends the session by its link, also without a script', async () => {
    const owner = await visit(browser);
    const { siteUrl } = owner;
    const email = newEmail('device');
    await signInByMail(owner.context.request, siteUrl, email);
    const other = await visit(browser);
    await signInByMail(other.context.request, siteUrl, email);
    const link = await undoLinkTo(owner.context.request, siteUrl, email, 'New login to your account');
    const plain = await visit(browser, { hasScript: false });
    await plain.page.goto(link);
    await plain.page.getByRole('button', { name: 'End this session' }).click();
    await plain.page.getByRole('heading', { name: 'The session has ended' }).waitFor();
    expect((await other.context.request.get(`${siteUrl}/api/auth/me`)).status()).toBe(401);
    expect((await owner.context.request.get(`${siteUrl}/api/auth/me`)).status()).toBe(200);

    await plain.page.goto(link);
    await plain.page.getByRole('heading', { name: 'This link cannot be used' }).waitFor();
    await plain.end();
    await other.end();
    await owner.end();
  });
});

describe('an administrator without a second factor', () => {
  it.skipIf(!hasDatabase())('is led to Security, and to the page once a factor is added', async () => {
    const { page, context, siteUrl, end } = await visit(browser);
    const email = newEmail('boss');
    await signInByMail(context.request, siteUrl, email);
    await grantAdmin(email);
    await page.goto(`${siteUrl}/account?tab=promocodes`);
    await page.getByText('Administrators need a second factor.').waitFor();
    expect(await page.getByRole('form', { name: 'Create promo code' }).count()).toBe(0);
    await page.goto(`${siteUrl}/account/service-audit-log`);
    await page.waitForURL(`${siteUrl}/account/security`);
    await page.getByText('You administer this service').waitFor();
    await enrolTotp(page, siteUrl, 'Phone');
    await page.goto(`${siteUrl}/account?tab=promocodes`);
    await page.getByRole('form', { name: 'Create promo code' }).waitFor();
    await end();
  });
});

describe('recovery and undoing at every width and in both themes', () => {
  it.skipIf(!hasDatabase())('have no violation of accessibility in any state', async () => {
    const { owner, lost, email, siteUrl } = await atSecondStep({ width: 768, theme: 'dark' });
    await lost.page.getByText('Lost your factor and recovery codes?').click();
    await expectAccessible(lost.page);
    await lost.page.getByRole('button', { name: 'Begin recovery' }).click();
    await lost.page.getByRole('heading', { name: 'Recovery is under way' }).waitFor();
    await expectAccessible(lost.page);
    await passWaitingPeriod(email);
    await lost.page.goto(await linkFor(lost.context.request, siteUrl, email));
    await lost.page.getByRole('button', { name: 'Remove my factors and log in' }).waitFor();
    await expectAccessible(lost.page);

    const link = await undoLinkTo(lost.context.request, siteUrl, email, 'Recovery of your account was begun');
    await lost.page.goto(link);
    await lost.page.getByRole('button', { name: 'Cancel the recovery' }).waitFor();
    await expectAccessible(lost.page);
    await lost.page.getByRole('button', { name: 'Cancel the recovery' }).click();
    await lost.page.getByRole('heading', { name: 'The recovery is cancelled' }).waitFor();
    await expectAccessible(lost.page);
    await lost.page.goto(link);
    await lost.page.getByRole('heading', { name: 'This link cannot be used' }).waitFor();
    await expectAccessible(lost.page);
    await lost.end();
    await owner.end();

    const boss = await visit(browser, { width: 390 });
    const bossEmail = newEmail('boss');
    await signInByMail(boss.context.request, siteUrl, bossEmail);
    await grantAdmin(bossEmail);
    await boss.page.goto(`${siteUrl}/account?tab=feedback`);
    await boss.page.getByText('Administrators need a second factor.').waitFor();
    await expectAccessible(boss.page);
    await boss.end();
  });
});
