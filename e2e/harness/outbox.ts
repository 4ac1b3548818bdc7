import type { APIRequestContext } from 'playwright-core';

const MAIL_MS = 60_000;

/**
 * The newest sign-in link that was sent to an address, as its mail has it. `known` are links that existed before; they
 * are not returned.
 */
export async function linkSentTo(
  request: APIRequestContext,
  siteUrl: string,
  email: string,
  known: readonly string[] = [],
): Promise<string> {
  const deadline = Date.now() + MAIL_MS;
  while (Date.now() < deadline) {
    const link = (await linksTo(request, siteUrl, email)).find((entry) => !known.includes(entry));
    if (link !== undefined) return link;
    await new Promise((resolve) => setTimeout(resolve, 150));
  }
  throw new Error(`No mail with a new link came for ${email}`);
}

/** The links of the outbox page that belong to an address, the newest first. */
export async function linksTo(request: APIRequestContext, siteUrl: string, email: string): Promise<readonly string[]> {
  return linksLike(request, siteUrl, email, /href="([^"]*\/confirm-link\?link=[^"]+)"/);
}

/** The newest invitation into a workspace that was sent to an address. */
export function invitationTo(request: APIRequestContext, siteUrl: string, email: string): Promise<string> {
  return newestLike(request, siteUrl, email, /href="([^"]*\/invitation\?token=[^"]+)"/);
}

/** The link of the newest mail to an owner about the login of a company. */
export function companyMailTo(request: APIRequestContext, siteUrl: string, email: string): Promise<string> {
  return newestLike(request, siteUrl, email, /href="([^"]*\/account\/workspace)"/);
}

/** The link of the newest dispute that was filed with an address. */
export function disputeTo(request: APIRequestContext, siteUrl: string, email: string): Promise<string> {
  return newestLike(request, siteUrl, email, /href="([^"]*\/dispute\/[0-9a-f]+)"/);
}

async function newestLike(
  request: APIRequestContext,
  siteUrl: string,
  email: string,
  pattern: RegExp,
): Promise<string> {
  const deadline = Date.now() + MAIL_MS;
  while (Date.now() < deadline) {
    const [link] = await linksLike(request, siteUrl, email, pattern);
    if (link !== undefined) return link;
    await new Promise((resolve) => setTimeout(resolve, 150));
  }
  throw new Error(`No such mail came for ${email}`);
}

/** The link of the newest mail with this subject that undoes what it reports. */
export async function undoLinkTo(
  request: APIRequestContext,
  siteUrl: string,
  email: string,
  subject: string,
): Promise<string> {
  const deadline = Date.now() + MAIL_MS;
  while (Date.now() < deadline) {
    const [link] = await linksLike(request, siteUrl, email, /href="([^"]*\/undo\?token=[^"]+)"/, subject);
    if (link !== undefined) return link;
    await new Promise((resolve) => setTimeout(resolve, 150));
  }
  throw new Error(`No mail '${subject}' came for ${email}`);
}

async function linksLike(
  request: APIRequestContext,
  siteUrl: string,
  email: string,
  pattern: RegExp,
  subject = '',
): Promise<readonly string[]> {
  const answer = await request.get(`${siteUrl}/outbox`);
  const articles = (await answer.text()).split('<article>').slice(1);
  return articles
    .filter((article) => article.includes(`To ${email},`) && article.includes(subject))
    .flatMap((article) => pattern.exec(article)?.[1] ?? [])
    .map((link) => link.replaceAll('&amp;', '&'));
}
