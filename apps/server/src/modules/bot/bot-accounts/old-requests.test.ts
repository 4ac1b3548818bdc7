import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestDatabase, testDatabase } from '../../../../test/support/database.ts';
import { lockWaits } from '../../../../test/support/lock-waits.ts';
import { botFeaturesOf } from '../../../../test/system/kill/telegram-features.ts';
import { inTransaction } from '../../../platform/db/index.ts';
import { placeHold } from '../../accounts/index.ts';
import { checksDeps } from '../../checks/checks/test/check-fixture.ts';
import { buildChecksService } from '../../checks/index.ts';

const CHAT = 'b'.repeat(32);

describe('the hourly removal of old requests of the bot', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await testDatabase();
    await database.pool.query(
      `INSERT INTO bot_accounts (telegram_id, sub, created_at) VALUES (77, '${CHAT}', now());
       INSERT INTO bot_requests VALUES (77, '1', '${CHAT}', now() - interval '8 days')`,
    );
  });
  afterAll(() => database.drop());

  it('waits for a legal hold that is being placed, and keeps what it holds', async () => {
    const { pool } = database;
    const { accounts } = botFeaturesOf(pool, buildChecksService(checksDeps(pool)));
    let removal: Promise<void> = Promise.resolve();
    const day = new Date(Date.now() + 86_400_000);
    await inTransaction(pool, (tx) =>
      placeHold(
        tx,
        async () => {
          let isOver = false;
          removal = accounts.forgetOld().finally(() => {
            isOver = true;
          });
          while (!isOver && (await lockWaits(tx)) === 0) await sleep(10);
          return { sub: CHAT, kind: 'chat' };
        },
        { placedBy: 'A court', reason: 'Order of preservation', until: day },
      ),
    );
    await removal;
    const { rowCount } = await pool.query('SELECT FROM bot_requests');
    expect(rowCount).toBe(1);
  });
});
