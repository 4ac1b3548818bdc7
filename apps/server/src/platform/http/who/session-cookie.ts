import { randomBytes } from 'node:crypto';
import cookiePlugin from '@fastify/cookie';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import plugin from 'fastify-plugin';
import type { SessionTokens } from '../../kernel/caller.ts';
import type { RequestBrowser } from '../../kernel/request-scope.ts';
import { bearerOf } from './call.ts';

declare module 'fastify' {
  interface FastifyInstance {
    readonly sessionCookies: SessionCookies;
  }
}

/** Seven days (row AUTH-24). */
const SESSION_SECONDS = 604_800;
/** As long as a link works, and a little. */
const BROWSER_MARK_SECONDS = 20 * 60;
/** As long as a login waits for its second factor. */
const SECOND_STEP_SECONDS = 10 * 60;
/** The longest that browsers keep a cookie (RFC 6265bis section 5.6). */
const KNOWN_SECONDS = 400 * 24 * 60 * 60;
const BROWSER_MARK = /^[\w-]{43}$/;
const TOKEN_SEPARATOR = '~';
/** See `localCookieName`. */
const LOCAL_COOKIE_ALONE = /^\s*assay_local(?:_\d+)?=[^;]*$/;
const SESSION_COOKIE = /(?:^|;)\s*(?:__Host-)?assay_session=/;

export interface SessionCookies {
  /** Null without a session cookie, or with one that is none of ours. */
  read(request: FastifyRequest): SessionTokens | null;
  has(request: FastifyRequest): boolean;
  write(reply: FastifyReply, tokens: SessionTokens): void;
  clear(reply: FastifyReply): void;
  /** The header that a request with `tokens` would carry instead of its own. */
  headerWith(request: FastifyRequest, tokens: SessionTokens): string;
  /** The mark of the browser that asked for a link. */
  readMark(request: FastifyRequest): string | null;
  /** Token of a login that waits for its second factor. */
  readSecondStep(request: FastifyRequest): string | null;
  writeSecondStep(reply: FastifyReply, token: string): void;
  clearSecondStep(reply: FastifyReply): void;
  /** Marks the browser, or keeps the mark it has, so that each of its links confirms there by itself. */
  mark(request: FastifyRequest, reply: FastifyReply): string;
  /** Gives a browser that has signed in the mark by which it is known the next time. */
  keepKnown(request: FastifyRequest, reply: FastifyReply): void;
}

/** `__Host-`: the browser itself refuses the name from subdomains and without Secure (RFC 6265bis §4.1.3.2). */
function prefixOf(publicUrl: string): string {
  return publicUrl.startsWith('https:') ? '__Host-' : '';
}

/** The cookie of a session, as the site at this address names it. */
export function sessionCookieName(publicUrl: string): string {
  return `${prefixOf(publicUrl)}assay_session`;
}

/** The cookies of signing in. No script can read them, no other site's form sends them, no plain HTTP carries them. */
export const sessionCookie = plugin(async (app: FastifyInstance, { publicUrl }: { publicUrl: string }) => {
  await app.register(cookiePlugin, { hook: 'onRequest' });
  const secure = publicUrl.startsWith('https:');
  const sessionName = sessionCookieName(publicUrl);
  const markName = `${prefixOf(publicUrl)}assay_browser`;
  const knownName = `${prefixOf(publicUrl)}assay_known`;
  const secondStepName = `${prefixOf(publicUrl)}assay_second_step`;
  const options = { httpOnly: true, sameSite: 'lax', secure, path: '/' } as const;
  const encode = ({ tokenId, refreshToken, accessToken }: SessionTokens) =>
    [tokenId, refreshToken, accessToken].join(TOKEN_SEPARATOR);

  const cookies: SessionCookies = {
    has: (request) => request.cookies[sessionName] !== undefined,
    read(request) {
      const [tokenId, refreshToken, accessToken, ...rest] = (request.cookies[sessionName] ?? '').split(TOKEN_SEPARATOR);
      if (tokenId === undefined || refreshToken === undefined || accessToken === undefined) return null;
      return rest.length > 0 ? null : { tokenId, refreshToken, accessToken };
    },
    write(reply, tokens) {
      reply.setCookie(sessionName, encode(tokens), { ...options, maxAge: SESSION_SECONDS });
    },
    clear(reply) {
      reply.setCookie(sessionName, '', { ...options, maxAge: 0 });
    },
    headerWith(request, tokens) {
      const others = (request.headers.cookie ?? '')
        .split(';')
        .map((pair) => pair.trim())
        .filter((pair) => pair !== '' && !pair.startsWith(`${sessionName}=`));
      return [...others, `${sessionName}=${encode(tokens)}`].join('; ');
    },
    readMark(request) {
      const mark = request.cookies[markName] ?? '';
      return BROWSER_MARK.test(mark) ? mark : null;
    },
    readSecondStep: (request) => request.cookies[secondStepName] ?? null,
    writeSecondStep(reply, token) {
      reply.setCookie(secondStepName, token, { ...options, maxAge: SECOND_STEP_SECONDS });
    },
    clearSecondStep(reply) {
      reply.setCookie(secondStepName, '', { ...options, maxAge: 0 });
    },
    mark(request, reply) {
      const mark = cookies.readMark(request) ?? randomBytes(32).toString('base64url');
      reply.setCookie(markName, mark, { ...options, maxAge: BROWSER_MARK_SECONDS });
      return mark;
    },
    keepKnown(request, reply) {
      const browser = request.scope?.browser ?? null;
      if (browser?.isMarked === true) reply.setCookie(knownName, browser.mark(), { ...options, maxAge: KNOWN_SECONDS });
    },
  };
  app.decorate('sessionCookies', cookies);
  app.addHook('onRequest', async (request) => {
    if (request.scope !== null && isBrowser(request)) request.scope.browser = browserOf(request.cookies[knownName]);
  });
});

/** `known`: the mark in its cookie. */
function browserOf(known = ''): RequestBrowser {
  let mark: string | null = null;
  const kept = BROWSER_MARK.test(known) ? known : null;
  return {
    kept,
    mark() {
      mark ??= kept ?? randomBytes(32).toString('base64url');
      return mark;
    },
    get isMarked() {
      return mark !== null;
    },
  };
}

/**
 * True for a browser, by what only browsers send; its tokens stay in cookies. Everything else is an API client, which
 * gets its tokens in the answer. Three things look like a browser and are none: `Sec-Fetch-Mode` alone, which the fetch
 * of Node sends while browsers never send it without `Sec-Fetch-Site`; and the cookie of a load balancer beside a
 * bearer token; and the cookie of the printed link alone, which a program may have fetched.
 */
export function isBrowser({ headers }: Pick<FastifyRequest, 'headers'>): boolean {
  if (['origin', 'sec-fetch-site', 'sec-fetch-dest'].some((name) => headers[name] !== undefined)) return true;
  if (headers['sec-fetch-mode'] === 'navigate') return true;
  if (headers.cookie === undefined || LOCAL_COOKIE_ALONE.test(headers.cookie)) return false;
  return bearerOf({ headers }) === null || SESSION_COOKIE.test(headers.cookie);
}
