import { fileURLToPath } from 'node:url';
import { describe, it } from 'vitest';
import { buildChecksService } from '../../../src/modules/checks/checks/checks.service.ts';
import { BTC_CHECK, checksDeps } from '../../../src/modules/checks/checks/test/check-fakes.ts';
import { expireLeases } from '../../../src/modules/checks/checks/test/expire-leases.ts';
import { auditLedger, ledger } from '../../../src/modules/money/index.ts';
import { testDatabase } from '../../support/database.ts';
import { killAt } from './kill-at.ts';
import { STEPS } from './steps.ts';

const CHILD = fileURLToPath(new URL('./check-and-stop.ts', import.meta.url));

describe.concurrent('a process that is killed during a check', () => {
  it.for(Object.entries(STEPS))(
    'leaves books that add up and no orphaned reservation: %s',
    { timeout: 120_000 },
    async ([step, left], { expect }) => {
      const database = await testDatabase();
      try {
        const { pool } = database;
        await ledger.topUp(pool, 'demo', 10, new Date());
        await killAt(CHILD, database.url, step);
        // The server notices the dead connection by itself and rolls its transaction back.
        await expect
          .poll(async () => {
            const { rows } = await pool.query(
              `SELECT count(*)::integer AS open FROM pg_stat_activity
              WHERE datname = current_database() AND pid <> pg_backend_pid() AND state LIKE 'idle in transaction%'`,
            );
            return rows[0]?.open;
          })
          .toBe(0);
        // Already now nothing is lost or doubled: at worst a reservation waits for its lease.
        expect(await auditLedger(pool)).toEqual([]);

        await expireLeases(pool);
        const restarted = buildChecksService(checksDeps(pool));
        await restarted.recoverInterrupted();
        expect(await auditLedger(pool)).toEqual([]);
        const { rows } = await pool.query(
          `SELECT left_checks AS left, held_checks AS held, used_checks AS used,
                (SELECT count(*)::integer FROM checks WHERE status = 'running') AS running FROM ledger_tariffs`,
        );
        expect(rows).toEqual([{ left, held: 0, used: 10 - left, running: 0 }]);
        // And the account can go on.
        const again = await restarted.runCheck({ sub: 'demo', pays: true }, BTC_CHECK);
        expect(again).toMatchObject({ status: 'done', charged: left === 10 });
      } finally {
        await database.drop();
      }
    },
  );
});
