import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { FastifyInstance, InjectOptions } from 'fastify';
import { afterAll, beforeAll } from 'vitest';
import type { AppDeps, AppSettings } from '../../src/app/composition/app.ts';
import type { ReadTxt } from '../../src/modules/accounts/index.ts';
import { type BatchFeatures, openBodies, wireBatches } from '../../src/modules/api/open/batches.ts';
import { wirePublicApi } from '../../src/modules/api/open/public-api.ts';
import { wireCheckEvents } from '../../src/modules/api/open/webhooks.ts';
import { checksDeps, type TestParts, testApp } from '../../src/modules/checks/checks/test/check-fixture.ts';
import { paymentRules } from '../../src/modules/checks/checks/test/payment-fixture.ts';
import { buildChecksService } from '../../src/modules/checks/index.ts';
import type { UnchargedAnswers } from '../../src/modules/money/index.ts';
import { wirePayments } from '../../src/modules/money/open/payments.ts';
import type { PaymentFacts } from '../../src/platform/config/settings/payment-settings.ts';
import { type Pool, scopedPool } from '../../src/platform/db/index.ts';
import type { Clock } from '../../src/platform/kernel/time/clock.ts';
import { type TestAuth, type TestAuthOptions, testAuth } from './auth.ts';
import { type TestDatabase, testDatabase } from './database.ts';
import { testIdentity } from './identity.ts';
import { enrolTotp } from './totp-app.ts';
import { testWebhooks } from './webhooks.ts';
import { testWorkspaces } from './workspaces.ts';

export interface Answer {
  readonly status: number;
  /** Of the failure; empty for a success. */
  readonly errorName: string;
  readonly data: Record<string, unknown>;
  readonly error: Record<string, unknown>;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly setCookie: readonly string[];
  readonly text: string;
}

export interface Visitor {
  get(path: string, headers?: Record<string, string>): Promise<Answer>;
  post(path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer>;
  patch(path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer>;
  put(path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer>;
  delete(path: string, headers?: Record<string, string>): Promise<Answer>;
  /** A call of any method. */
  send(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer>;
  /** Cookies by name, as a browser would keep them. */
  readonly cookies: Map<string, string>;
}

/** Its clock is that of the service. */
export interface AuthApp extends Clock {
  readonly app: FastifyInstance;
  readonly auth: TestAuth;
  readonly workspaces: ReturnType<typeof testWorkspaces>;
  readonly identity: ReturnType<typeof testIdentity>;
  readonly pool: Pool;
  /** The worker of batches is not started. */
  readonly batches: BatchFeatures;
  /** Moves the service's clock on. */
  passTime(ms: number): void;
  /** A browser with cookies of its own, on a page of ours, that opened the link of the terminal. */
  browser(headers?: Record<string, string>): Visitor;
  /** The same without that link. */
  unprovenBrowser(headers?: Record<string, string>): Visitor;
  /** A program without cookies. */
  client(headers?: Record<string, string>): Visitor;
  /** Asks for a link as the visitor and returns its token. */
  ask(visitor: Visitor, email: string, more?: Record<string, unknown>): Promise<string>;
  /** A browser that is signed in; an administrator with a second factor, which is enrolled where it is missing. */
  signedIn(email: string): Promise<Visitor>;
}

export interface AuthAppOptions extends Partial<Omit<TestAuthOptions, 'checks' | 'clock'>> {
  readonly settings?: Partial<AppSettings>;
  readonly limits?: TestParts['limits'];
  readonly requestWithinMs?: number;
  readonly logger?: AppDeps['logger'];
  /** Payment providers that only ever send messages here; by default none. */
  readonly payments?: PaymentFacts;
  /** How TXT records of domains are looked up; by default there are none. */
  readonly readTxt?: ReadTxt;
  /** Limits answers without a charge; by default nothing does. */
  readonly uncharged?: UnchargedAnswers;
}

const OUR_URL = 'http://localhost:3000';
const QUIET = { warn: () => undefined, error: () => undefined };
const HOME = { host: 'localhost:3000' };
const OUR_PAGE = {
  ...HOME,
  'sec-fetch-site': 'same-origin',
  'sec-fetch-mode': 'cors',
  'the-timezone-iana': 'Europe/Tallinn',
  'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
};

/** One fresh database and one app with sign-in for the block that calls it; both are gone after its last test. */
export function useAuthApp(options: AuthAppOptions = {}): AuthApp {
  let running:
    | {
        database: TestDatabase;
        served: Pool;
        server: Awaited<ReturnType<typeof testApp>>;
        auth: TestAuth;
        workspaces: ReturnType<typeof testWorkspaces>;
        identity: ReturnType<typeof testIdentity>;
        batches: BatchFeatures;
        dataDir: string;
      }
    | undefined;
  let offsetMs = 0;
  /** Recovery codes of administrators that {@link AuthApp.signedIn} enrolled. */
  const codes = new Map<string, string[]>();

  beforeAll(async () => {
    const database = await testDatabase();
    const served = scopedPool(database.pool, database.url, { maxConnections: 5 });
    const checks = buildChecksService({
      ...checksDeps(served),
      payments: paymentRules(),
      ended: wireCheckEvents(OUR_URL).checksEnded,
      uncharged: options.uncharged,
    });
    const clock = { now: () => new Date(Date.now() + offsetMs) };
    const auth = testAuth(served, { ...options, checks, clock });
    const workspaces = testWorkspaces(served, clock);
    const { readTxt, securityEvents } = options;
    const identity = testIdentity(served, auth, {
      clock,
      ...(readTxt === undefined ? {} : { readTxt }),
      ...(securityEvents === undefined ? {} : { securityEvents }),
    });
    const publicApi = wirePublicApi(served, checks, {
      clock,
      webhooks: testWebhooks(served, clock),
      publicUrl: OUR_URL,
    });
    const dataDir = await mkdtemp(path.join(tmpdir(), 'assay-auth-app-'));
    const batches = wireBatches(served, {
      checks,
      publicApi,
      spool: await openBodies(served, dataDir, clock),
      clock,
      log: QUIET,
    });
    const server = await testApp(
      database.pool,
      {},
      {
        checks,
        workspaces: workspaces.features,
        publicApi,
        batches,
        auth,
        factors: auth.factors,
        identity: identity.features,
        settings: {
          host: '127.0.0.1',
          publicUrl: OUR_URL,
          productName: 'Assay',
          version: '0',
          trustProxy: 0,
          ...options.settings,
        },
        ...(options.limits === undefined ? {} : { limits: options.limits }),
        ...(options.requestWithinMs === undefined ? {} : { requestWithinMs: options.requestWithinMs }),
        ...(options.payments === undefined
          ? {}
          : { payments: wirePayments(served, options.payments, { log: QUIET, publicUrl: OUR_URL }) }),
        ...(options.logger === undefined ? {} : { logger: options.logger }),
        ...(options.securityEvents === undefined ? {} : { securityEvents: options.securityEvents }),
      },
      { served, ...(options.grants === undefined ? {} : { grants: options.grants }) },
    );
    running = { database, served, server, auth, workspaces, identity, batches, dataDir };
  });
  afterAll(async () => {
    await running?.batches.worker.stop();
    await running?.server.close();
    await running?.served.end();
    await running?.database.drop();
    if (running !== undefined) await rm(running.dataDir, { recursive: true, force: true });
  });
  const started = () => {
    if (running === undefined) throw new Error('The app of this block is not started yet');
    return running;
  };

  const visitor = (base: Record<string, string>, keepsCookies: boolean, isLocal = keepsCookies): Visitor => {
    const cookies = new Map<string, string>();
    async function send(method: string, path: string, headers: Record<string, string> = {}, body?: unknown) {
      const kept = [...cookies].map(([name, value]) => `${name}=${value}`);
      const cookie = [...(isLocal ? [started().server.localCookie] : []), ...kept].join('; ');
      const request: InjectOptions = {
        method: method as NonNullable<InjectOptions['method']>,
        url: path,
        headers: {
          ...base,
          ...(cookie === '' ? {} : { cookie }),
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
          ...headers,
        },
        ...(body === undefined ? {} : { payload: JSON.stringify(body) }),
      };
      const answer = await started().server.app.inject(request);
      for (const { name, value, maxAge } of answer.cookies) {
        if (!keepsCookies) break;
        if (maxAge === 0) cookies.delete(name);
        else cookies.set(name, value);
      }
      return answerOf(answer);
    }
    return {
      cookies,
      send: (method, path, body, headers) => send(method, path, headers, body),
      get: (path, headers) => send('GET', path, headers),
      post: (path, body, headers) => send('POST', path, headers, body),
      patch: (path, body, headers) => send('PATCH', path, headers, body),
      put: (path, body, headers) => send('PUT', path, headers, body),
      delete: (path, headers) => send('DELETE', path, headers),
    };
  };

  const self: AuthApp = {
    get app() {
      return started().server.app;
    },
    get auth() {
      return started().auth;
    },
    get workspaces() {
      return started().workspaces;
    },
    get identity() {
      return started().identity;
    },
    get batches() {
      return started().batches;
    },
    get pool() {
      return started().database.pool;
    },
    now: () => new Date(Date.now() + offsetMs),
    passTime(ms) {
      offsetMs += ms;
    },
    browser: (headers = {}) => visitor({ ...OUR_PAGE, ...headers }, true),
    unprovenBrowser: (headers = {}) => visitor({ ...OUR_PAGE, ...headers }, true, false),
    client: (headers = {}) => visitor({ ...HOME, ...headers }, false),
    async ask(who, email, more = {}) {
      const answer = await who.post('/api/auth/login', { email, acceptTerms: true, ...more });
      if (answer.status !== 200) throw new Error(`No link for ${email}: ${answer.status} ${answer.text}`);
      return started().auth.lastToken();
    },
    async signedIn(email) {
      const who = self.browser();
      const confirmed = await who.get(`/api/auth/confirm-link/${await self.ask(who, email)}`);
      const code = codes.get(email)?.pop();
      const answer =
        confirmed.status === 202 && code !== undefined
          ? await who.post('/api/auth/second-step', { method: 'recovery_code', code })
          : confirmed;
      if (answer.status !== 200) throw new Error(`Not signed in: ${answer.text}`);
      const { isAdmin } = answer.data['user'] as { isAdmin: boolean };
      if (isAdmin && !codes.has(email)) codes.set(email, [...(await enrolTotp(self, who)).recoveryCodes]);
      return who;
    },
  };
  return self;
}

function answerOf(answer: Awaited<ReturnType<FastifyInstance['inject']>>): Answer {
  const isJson = /^application\/json(?:;|$)/.test(String(answer.headers['content-type']));
  const body: { data?: Record<string, unknown>; error?: Record<string, unknown> } = isJson ? answer.json() : {};
  const errorName = body.error?.['errorName'];
  const setCookie = answer.headers['set-cookie'] ?? [];
  return {
    status: answer.statusCode,
    errorName: typeof errorName === 'string' ? errorName : '',
    data: body.data ?? {},
    error: body.error ?? {},
    headers: answer.headers,
    setCookie: Array.isArray(setCookie) ? setCookie : [String(setCookie)],
    text: answer.body,
  };
}
