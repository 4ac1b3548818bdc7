import { generateKeyPairSync } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { type JWK, Provider } from 'oidc-provider';

/** Whom the provider knows, by what is typed into its page. */
export interface OpenIdPerson {
  readonly subject: string;
  /** Left out: the provider names none. */
  readonly email?: string;
  readonly isVerified?: boolean;
}

export interface OpenIdStandIn {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** Who has an account there, by login; also while it runs. */
  readonly people: Map<string, OpenIdPerson>;
  close(): Promise<void>;
}

export interface OpenIdStandInOptions {
  readonly redirectUri: string;
  readonly people?: Readonly<Record<string, OpenIdPerson>>;
  /** Default: a free one. */
  readonly port?: number;
}

const CLIENT = { client_id: 'assay', client_secret: 'a-secret-of-the-stand-in-only' } as const;

/**
 * A real OpenID Connect provider (oidc-provider) on this machine, with one client and a page that asks who logs in.
 *
 * @example
 * const provider = await startOpenIdStandIn({ redirectUri, people: { ann: { subject: '1', email: 'ann@firm.example', isVerified: true } } });
 */
export async function startOpenIdStandIn(options: OpenIdStandInOptions): Promise<OpenIdStandIn> {
  const people = new Map(Object.entries(options.people ?? {}));
  const server = createServer();
  await new Promise<void>((resolve) => {
    server.listen(options.port ?? 0, '127.0.0.1', resolve);
  });
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const provider = new Provider(issuer, {
    clients: [{ ...CLIENT, redirect_uris: [options.redirectUri] }],
    jwks: { keys: [newKey()] },
    cookies: { keys: ['a key of the stand-in'] },
    claims: { openid: ['sub'], email: ['email', 'email_verified'] },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_ctx, { uid }) => `/interaction/${uid}` },
    ttl: { Session: 3600, Interaction: 600, Grant: 3600, AccessToken: 600, IdToken: 600 },
    findAccount: (_ctx, id) => {
      const person = [...people.values()].find(({ subject }) => subject === id);
      if (person === undefined) return undefined;
      const { email, isVerified = false } = person;
      const claims = { sub: id, ...(email === undefined ? {} : { email, email_verified: isVerified }) };
      return { accountId: id, claims: () => claims };
    },
    // The company has agreed for its people: nobody is asked for consent.
    loadExistingGrant: async ({ oidc }) => {
      const grant = new oidc.provider.Grant({
        clientId: oidc.client?.clientId ?? '',
        accountId: oidc.session?.accountId ?? '',
      });
      grant.addOIDCScope('openid email');
      await grant.save();
      return grant;
    },
  });
  const answer = provider.callback();
  server.on('request', (request, response) => {
    const uid = /^\/interaction\/([\w-]+)$/.exec(request.url ?? '')?.[1];
    if (uid === undefined) return void answer(request, response);
    if (request.method !== 'POST') {
      response.setHeader('content-type', 'text/html; charset=utf-8').end(PAGE);
      return;
    }
    void text(request).then((body) => {
      const form = new URLSearchParams(body);
      const person = people.get(form.get('login') ?? '');
      const result =
        form.has('cancel') || person === undefined
          ? { error: 'access_denied', error_description: 'cancelled' }
          : { login: { accountId: person.subject } };
      return provider.interactionFinished(request, response, result, { mergeWithLastSubmission: false });
    });
  });
  return {
    issuer,
    clientId: CLIENT.client_id,
    clientSecret: CLIENT.client_secret,
    people,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** Walks through the provider's page as a browser does; the query it comes back with. The login `cancel` refuses. */
export async function logInAt(url: string, login: string): Promise<string> {
  const cookies = new Map<string, string>();
  let next = new URL(url);
  let init: RequestInit = {};
  for (let step = 0; step < 8; step += 1) {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const answer = await fetch(next, { ...init, redirect: 'manual', headers: { cookie } });
    for (const line of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      cookies.set(name, value);
    }
    const location = answer.headers.get('location');
    if (location === null) {
      if (!next.pathname.startsWith('/interaction/')) throw new Error(`The provider: ${await answer.text()}`);
      const body = new URLSearchParams(login === 'cancel' ? { cancel: 'yes' } : { login });
      init = { method: 'POST', body };
      continue;
    }
    const to = new URL(location, next);
    if (to.origin !== new URL(url).origin) return to.search.slice(1);
    next = to;
    init = {};
  }
  throw new Error('The provider sends in a circle');
}

const PAGE = `<!doctype html><html lang="en"><title>Log in at the company</title>
<h1>Log in at the company</h1><form method="post"><label>Name <input name="login" autocomplete="off"></label>
<button>Log in</button> <button name="cancel" value="yes">Cancel</button></form></html>`;

function newKey(): JWK {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  return { ...privateKey.export({ format: 'jwk' }), use: 'sig', alg: 'RS256', kid: 'stand-in' } as JWK;
}
