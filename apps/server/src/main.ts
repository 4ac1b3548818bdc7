import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { pino } from 'pino';
import { type BotProcess, runBotProcess } from './adapters/bot/bot-process.ts';
import { conclude, workConclusions } from './adapters/derive/conclude.ts';
import { type OpenDatabase, openDatabase } from './adapters/postgres/open-database.ts';
import { providerMetrics } from './adapters/providers/provider-metrics.ts';
import { postgresQuotaLedger } from './adapters/providers/quota-ledger.store.ts';
import { keptSecret } from './adapters/secret/kept-secret.ts';
import { buildApp } from './app.ts';
import { type Config, ConfigError, listeningUrl } from './config.ts';
import { buildMailboxHash, buildTokenSmith } from './features/auth/index.ts';
import { buildFreezesService } from './features/freezes/index.ts';
import { workLabelImports } from './features/labels/index.ts';
import { watchSite } from './host/site-source.ts';
import { type Jobs, startJobs } from './jobs/jobs.ts';
import { loadStarterSets } from './jobs/starter-sets.ts';
import { startUpkeep } from './jobs/upkeep.ts';
import { claimPort, explainListenFailure } from './listen.ts';
import { STARTER_SETS } from './starter-data.ts';
import { aborted, everyWhile, keepFor } from './timing.ts';
import { unsafeToServe } from './unsafe-to-serve.ts';
import { servedSnapshots, wireChecks, wireCoverage, wireShowcase } from './wiring.ts';
import { wireAuth } from './wiring-auth.ts';
import { chainsForReaders, openLive } from './wiring-live.ts';
import { openPost, workLinkMail } from './wiring-mail.ts';
import { openMemory } from './wiring-memory.ts';
import { invoicePdf, openTill, wirePromo, workPayments } from './wiring-payments.ts';
import { openPrices } from './wiring-prices.ts';
import { wireReports } from './wiring-reports.ts';
import { wireSourceHealth } from './wiring-source-health.ts';
import { wireSurvey } from './wiring-survey.ts';
import { botNameOf, botSecretsOf, wireTelegram } from './wiring-telegram.ts';

export interface ServeContext {
  /** Aborting it stops the product. */
  readonly signal: AbortSignal;
  readonly out: (text: string) => void;
  readonly err: (text: string) => void;
  readonly progress: (text: string) => void;
}

const SITE_BUILD_DIR = fileURLToPath(new URL('../../web/build/', import.meta.url));
const FOLLOW_EVERY_MS = 1_000;
const RECOVER_EVERY_MS = 5_000;
const COVERAGE_AGE_MS = 10_000;
/** A site that was built anew is served this soon, without a restart. */
const SITE_LOOK_MS = 2_000;
/** Checks that still run at a stop get this long before they are given back. */
const CHECK_GRACE_MS = 1_000;
const LOSS_SHOWS_WITHIN_MS = 500;
const FORGET_EVERY_MS = 3_600_000;

/** Runs the whole product until it is asked to stop; returns when everything it started has ended. */
export async function serve(configured: Config, context: ServeContext): Promise<void> {
  const reasons = unsafeToServe(configured);
  if (reasons.length > 0) {
    throw new ConfigError(`These settings are not safe to open to others:\n  ${reasons.join('\n  ')}`);
  }
  const config = await settleAddress(configured);
  const closers: (() => Promise<void>)[] = [];
  try {
    const database = await openDatabase(config, {
      isServer: true,
      signal: context.signal,
      report: (text) => context.err(`${text}.`),
    });
    closers.push(database.close);
    const jobs = await startJobs(database.url, (error) => context.err(`Background jobs: ${error.message}`));
    closers.push(jobs.stop);
    closers.push(await openDoors(config, database, jobs, context));
    context.out(`${config.productName} is open at ${config.publicUrl}`);
    await orLost(startBackgroundWork(config, database, jobs, context), database.lost);
    await orLost(aborted(context.signal), database.lost);
  } finally {
    await closeAll(closers, context);
  }
}

/** What was started last stops first, so that nothing loses the database it works with. */
async function closeAll(closers: readonly (() => Promise<void>)[], { err }: ServeContext): Promise<void> {
  for (const close of closers.toReversed()) {
    try {
      await close();
    } catch (error) {
      err(`While stopping: ${error instanceof Error ? error.message : String(error)}`);
    }
  }
}

/** API and site, listening; returns how to close them. */
async function openDoors(
  config: Config,
  { pool }: OpenDatabase,
  jobs: Jobs,
  { signal, err }: ServeContext,
): Promise<() => Promise<void>> {
  const logger = pino({ level: config.logLevel }, pino.destination(2));
  const asked = providerMetrics();
  const priced = openPrices(pool, config.prices, logger, asked);
  const chains = openLive(pool, config, asked);
  const memory = openMemory(pool, config, logger);
  const features = wireChecks(pool, logger, {
    ...(memory === null ? {} : { withSnapshot: servedSnapshots(pool, memory) }),
    prices: priced.prices,
    live: chains.live,
    freezes: buildFreezesService({ source: chains.freezes, log: logger }),
  });
  await features.balance.refillDemo();
  const tokens = buildTokenSmith(await keptSecret(config.signIn.secret, config.dataDir));
  const mailboxHash = buildMailboxHash(await keptSecret(config.signIn.mailboxSecret, config.dataDir, 'mailbox'));
  const post = openPost(config, err);
  const queueLinkMail = await workLinkMail(jobs, pool, config, { tokens, sender: post.sender, log: logger });
  const auth = wireAuth(pool, config.signIn, {
    tokens,
    mailboxHash,
    queueLinkMail,
    checks: features.checks,
    log: logger,
  });
  const reports = wireReports(pool, config, features.checks, logger);
  await reports.openKeys();
  const till = await openTill(pool, config, logger);
  const secrets = await botSecretsOf(config.bot, config.dataDir);
  const botUsername = botNameOf(config.bot, config.operator);
  const telegram = wireTelegram(pool, {
    checks: features.checks,
    history: features.history,
    reports: reports.reports,
    payments: till.payments,
    hash: mailboxHash,
    publicUrl: config.publicUrl,
    facts: config.bot,
    botUsername,
  });
  const showcase = wireShowcase(pool, features, logger);
  const coverage = keepFor(COVERAGE_AGE_MS, () => features.coverage());
  const examples = keepFor(COVERAGE_AGE_MS, () => features.examples());
  const site = watchSite(SITE_BUILD_DIR, {
    lookEveryMs: SITE_LOOK_MS,
    onFailure: (error) => logger.error({ err: error }, 'the site that was built anew could not be loaded'),
  });
  // A first build that cannot be loaded stops the start; a later one leaves the former in place.
  await site.current();
  const app = await buildApp({
    settings: {
      host: config.host,
      publicUrl: config.publicUrl,
      productName: config.productName,
      version: readVersion(),
      trustProxy: config.trustProxy,
    },
    logger,
    checks: features.checks,
    certificates: reports.certificates,
    reports: reports.reports,
    payments: till.payments,
    isPaymentTrial: till.isTrial,
    cardScriptUrl: till.cardScriptUrl,
    invoices: {
      render: invoicePdf,
      seller: { company: config.operator.company, email: config.operator.supportEmail },
    },
    promo: wirePromo(pool),
    telegram: { features: telegram, secrets },
    suggestions: features.suggestions,
    balance: features.balance,
    history: features.history,
    account: features.account,
    surveys: wireSurvey(pool, mailboxHash),
    auth: { ...auth, outbox: post.outbox },
    coverage: wireCoverage(pool, {
      chains: chainsForReaders(chains.chains),
      priceProviders: priced.providers,
    }),
    metrics: asked.metrics,
    sourceHealth: wireSourceHealth({
      isOn: config.sources.isOn,
      placed: chains.chains.placed,
      ledger: postgresQuotaLedger(pool),
      lastFailures: asked.lastFailures,
    }),
    showcase,
    checkReady: async () => {
      await pool.query('SELECT');
    },
    site: {
      source: site,
      settings: async () => ({
        productName: config.productName,
        publicUrl: config.publicUrl,
        coverage: await coverage(),
        examples: await examples(),
        hasLandingHeaderSearch: config.hasLandingHeaderSearch,
        operator: { ...config.operator, botUsername },
      }),
    },
  });
  try {
    await app.listen({ host: config.host, port: config.port });
  } catch (error) {
    await app.close();
    throw explainListenFailure(error, config.host, config.port);
  }
  await workPayments(jobs, till.payments, { signal, say: err });
  const recovering = everyWhile(RECOVER_EVERY_MS, signal, async () => {
    try {
      await features.checks.recoverInterrupted();
    } catch (error) {
      logger.error({ err: error }, 'interrupted checks could not be looked for');
    }
  });
  const following = memory === null ? null : everyWhile(FOLLOW_EVERY_MS, signal, () => memory.look(signal));
  const forgetting = everyWhile(FORGET_EVERY_MS, signal, async () => {
    try {
      await auth.signIn.forgetOld();
      await telegram.accounts.forgetOld();
    } catch (error) {
      logger.error({ err: error }, 'old links, sessions and requests could not be forgotten');
    }
  });
  const bot = startBot(config, secrets, err);
  return async () => {
    await bot?.stop();
    await Promise.all([recovering.stop(), following?.stop(), forgetting.stop()]);
    await Promise.all([app.close(), showcase.stop(), features.checks.close(CHECK_GRACE_MS)]);
    await Promise.all([reports.close(), till.close(), priced.close(), chains.close()]);
    post.close();
  };
}

/** The Telegram bot, where there is a token for it; it asks this server. */
function startBot(config: Config, [secret]: readonly string[], say: (text: string) => void): BotProcess | null {
  if (config.bot.token === null || secret === undefined) return null;
  const environment = {
    ...config.bot.environment,
    BOT_API_SECRET: secret,
    BOT_SERVER_URL: `${listeningUrl(config.host, config.port)}/api`,
  };
  return runBotProcess({ environment, say });
}

async function startBackgroundWork(
  config: Config,
  { pool }: OpenDatabase,
  jobs: Jobs,
  context: ServeContext,
): Promise<void> {
  const hooks = { say: context.err, progress: context.progress };
  await workLabelImports(jobs, pool, {
    ...hooks,
    imported: (signal) => conclude({ pool, progress: context.progress, signal }),
  });
  await workConclusions(jobs, { pool, ...hooks });
  await startUpkeep(jobs, pool, { retentionDays: config.inquiryRetentionDays }, { ...hooks, signal: context.signal });
  await loadStarterSets(config.hasStarterData ? STARTER_SETS : [], { pool, jobs, ...hooks });
}

/** Takes the free port that 0 asks for, so that every address the product prints is the real one. */
async function settleAddress(config: Config): Promise<Config> {
  const port = await claimPort(config.host, config.port);
  if (port === config.port) return config;
  const isDefaultUrl = config.publicUrl === listeningUrl(config.host, config.port);
  return { ...config, port, publicUrl: isDefaultUrl ? listeningUrl(config.host, port) : config.publicUrl };
}

/** A database that goes away is told as such, not as the first thing that fails by it. */
async function orLost(work: Promise<void>, lost: Promise<Error>): Promise<void> {
  try {
    const loss = await Promise.race([work, lost]);
    if (loss instanceof Error) throw loss;
  } catch (error) {
    throw await Promise.race([lost, sleep(LOSS_SHOWS_WITHIN_MS, error)]);
  }
}

function readVersion(): string {
  const manifest: unknown = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));
  return typeof manifest === 'object' && manifest !== null && 'version' in manifest ? String(manifest.version) : '';
}
