import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { ASSETS, DEFAULT_PRICE_LIST } from '@assay/domain';
import type { FastifyInstance } from 'fastify';
import pino from 'pino';
import { expect } from 'vitest';
import { TEST_MAILBOX_HASH, type TestAuth, testAuth } from '../../../../../test/support/auth.ts';
import { testDisputes } from '../../../../../test/support/disputes.ts';
import { GENEROUS } from '../../../../../test/support/free-grants.ts';
import { testIdentity } from '../../../../../test/support/identity.ts';
import { testLocalKey } from '../../../../../test/support/local-proof.ts';
import { securityLog } from '../../../../../test/support/security-log.ts';
import { testWebhooks } from '../../../../../test/support/webhooks.ts';
import { testWorkspaces } from '../../../../../test/support/workspaces.ts';
import { type AppDeps, buildApp } from '../../../../app/composition/app.ts';
import { wireAuditLog, wireCoverage, wireEntities } from '../../../../app/composition/checks.ts';
import { wireAccount } from '../../../../app/composition/person.ts';
import { auditAlone, auditRoutes, downloadRecorder } from '../../../../platform/audit/index.ts';
import { readConfig } from '../../../../platform/config/config.ts';
import { shownOperator } from '../../../../platform/config/settings/operator-settings.ts';
import { type Pool, scopedPool } from '../../../../platform/db/index.ts';
import { fixedSite } from '../../../../platform/host/site-source.ts';
import type { RateLimits } from '../../../../platform/http/limits/rate-limit.ts';
import type { SignInLimits } from '../../../accounts/index.ts';
import { type AccountsCallsOptions, accountsCalls } from '../../../accounts/module.ts';
import { apiCalls } from '../../../api/module.ts';
import { type BatchFeatures, openBodies, wireBatches } from '../../../api/open/batches.ts';
import { type PublicApiFeatures, wirePublicApi } from '../../../api/open/public-api.ts';
import type { BotFeatures } from '../../../bot/bot-accounts/bot.routes.ts';
import type { BotLimits } from '../../../bot/bot-accounts/service-credential.ts';
import { botCalls, wireTelegram } from '../../../bot/module.ts';
import { chainsCalls } from '../../../chains/module.ts';
import { wirePrices } from '../../../chains/open/prices.ts';
import { disputesCalls } from '../../../disputes/module.ts';
import { labelsCalls } from '../../../labels/module.ts';
import { buildBalanceService, type FreeGrants, ledger, type PaymentsService } from '../../../money/index.ts';
import { moneyCalls } from '../../../money/module.ts';
import { wireSurvey } from '../../../money/open/given.ts';
import { invoicePdf, wirePayments, wirePromo } from '../../../money/open/payments.ts';
import type { CertificateService, ReportsService } from '../../../reports/index.ts';
import { reportsCalls, reportsPages } from '../../../reports/module.ts';
import { wireReports } from '../../../reports/open/reports.ts';
import { buildHistoryService } from '../../history/history.service.ts';
import { historyStore } from '../../history/history.store.ts';
import { checksCalls, checksPages } from '../../module.ts';
import { wireCounterparties, wireExplorer } from '../../open/beside-results.ts';
import type { ShowcaseService } from '../../showcase/showcase.service.ts';
import type { CoverageService } from '../../site/coverage.service.ts';
import { buildSuggestService } from '../../suggest/suggest.service.ts';
import { buildChecksService, type ChecksDeps, type ChecksService } from '../checks.service.ts';
import { BTC_CHECK, checksDeps, LOOPBACK } from './check-fakes.ts';

export * from './check-fakes.ts';

/** The secret that the bot of {@link testApp} sends. */
export const TEST_BOT_SECRET = 'test-bot-secret-0123456789-0123456789';

export interface TestApp {
  readonly app: FastifyInstance;
  readonly checks: ChecksService;
  readonly balance: ReturnType<typeof buildBalanceService>;
  readonly auth: TestAuth;
  readonly telegram: BotFeatures;
  /** Cookie of a browser that opened the link printed in the terminal. */
  readonly localCookie: string;
  close(): Promise<void>;
}

const OUR_SETTINGS = {
  host: '127.0.0.1',
  publicUrl: 'http://localhost:3000',
  productName: 'Assay',
  version: '0.0.0',
  trustProxy: 0,
};

const NO_LIMITS = {
  checksPerMinute: 1_000,
  readsPerMinute: 10_000,
  reportsPerMinute: 10_000,
  pagesPerMinute: 10_000,
  exportsPerMinute: 10_000,
  unknownPerMinute: 10_000,
  linksPerAddress: 10_000,
  linksPerNetwork: 10_000,
  tokensPerMinute: 10_000,
  surveySubmitsPerMinute: 10_000,
  surveyEditsPerMinute: 10_000,
  botRefusalsPerMinute: 10_000,
};

const bearers = new WeakMap<FastifyInstance, string>();

/** Headers of a local request that is signed in to the demo account of {@link testApp}. */
export function signedIn(app: FastifyInstance): { host: string; authorization: string } {
  const authorization = bearers.get(app);
  if (authorization === undefined) throw new Error('This app was not made by testApp');
  return { ...LOOPBACK, authorization };
}

/** What a test has otherwise than the application of {@link testApp}. */
export interface TestParts
  extends Partial<Omit<AppDeps, 'limits' | 'sessions' | 'calls' | 'pages'>>,
    Partial<TestServices> {
  readonly limits?: Partial<RateLimits & SignInLimits & BotLimits>;
}

interface TestServices extends Pick<AccountsCallsOptions, 'factors' | 'identity' | 'workspaces'> {
  readonly checks: ChecksService;
  readonly payments: PaymentsService;
  readonly isPaymentTrial: boolean;
  readonly certificates: CertificateService;
  readonly reports: ReportsService;
  readonly coverage: CoverageService;
  readonly showcase: Pick<ShowcaseService, 'read'>;
  readonly auth: Pick<TestAuth, 'sessions' | 'signIn'>;
  readonly telegram: { readonly features: BotFeatures; readonly secrets: readonly string[] };
  readonly publicApi: PublicApiFeatures;
  readonly batches: BatchFeatures;
}

/** The complete HTTP application with a funded demo account, signed in to it. Who opened `served` also ends it. */
export async function testApp(
  database: Pool,
  overrides: Partial<ChecksDeps> = {},
  given: TestParts = {},
  parts: { readonly grants?: FreeGrants; readonly served?: Pool } = {},
): Promise<TestApp> {
  const pool = parts.served ?? scopedPool(database, database.options.connectionString ?? '', { maxConnections: 5 });
  const own = buildChecksService(checksDeps(pool, overrides));
  const { checks = own, settings = OUR_SETTINGS, isPaymentTrial = false, showcase = { read: () => [] } } = given;
  const balance = buildBalanceService(pool, ledger);
  await balance.refillDemo();
  const { grants = GENEROUS } = parts;
  const auth = testAuth(pool, { checks: own, grants });
  const { local, cookie: localCookie } = testLocalKey();
  const dataDir = await mkdtemp(path.join(tmpdir(), 'assay-app-'));
  const reports = wireReports(
    pool,
    {
      publicUrl: 'http://localhost:3000',
      productName: 'Assay',
      dataDir,
      databaseUrl: null,
      reportCacheBytes: 64 * 1024 * 1024,
      signing: readConfig({}).signing,
      operator: readConfig({}).operator,
    },
    own,
    { warn: (_facts, message) => expect.fail(message) },
  );
  const history = buildHistoryService({
    db: pool,
    store: historyStore,
    catalogue: ASSETS,
    auditAlone: auditAlone(pool),
  });
  const payments =
    given.payments ??
    wirePayments(
      pool,
      { stripe: null, nowpayments: null },
      { publicUrl: 'http://localhost:3000', log: { warn: () => undefined, error: () => undefined } },
    );
  const telegram = wireTelegram(pool, {
    checks,
    history,
    payments,
    reports: reports.reports,
    hash: TEST_MAILBOX_HASH,
    publicUrl: 'http://localhost:3000',
    facts: { freeChecks: 3 },
    grants,
    botUsername: 'assay_test_bot',
  });
  const publicApi =
    given.publicApi ??
    wirePublicApi(pool, checks, {
      webhooks: testWebhooks(pool),
      publicUrl: 'http://localhost:3000',
    });
  const batches =
    given.batches ??
    wireBatches(pool, {
      checks,
      publicApi,
      spool: await openBodies(pool, dataDir),
      log: { error: () => undefined },
    });
  const coverage = given.coverage ?? wireCoverage(pool);
  const limits = { ...NO_LIMITS, ...given.limits };
  const { sessions, signIn } = given.auth ?? auth;
  const certificates = given.certificates ?? reports.certificates;
  const recordDownload = downloadRecorder(pool, auditAlone(pool));
  const { factors, identity, workspaces } = {
    factors: auth.factors,
    identity: testIdentity(pool, auth).features,
    workspaces: testWorkspaces(pool).features,
    ...given,
  };
  const counterparties = wireCounterparties(pool, wirePrices(pool, { warn: () => undefined }));
  const site = {
    source: fixedSite(null),
    settings: async () => ({
      productName: 'Assay',
      publicUrl: 'http://localhost:3000',
      coverage: [],
      examples: [],
      hasLandingHeaderSearch: true,
      priceList: DEFAULT_PRICE_LIST,
      checksKeptDays: 1095,
      invoicesKeptYears: 7,
      operator: shownOperator(readConfig({}).operator, { isReachable: false, publicUrl: 'http://localhost:3000' }),
    }),
  };
  const app = await buildApp({
    settings,
    logger: pino({ level: 'silent' }),
    securityEvents: securityLog().events,
    local,
    sessions,
    calls: [
      accountsCalls({
        ...{ sessions, signIn, factors, identity, workspaces, limits },
        account: wireAccount(pool, balance, TEST_MAILBOX_HASH),
        userOf: (who, refusal) => balance.userOf(who, refusal),
        outboxPath: null,
        publicUrl: settings.publicUrl,
      }),
      (calls) => auditRoutes(calls, { auditLog: wireAuditLog(pool) }),
      moneyCalls({
        ...{ payments, isTrial: isPaymentTrial, renderInvoice: invoicePdf, recordDownload },
        promo: wirePromo(pool, TEST_MAILBOX_HASH, grants),
        surveys: wireSurvey(pool, TEST_MAILBOX_HASH, grants),
        ...{ host: settings.host, publicUrl: settings.publicUrl },
      }),
      chainsCalls(),
      labelsCalls(wireEntities(pool)),
      checksCalls({
        ...{ checks, history, counterparties, showcase, recordDownload, coverage },
        suggestions: buildSuggestService(ASSETS, { knownAddresses: async () => [] }, () => false),
        explorer: wireExplorer(pool, checks, counterparties, { live: overrides.live ?? null, version: '2' }),
        userOf: (who, held) => balance.userOf(who, null, held),
        site: { buildId: async () => (await (given.site ?? site).source.current())?.id ?? null },
      }),
      reportsCalls({
        ...{ checks, certificates, recordDownload },
        reports: given.reports ?? reports.reports,
        productName: settings.productName,
      }),
      apiCalls({ publicApi, batches, recordDownload, heldData: () => coverage.held(), ...settings }),
      botCalls(given.telegram?.features ?? telegram, {
        ...settings,
        secrets: given.telegram?.secrets ?? [TEST_BOT_SECRET],
        isTrial: isPaymentTrial,
        limits,
      }),
      disputesCalls(testDisputes(pool, 'http://localhost:3000')),
    ],
    pages: [reportsPages({ certificates }), checksPages({ ...settings, email: 'support@example.org' })],
    checkReady: async () => {
      await pool.query('SELECT 1');
    },
    maxEventLoopDelayMs: 0,
    site,
    ...given,
    limits,
  });
  const { tokens } = await auth.signIn.openDemo('A test');
  bearers.set(app, `Bearer ${tokens.accessToken}`);
  return {
    app,
    checks: own,
    auth,
    localCookie,
    balance,
    telegram,
    close: async () => {
      await app.close();
      await own.close(0, 'fail');
      await reports.close();
      if (parts.served === undefined) await pool.end();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

export async function postCheck(app: FastifyInstance, body: unknown = BTC_CHECK, headers: Record<string, string> = {}) {
  const answer = await app.inject({
    method: 'POST',
    url: '/api/monitor/check',
    headers: { ...signedIn(app), 'content-type': 'application/json', ...headers },
    payload: typeof body === 'string' ? body : JSON.stringify(body),
  });
  return { status: answer.statusCode, headers: answer.headers, body: answer.json() };
}
