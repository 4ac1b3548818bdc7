import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import { buildMailboxHash } from '../../modules/accounts/index.ts';
import { openAccounts } from '../../modules/accounts/module.ts';
import { openChains } from '../../modules/chains/module.ts';
import { chainsForReaders } from '../../modules/chains/outside/chains/open-sources.ts';
import { openChecks } from '../../modules/checks/module.ts';
import { openMemory, wireOnDemandReader } from '../../modules/checks/open/reading.ts';
import { wireResultsBy3 } from '../../modules/checks/open/results-by-3.ts';
import { openServicesList } from '../../modules/labels/index.ts';
import { labelsCalls } from '../../modules/labels/module.ts';
import { openMoney } from '../../modules/money/module.ts';
import { wireDeletionMail } from '../../modules/money/open/payments.ts';
import type { PaymentStandIns } from '../../modules/money/outside/payments/payment-providers.ts';
import { openReports } from '../../modules/reports/module.ts';
import type { ReportFeatures } from '../../modules/reports/open/reports.ts';
import type { PageThreads } from '../../modules/reports/outside/rendering/page-threads.ts';
import { auditRoutes } from '../../platform/audit/index.ts';
import type { Config } from '../../platform/config/config.ts';
import { assertTenantRole, type Pool, probeWrite, scopedPool } from '../../platform/db/index.ts';
import { readSite, SITE_BUILD_DIR } from '../../platform/host/site-build.ts';
import { type SiteSource, watchSite } from '../../platform/host/site-source.ts';
import type { LocalEntry } from '../../platform/http/who/local-key.ts';
import type { Jobs } from '../../platform/jobs/jobs.ts';
import { PRODUCT_VERSION } from '../../platform/kernel/product-version.ts';
import { SYSTEM_CLOCK } from '../../platform/kernel/time/clock.ts';
import { keepFor } from '../../platform/kernel/time/timing.ts';
import { openLimits } from '../../platform/limits/open-limits.ts';
import { outboxPages, outboxPathOf } from '../../platform/mail/index.ts';
import { openMailer } from '../../platform/mail/outside/open-mailer.ts';
import type { Context, OpenModule } from '../../platform/module.ts';
import { keptSecret } from '../../platform/secret/kept-secret.ts';
import type { OpenDatabase } from '../databases/open-database.ts';
import { checksEnded, openAll } from '../modules.ts';
import { buildApp } from './app.ts';
import { checkedBy, wireAuditLog, wireChecks, wireCoverage, wireEntities, wireShowcase } from './checks.ts';
import { wireMetrics } from './metrics.ts';
import { companyParts, wireAccount } from './person.ts';
import type { ServerLogs } from './security-events.ts';
import { signUpOf } from './sign-up.ts';
import { configuredSite } from './site-settings.ts';

export interface WiredServer {
  readonly app: FastifyInstance;
  /** Not started yet. */
  readonly modules: readonly OpenModule[];
  /** The key that signs results and the audit log. */
  readonly signer: ReportFeatures['signer'];
  /** Creates the keys of reports where there are none; to be called after listening. What needs one before opens it. */
  openKeys(): Promise<void>;
  /** Closes what keeps the process of a server that cannot listen. */
  abandon(): Promise<void>;
  close(): Promise<void>;
}

export interface ServerContext extends Pick<ServerLogs, 'securityEvents'> {
  readonly log: Logger;
  /** Aborting it stops the product. */
  readonly signal: AbortSignal;
  /** One line for people, to stdout. */
  readonly out: (text: string) => void;
  /** Renders the pages of the site; the caller closes it after the server. */
  readonly pages: PageThreads;
  /** The site, when it is not the one that was built. */
  readonly site?: SiteSource;
  /** Default: one that shows the rows of one workspace at a time. The benchmark of what that costs opens another. */
  readonly openRequestPool?: (service: Pool, url: string) => Pool;
}

const COVERAGE_AGE_MS = 10_000;
/** How soon a new build of the site is served without a restart. */
const SITE_LOOK_MS = 2_000;

/** Constructs API and site over one database, ready to listen. */
export async function wireServer(
  config: Config,
  { pool: service, url }: OpenDatabase,
  jobs: Jobs,
  local: LocalEntry,
  { out, log, signal, securityEvents, pages, site: given, openRequestPool = scopedPool }: ServerContext,
): Promise<WiredServer> {
  const services = await openServicesList(config.servicesFile);
  await assertTenantRole(service);
  const pool = openRequestPool(service, url);
  const { metrics, checks: watch, sending, providers } = wireMetrics(service, { requests: pool, service });
  const [secret, mailboxSecret, mailer] = await Promise.all([
    keptSecret(config.signIn.secret, config.dataDir),
    keptSecret(config.signIn.mailboxSecret, config.dataDir, 'mailbox'),
    openMailer(config, { out, log }),
  ]);
  const mailboxHash = buildMailboxHash(mailboxSecret);
  const sender = sending.countMails(mailer.sender);
  const context: Context = {
    ...{ config, pool, service, secret, jobs, sender, securityEvents, log, signal },
    clock: SYSTEM_CLOCK,
  };
  const chains = openChains(context, providers);
  const money = await openMoney(context, { mailboxHash, startStandIns });
  const { balance, payments, grants, uncharged } = money;
  const memory = openMemory(service, config, log);
  const { prices, freezes } = chains;
  const live = wireOnDemandReader(pool, chains.sources.sources, config.live);
  const features = wireChecks(pool, log, {
    ...checkedBy(config.methodVersion, pool, memory),
    resultsBy3: wireResultsBy3(pool, config, services),
    ...{ prices, live, uncharged, freezes, watch },
    ended: checksEnded(config),
  });
  const { checks, history, suggestions } = features;
  const coverage = wireCoverage(pool, {
    chains: chainsForReaders(chains.sources),
    priceProviders: chains.priceProviders,
    updateHours: config.labelUpdates.everyHours,
  });
  const accounts = await openAccounts(context, {
    mailboxHash,
    signUp: signUpOf({ grants, checks }),
    companyParts: companyParts(),
    account: wireAccount(pool, balance, mailboxHash, wireDeletionMail(config, { sender, log })),
    userOf: (who, refusal) => balance.userOf(who, refusal),
    outboxPath: outboxPathOf(mailer.outbox),
  });
  const reports = await openReports(context, checks);
  const site =
    given ??
    watchSite(SITE_BUILD_DIR, {
      load: (origin) => readSite(origin, pages.load),
      lookEveryMs: SITE_LOOK_MS,
      onFailure: (error) => log.error({ err: error }, 'the new build of the site could not be loaded'),
    });
  const opened = openChecks(context, {
    ...{ checks, history, suggestions, coverage, prices, live, memory },
    showcase: wireShowcase(pool, features, log),
    userOf: (who, held) => balance.userOf(who, null, held),
    site: { buildId: async () => (await site.current())?.id ?? null },
  });
  const core = {
    ...{ checks, history, coverage, payments, grants, uncharged, mailboxHash, services },
    isPaymentTrial: money.isTrial,
  };
  const modules: readonly OpenModule[] = [
    accounts,
    money,
    chains,
    { calls: labelsCalls(wireEntities(pool, services)) },
    opened,
    reports,
    ...(await openAll(context, { ...core, reports: reports.reports })),
    { calls: (calls) => auditRoutes(calls, { auditLog: wireAuditLog(pool) }) },
    { pages: outboxPages(mailer.outbox, config.productName) },
  ];
  const limits = openLimits(url, secret, log);
  const configured = configuredSite(config);
  const held = keepFor(COVERAGE_AGE_MS, () => features.coverage());
  const examples = keepFor(COVERAGE_AGE_MS, () => features.examples());
  const building = buildApp({
    settings: { ...config, version: PRODUCT_VERSION },
    logger: log,
    local,
    limiter: limits.limiter,
    securityEvents,
    sessions: accounts.sessions,
    calls: modules.flatMap((module) => module.calls ?? []),
    pages: modules.flatMap((module) => module.pages ?? []),
    cardScriptUrl: money.cardScriptUrl,
    metrics: [...metrics, ...securityEvents.metrics, ...modules.flatMap((module) => module.metrics ?? [])],
    metricsToken: config.metricsToken,
    stopSignal: signal,
    stopGraceMs: config.stopGraceMs,
    checkReady: async () => {
      await pool.query('SELECT');
    },
    checkWritable: () => probeWrite(service),
    site: {
      source: site,
      renderer: pages,
      settings: async () => ({ ...configured, coverage: await held(), examples: await examples() }),
    },
  });
  // Routes are registered while the thread of the pages loads the site. A first build that cannot be loaded stops the
  // start; after a later one the former build stays in use.
  const [app] = await Promise.all([building, site.current()]);
  const close = async (graceMs: number) => {
    await Promise.all([app.close(), ...modules.map(async (module) => module.whileClosing?.(graceMs))]);
    await limits.close();
    await Promise.all(modules.map(async (module) => module.afterClosed?.()));
    mailer.close();
    await pool.end();
  };
  return {
    app,
    modules,
    signer: reports.signer,
    openKeys: reports.openKeys,
    abandon: () => close(0),
    close: async () => {
      await sleep(config.stopDelayMs);
      await close(config.stopGraceMs);
    },
  };
}

/** Imported here, so that the stand-ins are loaded only if they are needed. */
async function startStandIns(publicUrl: string): Promise<PaymentStandIns> {
  const { startPaymentStandIns } = await import('./stand-ins.ts');
  return startPaymentStandIns(publicUrl);
}
