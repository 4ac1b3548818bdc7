import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectAccessible } from '../../harness/accessible.ts';
import { launchBrowser, visit } from '../../harness/browser.ts';
import { acceptInvitation, createCompany, invite } from '../../harness/company.ts';
import { invitationTo } from '../../harness/outbox.ts';
import { newEmail, signInByMail } from '../../harness/sign-in.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(async () => browser.close());

const heading = (page: Page, name: string) => page.getByRole('heading', { name, exact: true });

describe('company workspaces', () => {
  it('are created, joined by an invitation, switched in the header, and left', async () => {
    const owner = await visit(browser, { expectedStatus: 409 });
    const { siteUrl } = owner;
    await signInByMail(owner.context.request, siteUrl, newEmail('owner'));
    await createCompany(owner.page, siteUrl, 'Journey Ltd.');
    const email = newEmail('analyst');
    await invite(owner.page, email, 'analyst');
    const link = await invitationTo(owner.page.request, siteUrl, email);

    const member = await visit(browser);
    await member.page.goto(link);
    await member.page.getByText('Log in or create an account with the invited email first').waitFor();
    expect(new URL(member.page.url()).search, 'the token leaves the address bar').toBe('');
    await signInByMail(member.context.request, siteUrl, email);
    await member.page.evaluate(() => window.dispatchEvent(new Event('focus')));
    await member.page.getByRole('button', { name: 'Accept' }).click();
    await member.page.waitForURL(`${siteUrl}/account/workspace`);
    await heading(member.page, 'Journey Ltd.').waitFor();
    expect(await member.page.getByRole('region', { name: 'Members' }).count(), 'members are for admins').toBe(0);

    const other = await member.context.newPage();
    await other.goto(`${siteUrl}/account/workspace`);
    await heading(other, 'Journey Ltd.').waitFor();
    const avatar = member.page.getByRole('button', { name: 'Account menu' });
    await avatar.focus();
    await member.page.keyboard.press('Enter');
    const personal = member.page.getByRole('menuitemradio', { name: 'Personal' });
    await personal.waitFor();
    await member.page.keyboard.press('Home');
    await expect.poll(() => personal.evaluate((entry) => entry === document.activeElement)).toBe(true);
    await member.page.keyboard.press('Enter');
    await heading(member.page, 'Personal workspace').waitFor();
    await heading(other, 'Personal workspace').waitFor();

    await other.getByRole('button', { name: 'Switch to Journey Ltd.' }).click();
    await heading(member.page, 'Journey Ltd.').waitFor();
    await member.page.getByRole('button', { name: 'Leave this workspace' }).click();
    await member.page.getByRole('dialog').getByRole('button', { name: 'Leave' }).click();
    await heading(member.page, 'Personal workspace').waitFor();
    await member.end();

    await owner.page.getByRole('button', { name: 'Leave this workspace' }).click();
    const dialog = owner.page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Leave' }).click();
    await dialog.getByText('A workspace needs an owner').waitFor();
    await owner.end();
  });

  it('let an owner change a role, remove a member, rename and close', async () => {
    const owner = await visit(browser);
    const { siteUrl, page } = owner;
    await signInByMail(owner.context.request, siteUrl, newEmail('owner'));
    await createCompany(page, siteUrl, 'Closing Ltd.');
    const email = newEmail('viewer');
    await invite(page, email, 'viewer');
    const member = await visit(browser);
    await signInByMail(member.context.request, siteUrl, email);
    await acceptInvitation(member.page, siteUrl, email);
    await page.reload();
    await page.getByLabel(`Role of ${email}`).selectOption('billing');
    await page.getByText(`${email} now has the role Billing.`).waitFor();
    await member.page.goto(`${siteUrl}/account?tab=history`);
    await member.page.getByText('Your role in this workspace does not include this').waitFor();

    await page.getByRole('button', { name: `Remove ${email}` }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
    await page.getByLabel(`Role of ${email}`).waitFor({ state: 'detached' });
    await member.page.goto(`${siteUrl}/account/workspace`);
    await heading(member.page, 'Personal workspace').waitFor();
    await member.end();

    await page.getByRole('region', { name: 'Settings' }).getByLabel('Name').fill('Renamed Ltd.');
    await page.getByRole('button', { name: 'Rename' }).click();
    await heading(page, 'Renamed Ltd.').waitFor();
    await page.getByRole('button', { name: 'Close this workspace' }).click();
    const dialog = page.getByRole('dialog', { name: 'Close Renamed Ltd.?' });
    await dialog.getByLabel('Type Renamed Ltd. to confirm').fill('Renamed Ltd.');
    await dialog.getByRole('button', { name: 'Close this workspace' }).click();
    await heading(page, 'Personal workspace').waitFor();
    await owner.end();
  });

  it('refuse an invitation that cannot be used in plain words', async () => {
    const { page, siteUrl, end } = await visit(browser);
    await page.goto(`${siteUrl}/invitation?token=nonsense`);
    await heading(page, 'This invitation cannot be used').waitFor();
    await page.getByText('already used, revoked or replaced').waitFor();
    await end();
  });
});

describe('workspaces at every width and in both themes', () => {
  it('are accessible: pages, dialogs, switcher and invitation', async () => {
    const { page, siteUrl, context, end } = await visit(browser, { width: 768, theme: 'dark' });
    await signInByMail(context.request, siteUrl, newEmail('look'));
    await page.goto(`${siteUrl}/account/workspace`);
    await page.getByRole('button', { name: 'Create a company workspace' }).click();
    const dialog = page.getByRole('dialog', { name: 'Create a company workspace' });
    await dialog.getByRole('button', { name: 'Create' }).click();
    await dialog.getByText('Please enter a name').waitFor();
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await createCompany(page, siteUrl, 'A company with quite a long name & Söhne (Tallinn) Ltd.');
    const email = newEmail('open');
    await invite(page, email, 'viewer');
    await page.waitForFunction(() => document.querySelector('[role=status].alert, .alerts .alert') === null, null, {
      timeout: 20_000,
    });
    await expectAccessible(page, { picture: 'workspace' });
    await page.getByRole('button', { name: 'Account menu' }).click();
    await page.getByRole('menuitemradio', { name: 'Personal' }).waitFor();
    await expectAccessible(page, { picture: 'switcher' });
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Close this workspace' }).click();
    await page.getByRole('dialog').getByText('The workspace loses:').waitFor();
    await expectAccessible(page, { picture: 'close' });
    const link = await invitationTo(page.request, siteUrl, email);
    await page.goto(link);
    await page.getByText('You are logged in with another email').waitFor();
    await expectAccessible(page, { picture: 'invitation' });
    await end();
  });
});
