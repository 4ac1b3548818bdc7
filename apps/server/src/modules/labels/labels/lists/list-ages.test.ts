import { afterAll, beforeEach, expect, it } from 'vitest';
import { testDatabase } from '../../../../../test/support/database.ts';
import { noteLabelUpdate } from './label-updates.store.ts';
import { listAges } from './list-ages.ts';

const database = await testDatabase();
const { pool } = database;
afterAll(() => database.drop());
beforeEach(() => pool.query('TRUNCATE label_set, label_updates CASCADE'));

async function store(name: string, origin: 'starter' | 'import', importedAt: string): Promise<void> {
  await pool.query(
    `INSERT INTO label_set (name, origin, format, location, content_hash, accepted, rejected, imported_at)
     VALUES ($1, $2, 'jsonl', 'x', repeat('a', 64), 1, 0, $3)`,
    [name, origin, importedAt],
  );
}

const sanctions = async () => (await listAges(pool)).find(({ setName }) => setName === 'ofac-sdn');

it('names a list of sanctions that is not stored, and no other', async () => {
  expect(await listAges(pool)).toEqual([
    { setName: 'ofac-sdn', title: 'OFAC Specially Designated Nationals', isSanctions: true, currentAt: null },
  ]);
});

it('takes a list that shipped to be as old as it states, however late it was loaded', async () => {
  await store('ofac-sdn', 'starter', '2026-11-28T00:00:00Z');
  expect(await sanctions()).toMatchObject({ currentAt: '2026-08-20T00:00:00.000Z' });
});

it('is as young as the last fetch that found the stored list to be the present one', async () => {
  await store('ofac-sdn', 'import', '2026-09-01T00:00:00Z');
  await noteLabelUpdate(pool, 'ofac-sdn', 'current');
  const { rows } = await pool.query<{ at: Date }>('SELECT current_at AS at FROM label_updates');
  expect(await sanctions()).toMatchObject({ currentAt: rows[0]?.at.toISOString() });
});

it('stays as old as it was where the fetched list is held, or the fetch failed', async () => {
  await store('ofac-sdn', 'starter', '2026-11-28T00:00:00Z');
  await noteLabelUpdate(pool, 'ofac-sdn', 'held');
  await noteLabelUpdate(pool, 'ofac-sdn', { failure: 'answered 503' });
  expect(await sanctions()).toMatchObject({ currentAt: '2026-08-20T00:00:00.000Z' });
});

it('knows no age of what ships with a sentence in place of a day', async () => {
  await store('mew-darklist', 'starter', '2026-11-28T00:00:00Z');
  expect((await listAges(pool)).find(({ setName }) => setName === 'mew-darklist')).toMatchObject({ currentAt: null });
});
