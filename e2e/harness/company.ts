import type { Page } from 'playwright-core';
import { invitationTo } from './outbox.ts';

/** Creates a company workspace on the workspace page, which then shows it selected. */
export async function createCompany(page: Page, siteUrl: string, name: string): Promise<void> {
  await page.goto(`${siteUrl}/account/workspace`);
  await page.getByRole('heading', { name: 'Personal workspace', exact: true }).waitFor();
  await page.getByRole('button', { name: 'Create a company workspace' }).click();
  const dialog = page.getByRole('dialog', { name: 'Create a company workspace' });
  await dialog.getByLabel('Name of the company').fill(name);
  await dialog.getByRole('button', { name: 'Create' }).click();
  await page.getByRole('heading', { name, exact: true }).waitFor();
}

/** Invites an address on the workspace page of a company. */
export async function invite(page: Page, email: string, role: string): Promise<void> {
  const section = page.getByRole('region', { name: 'Invite' });
  await section.getByLabel('Email').fill(email);
  await section.getByLabel('Role', { exact: true }).selectOption(role);
  await section.getByRole('button', { name: 'Send invitation' }).click();
  await section.getByText(email, { exact: true }).waitFor();
}

/** Accepts the newest invitation of an address, which is signed in on this page; the company is selected then. */
export async function acceptInvitation(page: Page, siteUrl: string, email: string): Promise<void> {
  await page.goto(await invitationTo(page.request, siteUrl, email));
  await page.getByRole('button', { name: 'Accept' }).click();
  await page.waitForURL(`${siteUrl}/account/workspace`);
}
