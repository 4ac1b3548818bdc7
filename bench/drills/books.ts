import { expireLeases } from '../../apps/server/src/modules/checks/checks/test/expire-leases.ts';
import { auditLedger, measureLedger } from '../../apps/server/src/modules/money/index.ts';
import { openPool, type Pool } from '../../apps/server/src/platform/db/index.ts';
import { sized } from '../size.ts';
import { until } from './client.ts';
import type { DrillRun } from './drill.ts';

/** A lease of 30 s, the next look for interrupted checks, and plenty for a busy machine. */
const SETTLED_WITHIN_MS = 180_000;

/**
 * Waits until no check runs any more, and audits the books as `assay admin audit` does. A server must be running: it
 * ends the checks of a killed one once their leases are over. A tiny run ends the leases itself.
 */
export async function auditBooks(run: DrillRun, databaseUrl: string): Promise<string> {
  const pool = openPool(databaseUrl, { maxConnections: 2 });
  try {
    if (sized(false, true)) await expireLeases(pool);
    const settled = await until(async () => (await countRunning(pool)) === 0, SETTLED_WITHIN_MS, 250);
    if (!settled) run.fault(`${await countRunning(pool)} checks still run`);
    const faults = await auditLedger(pool);
    for (const { fault, subject, expected, found } of faults.slice(0, 5)) {
      run.fault(`books: ${subject}: ${fault}; ${expected}, ${found}`);
    }
    const held = await numberOf(pool, 'SELECT coalesce(sum(held_checks), 0)::integer AS n FROM ledger_tariffs');
    if (held !== 0) run.fault(`${held} check credits stay reserved though no check runs`);
    const { entries } = await measureLedger(pool);
    return `books of ${entries.toLocaleString('en-US')} entries ${faults.length === 0 ? 'exact' : 'WRONG'}`;
  } finally {
    await pool.end();
  }
}

function countRunning(pool: Pool): Promise<number> {
  return numberOf(pool, `SELECT count(*)::integer AS n FROM checks WHERE status = 'running'`);
}

/** The number `n` of a statement that gives one. */
export async function numberOf(pool: Pool, statement: string, values: readonly unknown[] = []): Promise<number> {
  const { rows } = await pool.query<{ n: number }>(statement, [...values]);
  return rows[0]?.n ?? Number.NaN;
}

/** Every check that was answered is stored as answered. */
export async function assertStored(
  run: DrillRun,
  databaseUrl: string,
  answered: readonly { readonly subId: string; readonly isCharged: boolean }[],
): Promise<void> {
  const pool = openPool(databaseUrl, { maxConnections: 1 });
  try {
    for (const isCharged of [true, false]) {
      const ids = answered.filter((one) => one.isCharged === isCharged).map(({ subId }) => subId);
      const found = await numberOf(
        pool,
        `SELECT count(*)::integer AS n FROM checks WHERE sub_id = ANY($1) AND status = 'done' AND charged = $2`,
        [ids, isCharged],
      );
      if (found !== ids.length) run.fault(`${ids.length} results were answered, ${found} of them are stored`);
    }
  } finally {
    await pool.end();
  }
}
