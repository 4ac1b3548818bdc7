import { readFile } from 'node:fs/promises';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectAccessible } from '../../harness/accessible.ts';
import { launchBrowser, type VisitOptions, visit } from '../../harness/browser.ts';
import { acceptInvitation, createCompany, invite } from '../../harness/company.ts';
import { hasDatabase } from '../../harness/database.ts';
import { newEmail, signInByMail } from '../../harness/sign-in.ts';
import { makeAdmin } from '../../harness/survey.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(async () => browser.close());

/** The audit log of a person who signed in just now. */
async function visitLog(options: VisitOptions = {}) {
  const visited = await visit(browser, options);
  const email = newEmail('audit');
  await signInByMail(visited.context.request, visited.siteUrl, email);
  await visited.page.goto(`${visited.siteUrl}/account/audit-log`);
  await visited.page.getByRole('heading', { level: 1, name: 'Audit log' }).waitFor();
  return { ...visited, email };
}

describe.skipIf(!hasDatabase())('the audit log', () => {
  it('shows who did what, finds by action and by person, and exports what was found', async () => {
    const { page, email, end } = await visitLog();
    const rows = page.getByRole('region', { name: 'Entries of the audit log' }).locator('tbody tr');
    expect(await rows.count()).toBe(2);
    expect(await rows.first().innerText()).toMatch(/Signed in[\s\S]*audit-/);

    await page.getByLabel('Action').selectOption('Account created');
    await page.getByRole('button', { name: 'Search' }).click();
    await page.getByText('1 entry, the newest first.').waitFor();
    expect(new URL(page.url()).searchParams.get('action')).toBe('account.create');
    const download = page.waitForEvent('download');
    await page.getByRole('link', { name: 'CSV' }).click();
    const file = await readFile((await (await download).path()) ?? '', 'utf8');
    expect(file.trimEnd().split('\r\n')).toHaveLength(2);
    expect(file).toContain(email);

    await page.getByRole('link', { name: 'Clear' }).click();
    await page.getByText('2 entries, the newest first.').or(page.getByText('3 entries, the newest first.')).waitFor();
    await page.getByLabel('Who').fill('nobody@example.org');
    await page.getByRole('button', { name: 'Search' }).click();
    await page.getByText('No entry was found.').waitFor();
    await end();
  });

  it('says to a viewer that the role does not allow it, as does that of the service', async () => {
    const owner = await visit(browser);
    const { siteUrl } = owner;
    const email = newEmail('viewer');
    await signInByMail(owner.context.request, siteUrl, newEmail('owner'));
    await createCompany(owner.page, siteUrl, 'Audited Ltd.');
    await invite(owner.page, email, 'viewer');
    await owner.end();

    const { page, context, end } = await visit(browser, { expectedStatus: 403 });
    await signInByMail(context.request, siteUrl, email);
    await acceptInvitation(page, siteUrl, email);
    for (const [path, reason] of [
      ['/account/audit-log', 'Your role in this workspace does not allow this.'],
      ['/account/service-audit-log', 'Only administrators may do this.'],
    ] as const) {
      const answer = await page.goto(siteUrl + path);
      expect(answer?.status(), path).toBe(403);
      await page.getByRole('heading', { level: 1, name: 'No Access' }).waitFor();
      await page.getByRole('main').getByText(reason).waitFor();
      expect(await page.getByText('Internal Server Error').count(), path).toBe(0);
    }
    await end();
  });

  it('sends no seed phrase that was pasted into the search', async () => {
    const { page, end } = await visitLog();
    const sent: string[] = [];
    page.on('request', (request) => void sent.push(`${request.url()} ${request.postData() ?? ''}`));
    const phrase = 'legal winner thank year wave sausage worth useful legal winner thank yellow';
    await page.getByLabel('On what').fill(phrase);
    await page.getByRole('button', { name: 'Search' }).click();
    await page.locator('.audit-search ~ .error, .audit-search ~ [id$="-note"]').waitFor();
    expect(page.url()).not.toContain('legal');
    expect(sent.filter((request) => request.includes('sausage'))).toEqual([]);
    await end();
  });
});

describe('the audit logs at every width and in both themes', () => {
  it.skipIf(!hasDatabase())('have no violation, for a workspace and for the service', async () => {
    const { page, siteUrl, email, end } = await visitLog({ width: 390 });
    await expectAccessible(page);
    await makeAdmin(email);
    await page.goto(`${siteUrl}/account/service-audit-log`);
    await page.getByRole('heading', { level: 1, name: 'Audit log of the service' }).waitFor();
    await expectAccessible(page);
    await end();
  });
});
