import { randomBytes } from 'node:crypto';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectAccessible } from '../../harness/accessible.ts';
import { launchBrowser, type VisitOptions, visit } from '../../harness/browser.ts';
import { hasDatabase, withDatabase } from '../../harness/database.ts';
import { newEmail, signInByMail } from '../../harness/sign-in.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(async () => browser.close());

const policyOf = (page: Page) => page.getByRole('region', { name: 'Session policy' });

/** The workspace page of a new company, as its owner. Its name is its own: other journeys make companies too. */
async function visitCompany(options: VisitOptions = {}) {
  const name = `Company ${randomBytes(6).toString('hex')}`;
  const visited = await visit(browser, options);
  const { page, siteUrl, context } = visited;
  await signInByMail(context.request, siteUrl, newEmail('policy'));
  await page.goto(`${siteUrl}/account/workspace`);
  await page.getByRole('button', { name: 'Create a company workspace' }).click();
  const dialog = page.getByRole('dialog', { name: 'Create a company workspace' });
  await dialog.getByLabel('Name of the company').fill(name);
  await dialog.getByRole('button', { name: 'Create' }).click();
  await page.getByRole('heading', { name, exact: true }).waitFor();
  await policyOf(page).getByText('Yours is now').waitFor();
  return { ...visited, name };
}

/** As if the policy had been saved from the office, or the owner had logged in two hours ago. */
async function makeRefused(name: string, why: 'address' | 'sign_in'): Promise<void> {
  await withDatabase(async (pool) => {
    const of = "(SELECT id FROM workspaces WHERE kind = 'company' AND name = $1)";
    if (why === 'address') {
      await pool.query(
        `UPDATE workspace_session_policies SET address_ranges = '{203.0.113.0/24}' WHERE workspace = ${of}`,
        [name],
      );
      await pool.query(`UPDATE sessions SET created_at = now() WHERE workspace = ${of}`, [name]);
    } else {
      await pool.query(`UPDATE sessions SET created_at = created_at - interval '2 hours' WHERE workspace = ${of}`, [
        name,
      ]);
    }
  });
}

describe.skipIf(!hasDatabase())('the session policy of a company', () => {
  it('is saved, and not where its author would be locked out', async () => {
    const { page, end } = await visitCompany({ expectedStatus: 400 });
    const policy = policyOf(page);
    await policy.getByLabel('Network addresses').fill('203.0.113.0/24');
    await policy.getByRole('button', { name: 'Save policy' }).click();
    await policy.getByText('you would lock yourself out').waitFor();
    await policy.getByLabel('Network addresses').fill('203.0.113.0/33');
    await policy.getByRole('button', { name: 'Save policy' }).click();
    await policy.getByText('Address range 1 needs a number from 1 to 32').waitFor();
    await policy.getByLabel('Network addresses').fill('127.0.0.0/8\n2001:db8::/32');
    await policy.getByLabel('after no use for').selectOption('30 minutes');
    await policy.getByLabel('at the latest').selectOption('8 hours');
    await policy.getByRole('button', { name: 'Save policy' }).click();
    await page.getByText('The session policy was saved.').waitFor();
    await page.reload();
    await expect
      .poll(() => policyOf(page).getByLabel('Network addresses').inputValue())
      .toBe('127.0.0.0/8\n2001:db8::/32');
    expect(await policyOf(page).getByLabel('after no use for').inputValue()).toBe('30');
    await end();
  });

  it('leads an owner at another address to the personal workspace, and to where the addresses are changed', async () => {
    const { page, siteUrl, name, end } = await visitCompany({ expectedStatus: 403 });
    await policyOf(page).getByLabel('Network addresses').fill('127.0.0.1');
    await policyOf(page).getByRole('button', { name: 'Save policy' }).click();
    await page.getByText('The session policy was saved.').waitFor();
    await makeRefused(name, 'address');
    await page.goto(`${siteUrl}/account?tab=history`);
    await page.getByRole('heading', { name: 'Not from this address' }).waitFor();
    await page.goto(`${siteUrl}/`);
    await page.getByRole('link', { name: 'See why' }).click();
    await page.getByRole('button', { name: 'Use my personal workspace' }).click();
    await page.getByRole('heading', { name: 'Personal workspace' }).waitFor();
    await page.getByRole('button', { name: `Switch to ${name}` }).click();
    await page.getByRole('heading', { name: 'Not from this address' }).waitFor();
    await policyOf(page).getByLabel('Network addresses').fill('');
    await policyOf(page).getByRole('button', { name: 'Save policy' }).click();
    await page.getByRole('heading', { name, exact: true }).waitFor();
    await end();
  });

  it('asks a session that is too old to log in again', async () => {
    const { page, siteUrl, name, end } = await visitCompany();
    await policyOf(page).getByLabel('at the latest').selectOption('1 hour');
    await policyOf(page).getByRole('button', { name: 'Save policy' }).click();
    await page.getByText('The session policy was saved.').waitFor();
    await makeRefused(name, 'sign_in');
    await page.goto(`${siteUrl}/account/workspace`);
    await page.getByRole('heading', { name: 'Log in again' }).waitFor();
    await page.getByRole('button', { name: 'Log in again' }).click();
    await page.waitForURL(`${siteUrl}/login`);
    await end();
  });
});

describe.skipIf(!hasDatabase())('the session policy at every width and in both themes', () => {
  it('is accessible: the form, its refusals, and the page of a refused session', async () => {
    const { page, siteUrl, name, end } = await visitCompany({ width: 768, theme: 'dark', expectedStatus: 400 });
    await expectAccessible(page);
    await policyOf(page).getByLabel('Network addresses').fill('203.0.113.0/24');
    await policyOf(page).getByRole('button', { name: 'Save policy' }).click();
    await policyOf(page).getByText('you would lock yourself out').waitFor();
    await expectAccessible(page, { picture: 'session-policy' });
    await policyOf(page).getByLabel('Network addresses').fill('127.0.0.1');
    await policyOf(page).getByLabel('at the latest').selectOption('1 hour');
    await policyOf(page).getByRole('button', { name: 'Save policy' }).click();
    await page.getByText('The session policy was saved.').waitFor();
    await makeRefused(name, 'sign_in');
    await page.goto(`${siteUrl}/account/workspace`);
    await page.getByRole('heading', { name: 'Log in again' }).waitFor();
    await expectAccessible(page, { picture: 'refused-sign-in' });
    await makeRefused(name, 'address');
    await page.reload();
    await page.getByRole('heading', { name: 'Not from this address' }).waitFor();
    await expectAccessible(page, { picture: 'refused-address' });
    await end();
  });
});
