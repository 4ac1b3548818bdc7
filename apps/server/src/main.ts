import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import { type OpenDatabase, openDatabase } from './adapters/postgres/open-database.ts';
import { startBot } from './adapters/telegram/start-bot.ts';
import { STARTER_SETS } from './composition/starter-data.ts';
import { openPublishers } from './composition/wiring-publishers.ts';
import { type ServerLogs, wireSecurityEvents } from './composition/wiring-security.ts';
import { wireServer } from './composition/wiring-server.ts';
import { type Config, ConfigError } from './config/config.ts';
import { requireEnoughMemory } from './config/enough-memory.ts';
import type { TelemetryFacts } from './config/telemetry-settings.ts';
import { unsafeToServe, warningsToServe } from './config/unsafe-to-serve.ts';
import type { Pool } from './db/index.ts';
import { recordRefusedDownloads } from './features/intake/index.ts';
import { type PublisherContents, scheduleLabelUpdates, workLabelImports } from './features/labels/index.ts';
import { workPayments } from './features/payments/index.ts';
import { keepRestoreLog } from './features/restore-log/index.ts';
import { announceServer } from './features/site/index.ts';
import type { SiteSource } from './host/site-source.ts';
import { explainListenFailure, type SettledAddress, settleAddress } from './http/listen.ts';
import { type LocalEntry, openLocalEntry } from './http/local-entry.ts';
import { workAudit } from './jobs/audit-upkeep.ts';
import { quietWhileAway } from './jobs/job-log.ts';
import { type Jobs, startJobs } from './jobs/jobs.ts';
import { type OutgoingGate, openOutgoingGate } from './jobs/outgoing-gate.ts';
import { refreshAfterChange, workRefreshes } from './jobs/refresh-after-change.ts';
import { startRegularWork } from './jobs/regular-work.ts';
import { expectStarterSets } from './jobs/starter-sets.store.ts';
import { loadStarterSets } from './jobs/starter-sets.ts';
import { startUpkeep } from './jobs/upkeep.ts';
import { PRODUCT_VERSION } from './kernel/product-version.ts';
import { aborted } from './kernel/timing.ts';

export interface ServeContext {
  /** Aborting it stops the product. */
  readonly signal: AbortSignal;
  /** JSON lines on stderr. */
  readonly log: Logger;
  /** One line for people, to stdout. */
  readonly out: (text: string) => void;
  /** What was done, one sentence. */
  readonly say: (text: string) => void;
  readonly progress: (text: string) => void;
  /** Hands every line that is logged from now on to a further receiver; without it, lines are not sent anywhere. */
  readonly onLine?: (receive: (line: string) => void) => void;
  /** The site, when it is not the one that was built. */
  readonly site?: SiteSource;
  /** See {@link wireServer}. */
  readonly openRequestPool?: (service: Pool, url: string) => Pool;
}

/** A call can fail before it is known that PostgreSQL is gone and not only one of its connections. */
const LOSS_SHOWS_WITHIN_MS = 5_000;

/** Runs the whole product until the signal stops it; returns when everything it started has ended. */
export async function serve(configured: Config, context: ServeContext): Promise<void> {
  const modulesMs = performance.now();
  const reasons = unsafeToServe(configured);
  if (reasons.length > 0) {
    throw new ConfigError(`These settings are not safe to open to others:\n  ${reasons.join('\n  ')}`);
  }
  requireEnoughMemory();
  for (const warning of warningsToServe()) context.log.warn(warning);
  const { config, release } = await settleAddress(configured);
  const closers: (() => Promise<void>)[] = [release];
  try {
    if (config.telemetry !== null) closers.push(await startTelemetry(config.telemetry, context));
    const database = await openDatabase(config, {
      isServer: true,
      signal: context.signal,
      report: (text) => context.say(`${text}.`),
      onStandby: (text) => context.log.warn(text),
    });
    closers.push(database.close);
    const databaseMs = performance.now();
    // Before the first request can come: checks wait for what is loaded for the first time.
    await expectStarterSets(database.pool, config.hasStarterData ? STARTER_SETS.map(({ name }) => name) : []);
    const publishers = openPublishers(database.pool, config);
    closers.push(publishers.close);
    const outgoing = await openOutgoingGate(database.pool, context);
    const jobs = await startJobs(database.url, quietWhileAway(context.log), { outgoing });
    closers.push(jobs.stop);
    const restoreLog = await keepRestoreLog(database.pool, config.backups.restoreLogDir, {
      signal: context.signal,
      log: quietWhileAway(context.log),
    });
    closers.push(restoreLog.stop);
    const local = openLocalEntry(config, context.out);
    const securityEvents = await wireSecurityEvents(config, context.log);
    closers.push(async () => securityEvents.close());
    closers.push(await startServer(config, database, jobs, local, { ...context, securityEvents, release, outgoing }));
    const times = { startedAt: performance.timeOrigin, modulesMs, databaseMs, openMs: performance.now() };
    context.log.debug(times, 'open');
    context.out(`${config.productName} is open at ${local.address()}`);
    await orLost(
      startBackgroundWork(config, database, jobs, { ...context, securityEvents, contents: publishers.contents }),
      database.lost,
    );
    await orLost(aborted(context.signal), database.lost);
  } finally {
    await closeAll(closers, context);
  }
}

/** Before anything that is traced. Loaded here: without it, no start waits for its code. */
async function startTelemetry(facts: TelemetryFacts, { log, onLine }: ServeContext): Promise<() => Promise<void>> {
  const { openTelemetry } = await import('./adapters/telemetry/open-telemetry.ts');
  const telemetry = openTelemetry(facts, PRODUCT_VERSION, log);
  onLine?.(telemetry.line);
  return () => telemetry.close();
}

/** What was started last stops first, so that nothing loses the database it works with. */
async function closeAll(closers: readonly (() => Promise<void>)[], { log }: ServeContext): Promise<void> {
  for (const close of closers.toReversed()) {
    try {
      await close();
    } catch (error) {
      log.error({ err: error }, 'something could not be stopped');
    }
  }
}

/** API and site, listening, with what is done at intervals and the bot; returns how to close them. */
async function startServer(
  config: Config,
  database: OpenDatabase,
  jobs: Jobs,
  local: LocalEntry,
  context: ServeContext &
    Pick<ServerLogs, 'securityEvents'> &
    Pick<SettledAddress, 'release'> & { readonly outgoing: OutgoingGate },
): Promise<() => Promise<void>> {
  const { signal, log } = context;
  const server = await wireServer(config, database, jobs, local, context);
  try {
    await context.release();
    await server.app.listen({ host: config.host, port: config.port });
  } catch (error) {
    await server.abandon();
    throw explainListenFailure(error, config.host, config.port);
  }
  try {
    await server.walkCalls.answer(signal);
  } catch (error) {
    await server.abandon();
    const { host, port } = config.memory.walkCalls ?? config;
    throw explainListenFailure(error, host, port);
  }
  await workPayments(jobs, server.payments, { notices: server.notices, signal, log });
  await workAudit(jobs, database.pool, { signer: server.signer, signal, log });
  server.batches.start();
  const regularWork = startRegularWork(server, {
    signal,
    log: quietWhileAway(log),
    outgoing: context.outgoing,
  });
  const announcing = announceServer(database.pool, config.publicUrl, { log, signal });
  const bot = startBot(config, server.botSecrets, log);
  return async () => {
    await bot?.stop();
    await announcing.stop();
    await server.walkCalls.stop();
    await regularWork.stop();
    await server.close();
  };
}

async function startBackgroundWork(
  config: Config,
  { pool }: OpenDatabase,
  jobs: Jobs,
  context: ServeContext & Pick<ServerLogs, 'securityEvents'> & { readonly contents: PublisherContents },
): Promise<void> {
  const { log, say, progress, contents } = context;
  await workLabelImports(jobs, pool, {
    log,
    say,
    progress,
    allowsPrivateRedirects: config.allowsPrivateRedirects,
    failed: recordRefusedDownloads(context.securityEvents),
    imported: (signal) => refreshAfterChange({ pool, progress, signal }),
  });
  await scheduleLabelUpdates(config.labelUpdates, {
    jobs,
    pool,
    contents,
    log: { warn: (facts, message) => log.warn(facts, message), error: quietWhileAway(log).error },
    signal: context.signal,
    hooks: (signal) => ({ signal, allowsPrivateRedirects: config.allowsPrivateRedirects }),
    failed: recordRefusedDownloads(context.securityEvents),
    ended: (signal) => refreshAfterChange({ pool, progress, signal }),
  });
  await workRefreshes(jobs, { pool, progress });
  await startUpkeep(
    jobs,
    pool,
    { retentionDays: config.inquiryRetentionDays },
    { log: quietWhileAway(log), signal: context.signal },
  );
  await loadStarterSets(config.hasStarterData ? STARTER_SETS : [], { pool, jobs, say, progress });
}

/** Reports a lost database as such, not as the first call that fails because of it. */
async function orLost(work: Promise<void>, lost: Promise<Error>): Promise<void> {
  try {
    const loss = await Promise.race([work, lost]);
    if (loss instanceof Error) throw loss;
  } catch (error) {
    throw await Promise.race([lost, sleep(LOSS_SHOWS_WITHIN_MS, error)]);
  }
}
