import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { APIRequestContext, APIResponse, Locator, Page } from 'playwright-core';
import { linkSentTo, linksTo } from './outbox.ts';

/** Headers that a browser sends with a call of the site's own page. */
export function ownCall(siteUrl: string): Record<string, string> {
  return { origin: siteUrl, 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'cors', 'the-timezone-iana': 'UTC' };
}

const BUSY_ANSWERS = 6;

/** Asks again where a busy server says when to come back, as a machine with other work has it say. */
async function postPatiently(
  request: APIRequestContext,
  url: string,
  options: { headers: Record<string, string>; data?: object },
): Promise<APIResponse> {
  for (let asked = 1; ; asked += 1) {
    const answer = await request.post(url, options);
    if (answer.status() !== 503 || asked === BUSY_ANSWERS) return answer;
    await sleep(Number(answer.headers()['retry-after'] ?? 1) * 1_000);
  }
}

/** Signs a browser in to the demo account; its cookies are those of `request`. */
export async function signInDemo(request: APIRequestContext, siteUrl: string): Promise<void> {
  const answer = await postPatiently(request, `${siteUrl}/api/auth/demo`, { headers: ownCall(siteUrl) });
  if (!answer.ok()) throw new Error(`The demo account answered ${answer.status()}: ${await answer.text()}`);
}

/** A new address without a mailbox. */
export function newEmail(name: string): string {
  return `${name}-${randomBytes(6).toString('hex')}@example.org`;
}

/** The link in the mail to an address, requested by the browser whose cookies `request` has. */
export async function linkFor(request: APIRequestContext, siteUrl: string, email: string): Promise<string> {
  const headers = ownCall(siteUrl);
  const known = await linksTo(request, siteUrl, email);
  const data = { email, acceptTerms: true };
  const answer = await postPatiently(request, `${siteUrl}/api/auth/login`, { headers, data });
  if (!answer.ok()) throw new Error(`Asking for a link answered ${answer.status()}: ${await answer.text()}`);
  return linkSentTo(request, siteUrl, email, known);
}

/** Registers an address and signs the browser in, by the link of the mail. */
export async function signInByMail(request: APIRequestContext, siteUrl: string, email: string): Promise<void> {
  const link = new URL(await linkFor(request, siteUrl, email)).searchParams.get('link') ?? '';
  const confirmed = await request.get(`${siteUrl}/api/auth/confirm-link/${encodeURIComponent(link)}`, {
    headers: ownCall(siteUrl),
  });
  if (!confirmed.ok()) throw new Error(`Confirming answered ${confirmed.status()}: ${await confirmed.text()}`);
}

/** The email field of a sign-in form; not the one in the footer of the previous page, which is shown until then. */
export function emailField(page: Page): Locator {
  return page.locator('main').getByLabel('Email');
}
