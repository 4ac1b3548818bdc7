import { processorOfServer, secondsOf } from '../walk/postgres/processor.ts';
import type { RunningProduct } from './product.ts';

/** Seconds of processor time since the start of each. */
export interface ProcessorTimes {
  /** This process: it sends the requests, and the statements of the yardstick. */
  readonly client: number;
  readonly server: number;
  readonly postgres: number;
}

/** Whatever else the machine does, it does not count here; NaN without `/proc`. */
export async function processorTimes({ pid, pool }: Pick<RunningProduct, 'pid' | 'pool'>): Promise<ProcessorTimes> {
  const postgres = await processorOfServer(pool);
  const { user, system } = process.cpuUsage();
  return { client: (user + system) / 1e6, server: secondsOf(pid), postgres };
}

export function timesSince(before: ProcessorTimes, now: ProcessorTimes): ProcessorTimes {
  return {
    client: now.client - before.client,
    server: now.server - before.server,
    postgres: now.postgres - before.postgres,
  };
}

export function totalOf({ client, server, postgres }: ProcessorTimes): number {
  return client + server + postgres;
}
