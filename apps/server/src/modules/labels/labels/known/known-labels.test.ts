import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { testDatabase } from '../../../../../test/support/database.ts';
import type { Db } from '../../../../platform/db/index.ts';
import { KnownLabels } from './known-labels.ts';
import { labelSetState, labelsOf } from './labels.store.ts';

const database = await testDatabase();
const { pool } = database;
afterAll(() => database.drop());
beforeEach(() => pool.query('TRUNCATE label_set, derived_label_set CASCADE'));

async function put(set: string, address: string, entity: string): Promise<void> {
  const hash = Buffer.from(set + address + entity)
    .toString('hex')
    .padEnd(64, '0')
    .slice(0, 64);
  await pool.query(
    `INSERT INTO label_set (name, origin, format, location, content_hash, accepted, rejected)
     VALUES ($1, 'import', 'csv', 'here', $2, 1, 0)`,
    [set, hash],
  );
  await pool.query(
    `INSERT INTO label (network, address, set_name, source, entity, category, confidence)
     VALUES ('ETH', $1, $2, 'list', $3, 'mixer', 70)`,
    [address, set, entity],
  );
}

/** Counts the queries for labels. */
function counting(): { readonly db: Db; readonly asked: () => number } {
  let asked = 0;
  const query = (...question: Parameters<typeof pool.query>) => {
    asked += 1;
    return pool.query(...question);
  };
  return { db: { query } as unknown as Db, asked: () => asked };
}

describe('cached labels', () => {
  it('are those of the store, and are read once', async () => {
    await put('one', 'a', 'First');
    await put('two', 'b', 'Second');
    const known = new KnownLabels();
    const { digest } = await labelSetState(pool);
    const { db, asked } = counting();
    const addresses = ['b', 'nobody', 'a', 'b'];
    const expected = await labelsOf(pool, 'ETH', addresses, 'USDT');
    expect(await known.labelsOf(db, digest, 'ETH', addresses, 'USDT')).toEqual(expected);
    expect(asked()).toBe(2);
    expect(await known.labelsOf(db, digest, 'ETH', ['a', 'somebody'], 'USDT')).toEqual([expected[2], []]);
    expect(asked()).toBe(2);
  });

  it('are read again as soon as any label changes', async () => {
    await put('one', 'a', 'First');
    const known = new KnownLabels();
    const before = await labelSetState(pool);
    expect((await known.labelsOf(pool, before.digest, 'ETH', ['b'], 'USDT')).flat()).toEqual([]);
    await put('two', 'b', 'Second');
    const after = await labelSetState(pool);
    expect(after.digest).not.toBe(before.digest);
    expect((await known.labelsOf(pool, after.digest, 'ETH', ['b'], 'USDT'))[0]).toMatchObject([{ entity: 'Second' }]);
  });
});

describe('labels of a large store', () => {
  it('are those of the store while the filter is read and after, and most addresses are no longer asked for', async () => {
    await put('one', 'a', 'First');
    await put('two', 'b', 'Second');
    const known = new KnownLabels({ pool, most: 1 });
    const { digest } = await labelSetState(pool);
    const addresses = ['b', 'nobody', 'a'];
    const expected = await labelsOf(pool, 'ETH', addresses, 'USDT');
    expect(await known.labelsOf(pool, digest, 'ETH', addresses, 'USDT')).toEqual(expected);
    await known.settled();
    const { db, asked } = counting();
    expect(await known.labelsOf(db, digest, 'ETH', ['nobody', 'somebody'], 'USDT')).toEqual([[], []]);
    expect(asked()).toBe(0);
    expect(await known.labelsOf(db, digest, 'ETH', addresses, 'USDT')).toEqual(expected);
    expect(asked()).toBe(1);
    expect(await known.at(pool, digest, 'USDT').labelled('ETH')).toBeNull();
  });

  it('are read again as soon as any label changes', async () => {
    await put('one', 'a', 'First');
    await put('two', 'c', 'Third');
    const known = new KnownLabels({ pool, most: 1 });
    const before = await labelSetState(pool);
    await known.labelsOf(pool, before.digest, 'ETH', ['b'], 'USDT');
    await known.settled();
    await put('three', 'b', 'Second');
    const after = await labelSetState(pool);
    await known.labelsOf(pool, after.digest, 'ETH', ['b'], 'USDT');
    await known.settled();
    expect((await known.labelsOf(pool, after.digest, 'ETH', ['b'], 'USDT'))[0]).toMatchObject([{ entity: 'Second' }]);
  });

  it('are found though another call empties the cache meanwhile', async () => {
    for (const address of ['a', 'b', 'c']) await put(address, address, `Entity ${address}`);
    const known = new KnownLabels({ pool, most: 1, mostCached: 1 });
    const { digest } = await labelSetState(pool);
    const ask = (db: Db, ...addresses: readonly string[]) => known.labelsOf(db, digest, 'ETH', addresses, 'USDT');
    await ask(pool, 'a');
    await known.settled();
    await ask(pool, 'a');
    const { promise: opened, resolve: open } = Promise.withResolvers<void>();
    const query = async (...question: Parameters<typeof pool.query>) => {
      await opened;
      return pool.query(...question);
    };
    const late = ask({ query } as unknown as Db, 'a', 'c');
    await ask(pool, 'b');
    await ask(pool, 'nobody');
    open();
    expect((await late).map(([label]) => label?.entity)).toEqual(['Entity a', 'Entity c']);
  });
});
