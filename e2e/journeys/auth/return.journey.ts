import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launchBrowser, visit } from '../../harness/browser.ts';
import { acceptInvitation, createCompany, invite } from '../../harness/company.ts';
import { hasDatabase, withDatabase } from '../../harness/database.ts';
import { linkSentTo, linksTo } from '../../harness/outbox.ts';
import { emailField, newEmail, signInByMail } from '../../harness/sign-in.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(async () => browser.close());

/** As after seven days in which no page was open: the session's cookie is gone, those that scripts set are kept. */
async function endSession(page: Page): Promise<void> {
  const context = page.context();
  const has = async (name: string) => (await context.cookies()).some((cookie) => cookie.name === name);
  await expect.poll(() => has('assay_workspace')).toBe(true);
  // No answer that is under way to a page may bring the cookie back.
  await page.goto('about:blank');
  await context.clearCookies({ name: 'assay_session' });
  expect(await has('assay_session')).toBe(false);
}

/** Opens the new link of a mail in another tab, as a mail program does. */
async function openMailed(page: Page, siteUrl: string, email: string, ask: () => Promise<void>): Promise<Page> {
  const known = await linksTo(page.request, siteUrl, email);
  await ask();
  const mailed = await page.context().newPage();
  await mailed.goto(await linkSentTo(page.request, siteUrl, email, known));
  return mailed;
}

/** Which workspace the menu of the account marks as selected. */
async function expectSelected(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: 'Account menu' }).click();
  const entry = page.getByRole('menuitemradio', { name });
  await expect.poll(() => entry.getAttribute('aria-checked'), { timeout: 8_000 }).toBe('true');
  await page.keyboard.press('Escape');
}

describe('a login that a page asked for', () => {
  it.each(['/account?tab=tariffs', '/account/audit-log?action=account.create'])(
    'ends on %s, in the company of the member',
    async (path) => {
      const owner = await visit(browser);
      const { siteUrl } = owner;
      const email = newEmail('returns');
      await signInByMail(owner.context.request, siteUrl, newEmail('owner'));
      await createCompany(owner.page, siteUrl, 'Return Ltd.');
      await invite(owner.page, email, 'admin');
      await owner.end();

      const { page, context, end } = await visit(browser);
      await signInByMail(context.request, siteUrl, email);
      await acceptInvitation(page, siteUrl, email);
      await page.getByRole('heading', { name: 'Return Ltd.', exact: true }).waitFor();
      await endSession(page);
      await page.goto(siteUrl + path);
      expect(page.url()).toBe(`${siteUrl}/login`);
      const mailed = await openMailed(page, siteUrl, email, async () => {
        await emailField(page).fill(email);
        await page.locator('main').getByRole('button', { name: 'Log in', exact: true }).click();
        await page.waitForURL(`${siteUrl}/success-auth`);
      });
      await mailed.waitForURL(siteUrl + path);
      await expectSelected(mailed, 'Return Ltd.');
      // It is returned to once: what the guard had kept is gone.
      expect((await context.cookies()).map(({ name }) => name)).not.toContain('assay_return');
      await end();
    },
  );

  it('ends at home and in the personal workspace where nothing asked for it', async () => {
    const { page, siteUrl, context, end } = await visit(browser);
    const email = newEmail('returns');
    await signInByMail(context.request, siteUrl, email);
    await createCompany(page, siteUrl, 'Elsewhere Ltd.');
    await endSession(page);
    await page.goto(`${siteUrl}/account?tab=tariffs`);
    expect(page.url()).toBe(`${siteUrl}/login`);
    await page.goto(siteUrl);
    const mailed = await openMailed(page, siteUrl, email, async () => {
      await page.goto(`${siteUrl}/login`);
      await emailField(page).fill(email);
      await page.locator('main').getByRole('button', { name: 'Log in', exact: true }).click();
      await page.waitForURL(`${siteUrl}/success-auth`);
    });
    await mailed.waitForURL(`${siteUrl}/`);
    await expectSelected(mailed, 'Personal');
    await end();
  });
});

describe.skipIf(!hasDatabase())('a confirmation by a new link', () => {
  it('leads back to the page and the company in which it was asked for', async () => {
    const { page, siteUrl, context, end } = await visit(browser, { expectedStatus: 403 });
    const email = newEmail('confirms');
    await signInByMail(context.request, siteUrl, email);
    await createCompany(page, siteUrl, 'Confirm Ltd.');
    await withDatabase((client) =>
      client.query(
        `UPDATE sessions SET created_at = created_at - interval '20 minutes'
          WHERE sub = (SELECT sub FROM users WHERE email = $1)`,
        [email],
      ),
    );
    const path = '/account/audit-log?action=workspace.create';
    await page.goto(siteUrl + path);
    await page.getByRole('link', { name: 'CSV' }).click();
    const dialog = page.getByRole('dialog', { name: 'Confirm that it is you' });
    const mailed = await openMailed(page, siteUrl, email, async () => {
      await dialog.getByRole('button', { name: 'Send me a link' }).click();
      await dialog.getByText(`A link was sent to ${email}.`).waitFor();
    });
    await mailed.waitForURL(siteUrl + path);
    await expectSelected(mailed, 'Confirm Ltd.');
    // What needed the confirmation works there, without another one.
    const download = mailed.waitForEvent('download');
    await mailed.getByRole('link', { name: 'CSV' }).click();
    expect((await download).suggestedFilename()).toMatch(/\.csv$/);
    await end();
  });
});
