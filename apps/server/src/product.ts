import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import { openBackgroundWork } from './app/background-work.ts';
import { type ServerLogs, wireSecurityEvents } from './app/composition/security-events.ts';
import { type ServerContext, type WiredServer, wireServer } from './app/composition/server.ts';
import { STARTER_SETS } from './app/composition/starter-data.ts';
import type { OpenDatabase } from './app/databases/open-database.ts';
import { workAudit } from './app/jobs/audit-upkeep.ts';
import { expectStarterSets } from './app/jobs/starter-sets.store.ts';
import { openOutgoingGate, startBesideServer } from './app/modules.ts';
import type { Config } from './platform/config/config.ts';
import type { Pool } from './platform/db/index.ts';
import type { SiteSource } from './platform/host/site-source.ts';
import { explainListenFailure, type SettledAddress } from './platform/http/listen.ts';
import { type LocalEntry, openLocalEntry } from './platform/http/who/local-key.ts';
import { quietWhileAway } from './platform/jobs/job-log.ts';
import { type Jobs, type OutgoingGate, startJobs } from './platform/jobs/jobs.ts';
import { onceDatabaseAnswers } from './platform/jobs/once-database-answers.ts';
import { startRegularWork } from './platform/jobs/regular-work.ts';
import { aborted, allEnded, type Repetition, within } from './platform/kernel/time/timing.ts';

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

export interface ProductContext extends ServeContext, Pick<SettledAddress, 'release'> {
  /** Renders the pages of the site. */
  readonly pages: ServerContext['pages'];
  /** When the settings had been read, and when database and modules were ready: milliseconds of this process. */
  readonly settingsMs: number;
  readonly readyMs: number;
}

/** A call can fail before it is known that PostgreSQL is gone and not only one of its connections. */
const LOSS_SHOWS_WITHIN_MS = 5_000;
/** Work that nobody waits for would take cores and connections from the first page, which somebody opens now. */
const FIRST_PAGE_MS = 400;
/** After that work has begun. */
const KEYS_AFTER_MS = 600;

/** Opens the product over its database and runs it until the signal stops it; `closers` receives how to stop each part. */
export async function openProduct(
  config: Config,
  database: OpenDatabase,
  closers: (() => Promise<void>)[],
  context: ProductContext,
): Promise<void> {
  const background = openBackgroundWork(config, database.pool);
  closers.push(background.close);
  const local = openLocalEntry(config, context.out);
  const [{ outgoing, jobs }, securityEvents] = await allEnded([
    openJobs(database, closers, context),
    openSecurityEvents(config, closers, context),
    openBesideServer(config, database, closers, context),
    // Before the first request can come: checks wait for what is loaded for the first time.
    expectStarterSets(database.pool, config.hasStarterData ? STARTER_SETS.map(({ name }) => name) : []),
  ]);
  const server = await startServer(config, database, jobs, local, { ...context, securityEvents, outgoing });
  closers.push(server.close);
  const { settingsMs, readyMs } = context;
  const { user, system } = process.cpuUsage();
  const cpuMs = (user + system) / 1_000;
  const times = { startedAt: performance.timeOrigin, settingsMs, readyMs, openMs: performance.now(), cpuMs };
  context.log.debug(times, 'open');
  context.out(`${config.productName} is open at ${local.address()}`);
  await orLost(waitUnlessAborted(FIRST_PAGE_MS, context.signal), database.lost);
  if (!context.signal.aborted) server.startWork();
  await orLost(background.start(jobs, { ...context, securityEvents }), database.lost);
  // Their code and their password keep this thread from answering for a tenth of a second: not while people open the first
  // page. A request that needs them opens them sooner.
  await orLost(waitUnlessAborted(KEYS_AFTER_MS, context.signal), database.lost);
  const openKeys = () => server.openKeys();
  await orLost(onceDatabaseAnswers(openKeys, context.signal, quietWhileAway(context.log)), database.lost);
  await orLost(aborted(context.signal), database.lost);
}

async function openJobs({ pool, url }: OpenDatabase, closers: (() => Promise<void>)[], context: ServeContext) {
  const outgoing = await openOutgoingGate(pool, context);
  const jobs = await startJobs(url, quietWhileAway(context.log), { outgoing });
  closers.push(jobs.stop);
  return { outgoing, jobs };
}

async function openSecurityEvents(config: Config, closers: (() => Promise<void>)[], { log }: ServeContext) {
  const events = await wireSecurityEvents(config, log);
  closers.push(async () => events.close());
  return events;
}

async function openBesideServer(
  config: Config,
  { pool }: OpenDatabase,
  closers: (() => Promise<void>)[],
  context: ServeContext,
): Promise<void> {
  closers.push((await startBesideServer(config, pool, context)).stop);
}

/** API and site, listening; `startWork` begins what modules do by themselves, and what is done at intervals. */
async function startServer(
  config: Config,
  database: OpenDatabase,
  jobs: Jobs,
  local: LocalEntry,
  context: ProductContext & Pick<ServerLogs, 'securityEvents'> & { readonly outgoing: OutgoingGate },
): Promise<Pick<WiredServer, 'openKeys' | 'close'> & { readonly startWork: () => void }> {
  const { signal, log } = context;
  const server = await wireServer(config, database, jobs, local, context);
  try {
    await context.release();
    await server.app.listen({ host: config.host, port: config.port });
  } catch (error) {
    await server.abandon();
    throw explainListenFailure(error, config.host, config.port);
  }
  await workAudit(jobs, database.pool, { signer: server.signer, signal, log });
  for (const module of server.modules) await module.onListening?.();
  let regular: Repetition | undefined;
  return {
    openKeys: () => server.openKeys(),
    startWork: () => {
      for (const module of server.modules) module.afterFirstPage?.();
      const works = server.modules.flatMap((module) => module.regular ?? []);
      regular = startRegularWork(works, { signal, log: quietWhileAway(log), outgoing: context.outgoing });
    },
    close: async () => {
      await regular?.stop();
      await Promise.all(server.modules.map(async (module) => module.beforeClose?.()));
      await server.close();
    },
  };
}

/** Resolves after `ms`, or when the signal is aborted. */
async function waitUnlessAborted(ms: number, signal: AbortSignal): Promise<void> {
  await within(ms, aborted(signal));
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
