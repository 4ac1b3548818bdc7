import { readFileSync } from 'node:fs';
import type { Pool, PoolClient } from '../../../apps/server/src/platform/db/index.ts';

/** Ticks of the kernel's clock, by which /proc counts. */
const TICKS_PER_SECOND = 100;

/** Seconds of processor time a connection's server process takes from now on; NaN where the kernel does not report it. */
export async function processorOf(client: PoolClient): Promise<() => number> {
  const found = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
  const pid = found.rows[0]?.pid ?? 0;
  const before = secondsOf(pid);
  return () => secondsOf(pid) - before;
}

/**
 * Seconds of processor time that all processes of the database's server took so far, those that have ended included; NaN
 * where the kernel does not report it.
 */
export async function processorOfServer(pool: Pool): Promise<number> {
  const found = await pool.query<{ pid: number }>('SELECT pid FROM pg_stat_activity WHERE pid IS NOT NULL');
  const [first] = found.rows;
  const postmaster = Number(fieldsOf(first?.pid ?? 0)[1] ?? Number.NaN);
  const living = found.rows.reduce((sum, { pid }) => sum + secondsIn(fieldsOf(pid).slice(11, 13)), 0);
  // The server's first process counts those of its own that have ended.
  return living + secondsIn(fieldsOf(postmaster).slice(13, 15));
}

/** Seconds of processor time that a process has taken, with those of its children that have ended; NaN where unknown. */
export function secondsOf(pid: number): number {
  return secondsIn(fieldsOf(pid).slice(11, 15));
}

function secondsIn(ticks: readonly string[]): number {
  return ticks.length === 0 ? Number.NaN : ticks.reduce((sum, one) => sum + Number(one), 0) / TICKS_PER_SECOND;
}

/** What the kernel reports of a process, from its state on; nothing where there is no /proc, or the server runs elsewhere. */
function fieldsOf(pid: number): readonly string[] {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'latin1').split(') ')[1]?.split(' ') ?? [];
  } catch {
    return [];
  }
}
