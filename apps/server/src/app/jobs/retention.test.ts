import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { ed25519Signer } from '@assay/certificate';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testAuth } from '../../../test/support/auth.ts';
import { type TestDatabase, testDatabase } from '../../../test/support/database.ts';
import { faultLog } from '../../../test/support/fault-log.ts';
import { GENEROUS } from '../../../test/support/free-grants.ts';
import { ACCOUNT, HELD, ROWS_OF_AGE } from '../../../test/support/rows-of-age.ts';
import { testWorkspaces } from '../../../test/support/workspaces.ts';
import { assertMayDelete, besideHolds } from '../../modules/accounts/index.ts';
import { keepRestoreLog } from '../../modules/backup/restore-log/keep-log.ts';
import { buildBotAccountsService } from '../../modules/bot/bot-accounts/bot-accounts.service.ts';
import { botAccountsStore } from '../../modules/bot/bot-accounts/bot-accounts.store.ts';
import { botLedger } from '../../modules/bot/bot-accounts/free-checks.ts';
import { INVOICE_KEPT_YEARS, ledger } from '../../modules/money/index.ts';
import { inTransaction, type Pool } from '../../platform/db/index.ts';
import type { RetentionJob } from '../../platform/retention.ts';
import { auditUpkeep } from './audit-upkeep.ts';
import { RETENTION } from './retention-register.ts';
import { upkeep } from './upkeep.ts';

const DAY_MS = 86_400_000;
const CHECKS_DAYS = 1095;
const REGISTER = 'apps/server/src/app/jobs/retention-register.ts';

const timed = [...RETENTION].flatMap(([table, kept]) => {
  if (!('days' in kept)) return [];
  const { job, underHold } = kept;
  return [{ table, job, underHold, days: kept.days === 'checks' ? CHECKS_DAYS : kept.days }];
});

interface Table {
  readonly name: string;
  /** Tables with whose rows its rows are deleted. */
  readonly goesWith: readonly string[];
}

async function tablesOf(pool: Pool): Promise<readonly Table[]> {
  const { rows } = await pool.query<Table>(
    `SELECT r.relname::text AS name, ARRAY(SELECT f.confrelid::regclass::text FROM pg_constraint f
              WHERE f.conrelid = r.oid AND f.contype = 'f' AND f.confdeltype = 'c') AS "goesWith"
       FROM pg_class r WHERE r.relnamespace = 'public'::regnamespace AND r.relkind IN ('r', 'p') AND NOT r.relispartition
      ORDER BY 1`,
  );
  return rows;
}

/** What the register does not say, or says wrongly, of the tables of a database. */
function faultsOf(tables: readonly Table[]): string[] {
  const names = new Set(tables.map(({ name }) => name));
  return [
    ...tables.flatMap(({ name, goesWith }) => {
      const kept = RETENTION.get(name);
      if (kept === undefined) {
        return [
          `${name} is not in ${REGISTER}: add what it holds of people or of what they check, and either days and the job ` +
            'that removes rows, the table whose rows they go with, what ends them, or why they are kept; what it holds ' +
            'of people also goes into docs/operations/privacy.md',
        ];
      }
      if (!('goWith' in kept) || goesWith.includes(kept.goWith)) return [];
      return [`${name} does not go with ${kept.goWith}: it has no foreign key to it with ON DELETE CASCADE`];
    }),
    ...[...RETENTION.keys()].filter((name) => !names.has(name)).map((name) => `${name} is in ${REGISTER} and is gone`),
  ];
}

describe('the register of what is kept', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await testDatabase();
  });
  afterAll(() => database.drop());

  it('names every table of the schema, and what it says goes with another does', async () => {
    expect(faultsOf(await tablesOf(database.pool))).toEqual([]);
  });

  it('says what to add for a table that is new', async () => {
    expect(faultsOf([...(await tablesOf(database.pool)), { name: 'forgotten', goesWith: [] }])).toEqual([
      expect.stringMatching(
        /^forgotten is not in .*retention-register\.ts: add what it holds of people.* days and the job/,
      ),
    ]);
  });

  it('has a row to be tried for every table that it gives days', () => {
    expect(timed.map(({ table }) => table).toSorted()).toEqual(Object.keys(ROWS_OF_AGE).toSorted());
  });
});

describe.each([
  ['a table that is given days', false],
  ['the same, of an account under a legal hold', true],
] as const)('%s', (_name, isHeld) => {
  const now = new Date();
  let database: TestDatabase;
  let folder: string;

  beforeAll(async () => {
    database = await testDatabase();
    folder = await mkdtemp(path.join(tmpdir(), 'restore-log-'));
    await database.pool.query(ACCOUNT);
    if (isHeld) await database.pool.query(HELD);
    for (const { table, days } of timed) {
      const end = now.getTime() - days * DAY_MS;
      // Days of a calendar go whole.
      for (const [n, time] of [end - 1.1 * DAY_MS, end + 0.05 * DAY_MS].entries()) {
        const at = `'${new Date(time).toISOString()}'::timestamptz`;
        await database.pool.query(ROWS_OF_AGE[table]?.insert(n + 1, at) ?? '');
      }
    }
    for (const run of Object.values(jobs(database.pool, folder, now))) await run();
  });
  afterAll(async () => {
    await database.drop();
    await rm(folder, { recursive: true, force: true });
  });

  const kept = timed.map((one) => ({ ...one, old: isHeld && one.underHold === 'stays' ? 1 : 0 }));
  it.each(kept)('$table keeps $old of the rows older than $days days, by $job', async ({ table, days, old }) => {
    const row = ROWS_OF_AGE[table];
    const { rows } = await database.pool.query(
      `SELECT count(*) FILTER (WHERE is_old)::integer AS old, count(*) FILTER (WHERE NOT is_old)::integer AS young
         FROM (SELECT ${row?.age} < $1::timestamptz - interval '1 day' AS is_old FROM ${row?.from ?? table}) AS ages`,
      [new Date(now.getTime() - days * DAY_MS)],
    );
    expect(rows).toEqual([{ old, young: table === 'legal_holds' && isHeld ? 2 : 1 }]);
  });
});

/** Each job of the register, as the product runs it. */
function jobs(pool: Pool, folder: string, now: Date): Record<RetentionJob, () => Promise<void>> {
  const clock = { now: () => now };
  const auth = testAuth(pool, { checks: { runCheck: () => Promise.reject(new Error('No check runs here')) }, clock });
  const bot = buildBotAccountsService({
    db: pool,
    transaction: (work) => inTransaction(pool, work),
    besideHolds: (work) => besideHolds(pool, work),
    accounts: botAccountsStore,
    assertMayDelete,
    ledger: botLedger(ledger, { freeChecks: 0, grants: GENEROUS, hash: (text) => text }),
    own: [],
    clock,
    newId: () => 'unused',
    freeChecks: 0,
    joinUrl: '',
  });
  const log = { ...faultLog(), info: () => undefined };
  return {
    upkeep: async () => {
      await upkeep(pool, { retentionDays: CHECKS_DAYS, invoiceYears: INVOICE_KEPT_YEARS }, now);
    },
    'audit upkeep': () =>
      auditUpkeep(pool, { signer: async () => ed25519Signer(new Uint8Array(32).fill(1)), log }, now),
    'sign-in forgetOld': () => auth.signIn.forgetOld(),
    'factors forgetOld': () => auth.factors.factors.forgetOld(),
    'recovery forgetOld': () => auth.factors.recoveryUpkeep.forgetOld(),
    'bot forgetOld': () => bot.forgetOld(),
    'invitations forgetOld': () => testWorkspaces(pool, clock).features.invitations.forgetOld(),
    'restore log, once a day': () => tidyRestoreLog(pool, folder),
  };
}

/** It tidies when it begins, beside what it writes. */
async function tidyRestoreLog(pool: Pool, folder: string): Promise<void> {
  const log = faultLog();
  const keeping = await keepRestoreLog(pool, folder, { signal: new AbortController().signal, log });
  const count = async () => (await pool.query("SELECT FROM restore_log WHERE entry ->> 'kind' = 'a'")).rowCount ?? 0;
  for (let tries = 0; (await count()) > 1 && tries < 200; tries += 1) await sleep(25);
  await keeping.stop();
  expect(log.faults).toEqual([]);
}
