import { fileURLToPath } from 'node:url';
import { describe, it } from 'vitest';
import { auditLedger } from '../../../src/modules/money/index.ts';
import { addressOf, batchServer, expireBatchLeases, newWorkspace } from '../../support/batch-server.ts';
import { testDatabase } from '../../support/database.ts';
import { BATCH_STEPS } from './batch-steps.ts';
import { killAt } from './kill-at.ts';

const CHILD = fileURLToPath(new URL('./batch-and-stop.ts', import.meta.url));
const FIRM = 'a'.repeat(32);
const ROWS = 8;

describe('a server that is killed while it works on a batch', () => {
  it.for(Object.entries(BATCH_STEPS))(
    'leaves it to another one, which checks and charges every address once: %s',
    { timeout: 120_000 },
    async ([step, charged], { expect }) => {
      const database = await testDatabase();
      const { pool } = database;
      const server = batchServer(database);
      try {
        await newWorkspace(pool, FIRM, 20);
        const rows = Array.from({ length: ROWS }, (_, index) => addressOf(index));
        const id = await server.make(FIRM, [...rows, ...rows]);
        await killAt(CHILD, database.url, step);
        await expect
          .poll(async () => {
            const { rows: open } = await pool.query(
              `SELECT FROM pg_stat_activity
                WHERE datname = current_database() AND pid <> pg_backend_pid() AND state LIKE 'idle in transaction%'`,
            );
            return open.length;
          })
          .toBe(0);
        expect(await auditLedger(pool)).toEqual([]);
        const { rows: before } = await pool.query("SELECT FROM checks WHERE status = 'done' AND charged");
        // A check that was started may have ended before the kill.
        expect(before.length).toBeLessThanOrEqual(charged);
        expect(before.length).toBeGreaterThanOrEqual(2);

        await expireBatchLeases(pool);
        await server.checks.recoverInterrupted();
        await server.worker.upkeep();
        server.worker.start();
        expect(await server.until(FIRM, id, ({ status }) => status === 'completed')).toMatchObject({
          rows: { total: ROWS * 2, rated: ROWS * 2, waiting: 0 },
          checks_charged: ROWS,
        });
        const { rows: books } = await pool.query(
          `SELECT left_checks AS left, held_checks AS held, used_checks AS used,
                  (SELECT count(*)::integer FROM checks WHERE status = 'done') AS done FROM ledger_tariffs`,
        );
        expect(books).toEqual([{ left: 20 - ROWS, held: 0, used: ROWS, done: ROWS }]);
        expect(await auditLedger(pool)).toEqual([]);
        expect(server.faults).toEqual([]);
      } finally {
        await server.close();
        await database.drop();
      }
    },
  );
});
