import { fileURLToPath } from 'node:url';
import { describe, it } from 'vitest';
import { buildChecksService } from '../../../src/modules/checks/checks/checks.service.ts';
import { BTC_CHECK, checksDeps } from '../../../src/modules/checks/checks/test/check-fakes.ts';
import { auditLedger, ledger } from '../../../src/modules/money/index.ts';
import { testDatabase } from '../../support/database.ts';
import { CHAT_STEPS } from './chat-steps.ts';
import { killAt } from './kill-at.ts';
import { botFeaturesOf } from './telegram-features.ts';

const CHILD = fileURLToPath(new URL('./chat-and-stop.ts', import.meta.url));
const SUB = 'ab'.repeat(16);

describe.concurrent('a process that is killed while a Telegram user writes', () => {
  it.for(CHAT_STEPS.map((step) => [step] as const))(
    'gives, joins and spends once, and goes on where it was: %s',
    { timeout: 120_000 },
    async ([step], { expect }) => {
      const database = await testDatabase();
      try {
        const { pool } = database;
        // An account of the site without a check: the chat's own pays.
        await pool.query(
          `INSERT INTO users (sub, email, mailbox_key, confirmed_at) VALUES ($1, 'k@example.org', 'k@example.org', now())`,
          [SUB],
        );
        const checks = buildChecksService(checksDeps(pool));
        const house = botFeaturesOf(pool, checks);
        const link = await house.joining.makeLink(SUB);
        const token = new URL(link.url).searchParams.get('start')?.slice(2) ?? '';
        await killAt(CHILD, database.url, step, token);
        await expect
          .poll(async () => {
            const { rows } = await pool.query(
              `SELECT count(*)::integer AS open FROM pg_stat_activity
                WHERE datname = current_database() AND pid <> pg_backend_pid() AND state LIKE 'idle in transaction%'`,
            );
            return rows[0]?.open;
          })
          .toBe(0);
        expect(await auditLedger(pool)).toEqual([]);

        // Telegram sends what was not confirmed again: the same words, the same link, the same message.
        expect(await house.accounts.open('77', 'ru')).toMatchObject({ language: 'ru' });
        expect(await house.joining.join('77', token)).toMatchObject({ joined: { email: 'k…@example.org' } });
        const check = await house.checks.check('77', BTC_CHECK, '1:1');
        expect(check).toMatchObject({ status: 'done', charged: true, checks: 2 });
        expect(await auditLedger(pool)).toEqual([]);
        const { rows } = await pool.query(
          `SELECT left_checks AS left, held_checks AS held, used_checks AS used FROM ledger_tariffs`,
        );
        expect(rows).toEqual([{ left: 2, held: 0, used: 1 }]);
        const { rows: kept } = await pool.query('SELECT owner FROM checks');
        expect(kept).toEqual([{ owner: SUB }]);
        expect((await ledger.stateOf(pool, SUB)).checks).toBe(0);
      } finally {
        await database.drop();
      }
    },
  );
});
