import { readFileSync } from 'node:fs';
import type { PoolClient } from '../../../apps/server/src/db/index.ts';

/** Ticks of the kernel's clock, by which /proc counts. */
const TICKS_PER_SECOND = 100;

/** Seconds of processor time a connection's server process takes from now on; NaN where the kernel does not report it. */
export async function processorOf(client: PoolClient): Promise<() => number> {
  const found = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
  const pid = found.rows[0]?.pid ?? 0;
  const before = secondsOf(pid);
  return () => secondsOf(pid) - before;
}

function secondsOf(pid: number): number {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'latin1').split(') ')[1]?.split(' ') ?? [];
    return fields.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks), 0) / TICKS_PER_SECOND;
  } catch {
    // No /proc here, or the server runs elsewhere.
    return Number.NaN;
  }
}
