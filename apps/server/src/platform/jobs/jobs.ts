import { PgBoss } from 'pg-boss';
import { connectionOf, type Db } from '../db/index.ts';
import type { Log } from '../kernel/log.ts';
import { inSpan } from '../kernel/tracing.ts';

const STOP_TIMEOUT_MS = 3000;

/** Background work that survives a restart: kept in the database, done by this process. */
export interface Jobs {
  /**
   * Makes the queue when missing and does its jobs here, one at a time or `atOnce`. A job that fails is logged with
   * its queue; `describe` says what the log may hold of the failure, by default the whole error. An `outgoing` queue
   * reaches people or other services: after a restore its jobs wait until the operator resumes them. A second call for
   * a queue changes nothing.
   */
  readonly work: <T extends object>(
    queue: string,
    handle: (data: T, signal: AbortSignal) => Promise<void>,
    options?: {
      readonly atOnce?: number;
      readonly describe?: (error: unknown) => object;
      readonly outgoing?: boolean;
    },
  ) => Promise<void>;
  /** Puts a job at the end of its queue, unless one with this key waits or runs. */
  readonly send: (queue: string, key: string, data: object) => Promise<void>;
  /**
   * As {@link Jobs.send}, in the transaction of `db`: the job is there when that is committed, and only then. Tried
   * `tries` times, with growing waits of at most `longestWaitSeconds` between them.
   */
  readonly sendIn: (
    db: Db,
    queue: string,
    key: string,
    data: object,
    options: { readonly tries: number; readonly longestWaitSeconds: number },
  ) => Promise<void>;
  /** Forgets every job of the queue, such as those of a process that was killed at work. */
  readonly clear: (queue: string) => Promise<void>;
  /** Takes no new job, asks running ones to stop, and returns. */
  readonly stop: () => Promise<void>;
}

/** Starts the job runner on the database; its tables are its own, in the schema `pgboss`. */
export async function startJobs(
  databaseUrl: string,
  log: Pick<Log, 'error'>,
  {
    retryDelaySeconds = 5,
    outgoing: gate = OPEN_GATE,
  }: { readonly retryDelaySeconds?: number; readonly outgoing?: OutgoingGate } = {},
): Promise<Jobs> {
  const boss = new PgBoss({
    ...connectionOf(databaseUrl),
    application_name: 'assay jobs',
    max: 4,
    schedule: false,
    useListenNotify: true,
  });
  boss.on('error', (error) => log.error({ err: asError(error) }, 'the queue of background jobs failed'));
  await boss.start();
  const stopping = new AbortController();
  const begun = new Set<string>();
  return {
    work: async (
      queue,
      handle,
      { atOnce = 1, describe = (error: unknown) => ({ err: error }), outgoing = false } = {},
    ) => {
      await boss.createQueue(queue, {
        policy: 'exclusive',
        notify: true,
        // The longest pg-boss allows; a dead worker is noticed by its missing heartbeat.
        expireInSeconds: 23 * 3600,
        heartbeatSeconds: 60,
      });
      if (begun.has(queue)) return;
      begun.add(queue);
      const begin = () =>
        boss.work(
          queue,
          { pollingIntervalSeconds: 2, notifyPollingIntervalSeconds: 2, batchSize: 1, localConcurrency: atOnce },
          async (jobs) => {
            for (const job of jobs) {
              const signal = AbortSignal.any([job.signal, stopping.signal]);
              try {
                const data = job.data as Parameters<typeof handle>[0];
                await inSpan(`job ${queue}`, {}, () => handle(data, signal));
              } catch (error) {
                if (!signal.aborted) log.error({ queue, ...describe(error) }, 'a background job failed');
                throw error;
              }
            }
          },
        );
      if (!outgoing || gate.isOpen()) await begin();
      else
        void gate.opened
          .then(begin)
          .catch((error: unknown) => log.error({ queue, err: error }, 'a queue could not be resumed'));
    },
    send: async (queue, key, data) => {
      await boss.send(queue, data, {
        singletonKey: key,
        retryLimit: 3,
        retryDelay: retryDelaySeconds,
        retryBackoff: retryDelaySeconds > 0,
      });
    },
    sendIn: async (db, queue, key, data, { tries, longestWaitSeconds }) => {
      await boss.send(queue, data, {
        singletonKey: key,
        retryLimit: tries - 1,
        retryDelay: Math.max(1, retryDelaySeconds),
        retryBackoff: true,
        retryDelayMax: longestWaitSeconds,
        db: { executeSql: (text, values) => db.query(text, values) },
      });
    },
    clear: async (queue) => {
      await boss.deleteAllJobs(queue);
    },
    stop: async () => {
      stopping.abort();
      await boss.stop({ graceful: true, timeout: STOP_TIMEOUT_MS, close: true });
    },
  };
}

/** An error of a worker comes as an object with the properties of the one that it was. */
function asError(error: { readonly message: string }): Error {
  return error instanceof Error ? error : Object.assign(new Error(error.message), error);
}

/** Whether this installation may reach people and other services. Once open it stays open. */
export interface OutgoingGate {
  isOpen(): boolean;
  readonly opened: Promise<void>;
}

export const OPEN_GATE: OutgoingGate = { isOpen: () => true, opened: Promise.resolve() };
