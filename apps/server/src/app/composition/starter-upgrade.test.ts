import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { testDatabase } from '../../../test/support/database.ts';
import { STARTER_LABELS_DIR } from '../../modules/labels/index.ts';
import { completeStarterSets } from '../jobs/starter-sets.ts';
import { STARTER_SETS } from './starter-data.ts';

interface Wrong {
  readonly network: string;
  readonly address: string;
  readonly source: string;
  readonly entity: string;
  readonly category: string;
}

const database = await testDatabase();
const { pool } = database;
let wrong: readonly Wrong[] = [];
afterAll(() => database.drop());

/** As an earlier version left it: its wrong rows, half as they shipped and half as the operator imported them. */
beforeAll(async () => {
  wrong = JSON.parse(await readFile(path.join(STARTER_LABELS_DIR, 'withdrawn.json'), 'utf8')) as readonly Wrong[];
  for (const origin of ['starter', 'import']) {
    await pool.query(
      `INSERT INTO label_set (name, origin, format, location, content_hash, accepted, rejected)
       VALUES ($1, $2, 'jsonl', 'former', $3, $4, 0)`,
      [`former-${origin}`, origin, createHash('sha256').update(origin).digest('hex'), wrong.length],
    );
    await pool.query(
      `INSERT INTO label (network, address, set_name, source, entity, category, confidence)
       SELECT network, address, $2, source, entity, category, 70
         FROM jsonb_to_recordset($1) AS t(network text, address text, source text, entity text, category text)`,
      [JSON.stringify(wrong), `former-${origin}`],
    );
  }
});

const stillStated = async (): Promise<number> => {
  const { rows } = await pool.query<{ count: number }>(
    `SELECT count(*)::int AS count FROM effective_label
       JOIN jsonb_to_recordset($1) AS t(network text, address text, source text, entity text, category text)
      USING (network, address, source, entity, category)`,
    [JSON.stringify(wrong)],
  );
  return rows[0]?.count ?? -1;
};

it('the wrong labels of an earlier version are gone after the first start of this one', {
  timeout: 300_000,
}, async () => {
  expect(wrong.length).toBeGreaterThan(200);
  expect(await stillStated()).toBe(2 * wrong.length);
  const work = { pool, say: () => undefined, progress: () => undefined };
  await completeStarterSets(
    STARTER_SETS.filter(({ name }) => name === 'labels'),
    work,
    new AbortController().signal,
  );
  expect(await stillStated()).toBe(0);
  const { rows } = await pool.query(`SELECT name FROM label_set WHERE name LIKE 'former-%'`);
  expect(rows).toEqual([{ name: 'former-import' }]);
});
