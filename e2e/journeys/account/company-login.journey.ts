import { randomBytes } from 'node:crypto';
import { type OpenIdStandIn, startOpenIdStandIn } from '@assay/testkit/identity';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectAccessible } from '../../harness/accessible.ts';
import { launchBrowser, visit } from '../../harness/browser.ts';
import { withDatabase } from '../../harness/database.ts';
import { companyMailTo } from '../../harness/outbox.ts';
import { newEmail, signInByMail } from '../../harness/sign-in.ts';
import { site } from '../../harness/site.ts';

let browser: Browser;
let provider: OpenIdStandIn;
beforeAll(async () => {
  browser = await launchBrowser();
  provider = await startOpenIdStandIn({ redirectUri: `${site().url}/login/company/return` });
});
afterAll(async () => {
  await browser.close();
  await provider.close();
});

async function createCompany(page: Page, siteUrl: string, name: string): Promise<void> {
  await page.goto(`${siteUrl}/account/workspace`);
  await page.getByRole('button', { name: 'Create a company workspace' }).click();
  const dialog = page.getByRole('dialog', { name: 'Create a company workspace' });
  await dialog.getByLabel('Name of the company').fill(name);
  await dialog.getByRole('button', { name: 'Create' }).click();
  await page.getByRole('heading', { name, exact: true }).waitFor();
}

/** Sets the provider up; anybody who logs in by it joins as a viewer. */
async function setUp(page: Page): Promise<void> {
  const section = page.getByRole('region', { name: 'Company login' });
  await section.getByLabel('Issuer').fill(provider.issuer);
  await section.getByLabel('Client ID').fill(provider.clientId);
  await section.getByLabel('Client secret').fill(provider.clientSecret);
  await section.getByLabel('Who may log in').selectOption('viewer');
  await section.getByRole('button', { name: 'Save' }).click();
  await page.getByText('The company login was saved.').waitFor();
}

/** Claims a domain, and proves it without DNS: apps/server/test/api/identity.200.test.ts does so with it. */
async function prove(page: Page, domain: string): Promise<void> {
  const section = page.getByRole('region', { name: 'Company login' });
  await section.getByLabel('Domain of your emails').fill(domain);
  await section.getByRole('button', { name: 'Add domain' }).click();
  await section.getByRole('button', { name: `Check the record of ${domain}` }).waitFor();
  await withDatabase((client) =>
    client.query('UPDATE identity_domains SET proven_at = now() WHERE domain = $1', [domain]),
  );
  await page.reload();
  await section.getByText('Proven. Its people can log in by your provider.').waitFor();
}

async function logIn(page: Page, siteUrl: string, email: string): Promise<void> {
  await page.goto(`${siteUrl}/login`);
  await page.getByRole('link', { name: 'Log in with your company' }).click();
  await page.waitForURL(`${siteUrl}/login/company`);
  await page.locator('main').getByLabel('Email').fill(email);
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.waitForURL(`${provider.issuer}/**`);
}

const newDomain = () => `firm-${randomBytes(5).toString('hex')}.example`;

describe('the login of a company', () => {
  it('is set up by an owner, and lets somebody of the domain join who accepts the terms', async () => {
    const domain = newDomain();
    const owner = await visit(browser, { expectedComplaint: /status of 4\d\d/ });
    const { siteUrl, page } = owner;
    const email = newEmail('owner');
    await signInByMail(owner.context.request, siteUrl, email);
    await createCompany(page, siteUrl, 'Login Ltd.');
    const section = page.getByRole('region', { name: 'Company login' });
    await section.getByRole('button', { name: 'Save' }).click();
    await section.getByText('Issuer, client ID and client secret are needed.').waitFor();
    await setUp(page);
    expect(await companyMailTo(page.request, siteUrl, email), 'owners get a mail').toContain('/account/workspace');
    await section.getByLabel('Domain of your emails').fill('gmail.com');
    await section.getByRole('button', { name: 'Add domain' }).click();
    await section.getByText('Anyone can have an email at this domain').waitFor();
    await prove(page, domain);
    await section.getByRole('button', { name: `Require the company login for ${domain}` }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Require' }).click();
    await page.getByText('Log in through the provider once before it is required').waitFor();

    const member = await visit(browser, { isPaying: true, expectedComplaint: /status of 40[03]/ });
    provider.people.set('mia', { subject: `mia of ${domain}`, email: `mia@${domain}`, isVerified: true });
    await logIn(member.page, siteUrl, `mia@${domain}`);
    await member.page.getByRole('button', { name: 'Cancel' }).click();
    await member.page.getByText('The login at your company was cancelled').waitFor();
    expect(new URL(member.page.url()).search, 'the answer leaves the address bar').toBe('');
    await logIn(member.page, siteUrl, `mia@${domain}`);
    await member.page.getByLabel('Name').fill('mia');
    await member.page.getByRole('button', { name: 'Log in' }).click();
    await member.page.getByText('Please read and accept the Terms of Service').waitFor();
    await member.page.getByRole('link', { name: 'Accept the terms and log in' }).click();
    await member.page.locator('main').getByLabel('Email').fill(`mia@${domain}`);
    await member.page.getByRole('checkbox').check();
    await member.page.getByRole('button', { name: 'Continue' }).click();
    await member.page.waitForURL(`${siteUrl}/`);
    await member.page.goto(`${siteUrl}/account/workspace`);
    await member.page.getByRole('heading', { name: 'Login Ltd.', exact: true }).waitFor();
    await member.page.goto(`${siteUrl}/account/privacy`);
    await member.page.getByText(', by the company login').waitFor();
    await member.end();
    await owner.end();
  });

  it('is said not to be there for other domains, with a link as the other way', async () => {
    const { page, siteUrl, end } = await visit(browser, { expectedStatus: 404 });
    await page.goto(`${siteUrl}/login/company`);
    await page.locator('main').getByLabel('Email').fill('somebody@nowhere.example');
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByText('No company has set up its own login').waitFor();
    await page.getByRole('link', { name: 'Log in by a link' }).click();
    await page.waitForURL(`${siteUrl}/login`);
    await end();
  });

  it('works without a script', async () => {
    const domain = newDomain();
    const owner = await visit(browser);
    await signInByMail(owner.context.request, owner.siteUrl, newEmail('owner'));
    await createCompany(owner.page, owner.siteUrl, 'No script Ltd.');
    await setUp(owner.page);
    await prove(owner.page, domain);
    await owner.end();
    provider.people.set('noah', { subject: `noah of ${domain}`, email: `noah@${domain}`, isVerified: true });
    const { page, siteUrl, end } = await visit(browser, { hasScript: false, isPaying: true });
    await page.goto(`${siteUrl}/login/company?terms=ask`);
    await page.locator('main').getByLabel('Email').fill(`noah@${domain}`);
    await page.getByRole('checkbox').check();
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByRole('link', { name: 'Go to your company’s login' }).click();
    await page.getByLabel('Name').fill('noah');
    await page.getByRole('button', { name: 'Log in' }).click();
    await page.waitForURL(`${siteUrl}/login/company/return?**`);
    await page.getByRole('button', { name: 'Log in' }).click();
    await page.waitForURL(`${siteUrl}/`);
    await end();
  });
});

describe('the login of a company at every width and in both themes', () => {
  it('is accessible: settings, entry and refusals', async () => {
    const domain = newDomain();
    const { page, siteUrl, context, end } = await visit(browser, { width: 390, expectedStatus: 410 });
    await page.goto(`${siteUrl}/login`);
    await expectAccessible(page, { picture: 'login' });
    await page.goto(`${siteUrl}/login/company?terms=ask`);
    await page.getByRole('button', { name: 'Continue' }).waitFor();
    await expectAccessible(page, { picture: 'company' });
    await page.goto(`${siteUrl}/login/company/return?state=unknown&code=x`);
    await page.getByText('You are not logged in').waitFor();
    await expectAccessible(page, { picture: 'refused' });
    await signInByMail(context.request, siteUrl, newEmail('look'));
    await createCompany(page, siteUrl, 'Look Ltd.');
    await setUp(page);
    await prove(page, domain);
    const section = page.getByRole('region', { name: 'Company login' });
    await section.getByLabel('Domain of your emails').fill(newDomain());
    await section.getByRole('button', { name: 'Add domain' }).click();
    await section.getByText('Not proven yet.').waitFor();
    await page.waitForFunction(() => document.querySelector('[role=status].alert, .alerts .alert') === null, null, {
      timeout: 20_000,
    });
    // Where the page stopped, the fixed header may cover half of a button.
    await expectAccessible(page, { picture: 'settings', at: () => page.evaluate(() => scrollTo(0, 0)) });
    await section.getByRole('button', { name: `Require the company login for ${domain}` }).click();
    await page.getByRole('dialog').getByText('log in by your provider only').waitFor();
    await expectAccessible(page, { picture: 'require' });
    await end();
  });
});
