import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestDatabase, testDatabase } from '../../../test/support/database.ts';
import { HAS_ENDED, IS_FREE, IS_HELD, LEASE_OF } from './lease.ts';

const SERVER = path.resolve(import.meta.dirname, '../..');
const LEASE = 'platform/db/lease.ts';

describe('the time of a lease', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await testDatabase();
    await database.pool.query('CREATE TABLE work (id integer, lease_until timestamptz)');
  });
  afterAll(() => database.drop());

  const states = async () => {
    const { rows } = await database.pool.query(
      `SELECT lease_until ${IS_HELD} AS held, lease_until ${IS_FREE} AS free, lease_until ${HAS_ENDED} AS ended
         FROM work ORDER BY id`,
    );
    return rows;
  };

  it('is free before it was ever taken, held while it lasts, and free once it has ended', async () => {
    await database.pool.query(
      `INSERT INTO work VALUES (1, NULL), (2, ${LEASE_OF} $1), (3, ${LEASE_OF} $2)`,
      [60_000, -1],
    );
    expect(await states()).toEqual([
      { held: null, free: true, ended: null },
      { held: true, free: false, ended: false },
      { held: false, free: true, ended: true },
    ]);
  });

  it('goes by the moment of the statement, and not by when its transaction began', async () => {
    const client = await database.pool.connect();
    await client.query('BEGIN');
    await client.query(`UPDATE work SET lease_until = ${LEASE_OF} 20`);
    await sleep(40);
    const { rows } = await client.query(`SELECT DISTINCT lease_until ${IS_HELD} AS held FROM work`);
    await client.query('ROLLBACK');
    client.release();
    expect(rows).toEqual([{ held: false }]);
  });
});

const NOW = String.raw`(?<![.\w])(?:(?:now|clock_timestamp|statement_timestamp|transaction_timestamp)\(\)|current_timestamp|localtimestamp)`;
const COLUMN = String.raw`(?<![$\w])(?:\w+\.)?([a-z_]+)`;
/** A column beside the clock: compared with it, or set to a time before or after it. */
const BY_CLOCK = [
  String.raw`${COLUMN}\s*[<>]=?\s*${NOW}`,
  String.raw`${NOW}\s*[<>]=?\s*${COLUMN}(?!\s*\()`,
  String.raw`${COLUMN}\s*=\s*(?:CASE\s[^,]*?\sTHEN\s+)?${NOW}\s*[-+]`,
  String.raw`${COLUMN}\s+(?:NOT )?BETWEEN\s+${NOW}`,
].map((pattern) => new RegExp(pattern, 'gi'));
const TIMER = /\b(?:setInterval|everyWhile)\([^\n]*(?:renew|lease|claim)/gi;

/** Columns that a text compares with the clock of the database or sets by it, and leases that it renews by a timer. */
function timesIn(text: string): readonly string[] {
  const code = text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/^\s*\/\/.*$/gm, '');
  const names = BY_CLOCK.flatMap((pattern) => [...code.matchAll(pattern)].map(([, name = '']) => name));
  // A name of the program is no column.
  const columns = names.filter((name) => name === name.toLowerCase());
  return [...new Set([...columns, ...(code.match(TIMER) ?? [])])];
}

/** Times of a file that are no leases, and what they say. The list only gets shorter, or says what a new time is. */
const OTHER_TIMES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'app/metrics/waiting-work.store.ts': {
    created_at: 'deliveries of a day are counted',
    next_at: 'deliveries that are due are counted',
    start_after: 'jobs that are due are counted',
  },
  'modules/accounts/auth/mailboxes/refold-mailboxes.store.ts': { mailboxes_refolded_at: 'a day has passed' },
  'modules/accounts/legal-holds/legal-holds.store.ts': { until: 'the day that the operator gave' },
  'modules/api/batches/judge/batch-judging.store.ts': { judge_after: 'the pause after a failure' },
  'modules/api/batches/judge/batch-work.store.ts': { not_before: 'the pause after a failure' },
  'modules/api/webhooks/deliveries.store.ts': {
    former_until: 'a former secret still works',
    next_at: 'the pause after a failure',
  },
  'modules/api/webhooks/endpoints.store.ts': { former_until: 'a former secret still works' },
  'modules/checks/site/announce-server.ts': { 'everyWhile(RENEW': 'a server announces that it is open' },
  'modules/checks/site/open-servers.store.ts': { seen_at: 'a server was open' },
  'modules/disputes/disputes/challenges.store.ts': { expires_at: 'how long a challenge can be answered' },
  'modules/disputes/disputes/disputes.store.ts': { decided_at: 'how long a dispute is kept' },
  'modules/labels/labels/import/label-stage.store.ts': { reached_at: 'how long an import that broke off is kept' },
  'modules/labels/labels/label-stats.store.ts': { valid_to: 'a label still holds' },
  'modules/labels/labels/lists/label-updates.store.ts': { tried_at: 'the pause after a failure' },
  'platform/limits/limit-counts.store.ts': { ends_at: 'the window of a limit' },
};

describe('leases', () => {
  it('are set, compared and kept in one way: what else goes by the clock of the database is listed', () => {
    const files = globSync('**/*.ts', { cwd: SERVER }).filter((file) => !/\.test\.ts$|\/test\/|generated/.test(file));
    const found = files.flatMap((file) => {
      const times = file === LEASE ? [] : timesIn(readFileSync(path.join(SERVER, file), 'utf8'));
      return times.map((time) => `${file}: ${time}`);
    });
    const listed = Object.entries(OTHER_TIMES).flatMap(([file, times]) =>
      Object.keys(times).map((time) => `${file}: ${time}`),
    );
    expect(found.toSorted()).toEqual(listed.toSorted());
  });

  it.each([
    ['`UPDATE work SET lease_until = now() + $1`', 'lease_until'],
    ['`SELECT FROM work WHERE d.lease_until < clock_timestamp()`', 'lease_until'],
    ['`DELETE FROM claims WHERE held.until <= clock_timestamp()`', 'until'],
    ['`SELECT FROM work WHERE now() > lease_until`', 'lease_until'],
    ['`UPDATE work SET taken_to = clock_timestamp() + $2 WHERE taken_to < clock_timestamp()`', 'taken_to'],
    ['`UPDATE work SET taken_to = CASE WHEN free THEN now() + $2 END`', 'taken_to'],
    ["`SELECT FROM work WHERE taken_at < current_timestamp - interval '1 minute'`", 'taken_at'],
    ["`SELECT FROM work WHERE taken_at BETWEEN now() - interval '1 minute' AND now()`", 'taken_at'],
    ['const renewal = setInterval(() => void renew(db), 1_000);', 'setInterval(() => void renew'],
  ])('would be found where they are made by hand: %s', (text, time) => {
    expect(timesIn(text)).toEqual([time]);
  });

  it('are not what takes the time of now', () => {
    const lease = `UPDATE work SET began_at = now(), lease_until = \${LEASE_OF} $1 WHERE lease_until \${IS_FREE}`;
    expect(timesIn(lease)).toEqual([]);
  });
});
