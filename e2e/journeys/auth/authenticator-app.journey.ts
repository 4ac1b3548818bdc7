import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectAccessible } from '../../harness/accessible.ts';
import { launchBrowser, visit } from '../../harness/browser.ts';
import { linkFor, newEmail, signInByMail } from '../../harness/sign-in.ts';
import { enrolTotp } from '../../harness/totp.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(async () => browser.close());

describe('an authenticator app', () => {
  it('is added, asked for after the link, and removed after it was given again', async () => {
    const first = await visit(browser);
    const { siteUrl } = first;
    const email = newEmail('totp');
    await signInByMail(first.context.request, siteUrl, email);
    const { app, codes } = await enrolTotp(first.page, siteUrl, 'My phone');
    expect(codes).toHaveLength(10);
    await first.page.getByRole('button', { name: 'I have kept them' }).click();
    await first.page.getByRole('button', { name: 'Remove My phone' }).waitFor();
    await first.end();

    const second = await visit(browser, { expectedComplaint: /400/ });
    await second.page.goto(await linkFor(second.context.request, siteUrl, email));
    await second.page.waitForURL(`${siteUrl}/second-step`);
    expect((await second.context.cookies()).map(({ name }) => name)).not.toContain('assay_session');
    const code = second.page.getByLabel('Code of your authenticator app');
    await code.fill('12');
    await second.page.getByRole('button', { name: 'Confirm' }).click();
    await second.page.getByText('Type the six digits.').waitFor();
    await code.fill('000000');
    await second.page.getByRole('button', { name: 'Confirm' }).click();
    await second.page.getByText('This code or passkey was not accepted.').waitFor();
    await code.fill(await app.nextCode());
    await second.page.getByRole('button', { name: 'Confirm' }).click();
    await second.page.waitForURL(`${siteUrl}/`);

    await second.page.goto(`${siteUrl}/account/security`);
    await second.page.getByRole('button', { name: 'Remove My phone' }).click();
    await second.page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
    await second.page.getByText('You have none yet.').waitFor();
    await second.end();
  });

  it('gives way to a recovery code', async () => {
    const first = await visit(browser);
    const { siteUrl } = first;
    const email = newEmail('codes');
    await signInByMail(first.context.request, siteUrl, email);
    const { codes } = await enrolTotp(first.page, siteUrl, 'Lost phone');
    await first.end();

    const second = await visit(browser);
    await second.page.goto(await linkFor(second.context.request, siteUrl, email));
    await second.page.getByRole('button', { name: 'Use a recovery code instead' }).click();
    await second.page.getByLabel('Recovery code').fill(codes[0] ?? '');
    await second.page.getByRole('button', { name: 'Confirm' }).click();
    await second.page.waitForURL(`${siteUrl}/`);
    await second.page.goto(`${siteUrl}/account/security`);
    await second.page.getByText('9 of 10 are left.').waitFor();
    await second.end();
  });
});

describe('second factors at every width and in both themes', () => {
  it('have no violation of accessibility, from the empty page to the second step', async () => {
    const { page, context, siteUrl, end } = await visit(browser, { width: 390 });
    const email = newEmail('look');
    await signInByMail(context.request, siteUrl, email);
    await page.goto(`${siteUrl}/account/security`);
    await page.getByText('You have none yet.').waitFor();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Add an authenticator app' }).click();
    await page.getByRole('dialog').getByLabel('Code of the app').waitFor();
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await enrolTotp(page, siteUrl, 'My phone');
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Remove My phone' }).click();
    await page.getByRole('dialog').waitFor();
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    const other = await visit(browser, { width: 768, theme: 'dark' });
    await other.page.goto(await linkFor(other.context.request, siteUrl, email));
    await other.page.getByLabel('Code of your authenticator app').waitFor();
    await expectAccessible(other.page);
    await other.end();
    await end();
  });
});
