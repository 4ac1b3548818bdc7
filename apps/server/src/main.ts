import { type OpenDatabase, openDatabase } from './adapters/postgres/open-database.ts';
import { type Config, listeningUrl } from './config.ts';
import { type Jobs, startJobs } from './jobs/jobs.ts';
import { loadStarterSets, type StarterSet } from './jobs/starter-sets.ts';
import { claimPort, explainListenFailure } from './listen.ts';

export interface ServeContext {
  /** Aborting it stops the product. */
  readonly signal: AbortSignal;
  readonly out: (text: string) => void;
  readonly err: (text: string) => void;
  readonly progress: (text: string) => void;
}

const STARTER_SETS: readonly StarterSet[] = [];

/** Runs the whole product until it is asked to stop; returns when everything it started has ended. */
export async function serve(configured: Config, context: ServeContext): Promise<void> {
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
    const app = await buildProduct(config, database, jobs);
    closers.push(() => app.close());
    try {
      await app.listen({ host: config.host, port: config.port });
    } catch (error) {
      throw explainListenFailure(error, config.host, config.port);
    }
    context.out(`${config.productName} is open at ${config.publicUrl}`);
    await loadStarterSets(config.hasStarterData ? STARTER_SETS : [], {
      pool: database.pool,
      jobs,
      say: context.err,
      progress: context.progress,
    });
    await untilStopped(context.signal, database.lost);
  } finally {
    for (const close of closers.reverse()) await close();
  }
}

/** Takes the free port that 0 asks for, so that every address the product prints is the real one. */
async function settleAddress(config: Config): Promise<Config> {
  const port = await claimPort(config.host, config.port);
  if (port === config.port) return config;
  const isDefaultUrl = config.publicUrl === listeningUrl(config.host, config.port);
  return { ...config, port, publicUrl: isDefaultUrl ? listeningUrl(config.host, port) : config.publicUrl };
}

async function untilStopped(signal: AbortSignal, lost: Promise<Error>): Promise<void> {
  const stopped = new Promise<void>((resolve) => {
    if (signal.aborted) resolve();
    signal.addEventListener('abort', () => resolve(), { once: true });
  });
  const failure = await Promise.race([stopped, lost]);
  if (failure instanceof Error) throw failure;
}

async function buildProduct(_config: Config, _database: OpenDatabase, _jobs: Jobs) {
  const { fastify } = await import('fastify');
  const app = fastify({ forceCloseConnections: true });
  app.get('/', async () => 'soon');
  return app;
}
