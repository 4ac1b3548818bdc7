import type { Label, RawTransaction } from '@assay/exposure';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { labelsByMethod2, READER_OF_METHOD_2 } from '../../src/modules/checks/checks/compute/labels-by-method-2.ts';
import { givenLabelVersion, KnownLabels, labelSetState, labelsOf } from '../../src/modules/labels/index.ts';
import { appendCoins } from '../../src/modules/records/transfers/append/append-coins.ts';
import { refreshClusters } from '../../src/modules/records/transfers/clusters/refresh-clusters.ts';
import { replaceLabelsOfMethod2 } from '../../src/modules/records/transfers/derive-2/labels-of-method-2.store.ts';
import { refreshLabels2 } from '../../src/modules/records/transfers/derive-2/refresh-labels-2.ts';
import { ensureLedger } from '../../src/modules/records/transfers/ledgers/ledger.store.ts';
import { type Db, inTransaction } from '../../src/platform/db/index.ts';
import { type TestDatabase, testDatabase } from '../support/database.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.drop());

const USDT = { network: 'ETH', ticker: 'USDT' } as const;
const BTC = { network: 'BTC', ticker: 'BTC' } as const;

async function give(set: string, network: string, address: string, category: string): Promise<void> {
  const hash = Buffer.from(set).toString('hex').padEnd(64, '0').slice(0, 64);
  await database.pool.query(
    `INSERT INTO label_set (name, origin, format, location, content_hash, accepted, rejected)
     VALUES ($1, 'import', 'csv', 'here', $2, 1, 0)`,
    [set, hash],
  );
  await database.pool.query(
    `INSERT INTO label (network, address, set_name, source, entity, category, confidence)
     VALUES ($1, $2, $3, 'list', $3, $4, 70)`,
    [network, address, set, category],
  );
}

/** Two addresses sign one transaction. */
const joint: RawTransaction = {
  ...{ transactionId: 'joint', block: 1, transactionIndex: 0, time: 1_650_000_000, coinbase: false },
  inputs: ['hot', 'cold'].map((owner, index) => ({ transactionId: 'before', index, owner, amount: 600n })),
  outputs: [{ index: 0, owner: 'somebody', amount: 1_000n }],
};

async function refresh(): Promise<void> {
  const given = (db: Db) => ({
    labelsOf: (network: string, addresses: readonly string[]) => labelsOf(db, network, addresses, null),
    version: () => givenLabelVersion(db),
    changes: async () => [],
  });
  const signal = AbortSignal.timeout(60_000);
  await refreshClusters(database.pool, given, () => undefined, signal);
  await refreshLabels2(database.pool, given, () => undefined, signal);
}

/** Counts what is asked. */
function counting(): { readonly db: Db; readonly asked: () => number } {
  let asked = 0;
  const query = (...question: Parameters<typeof database.pool.query>) => {
    asked += 1;
    return database.pool.query(...question);
  };
  return { db: { query } as unknown as Db, asked: () => asked };
}

type Asset = typeof USDT | typeof BTC;

/** Labels through a cache for which two labels are too many to keep. */
async function openFiltered({ network, ticker }: Asset, known: KnownLabels) {
  const { digest } = await labelSetState(database.pool);
  return (db: Db, addresses: readonly string[]): Promise<Label[][]> =>
    labelsByMethod2(database.pool, { network, ticker }, known, digest).then(({ digest: whole }) =>
      known.labelsOf(db, whole, network, addresses, ticker),
    );
}

const open = () => new KnownLabels({ reader: READER_OF_METHOD_2, pool: database.pool, most: 1 });
const directly = ({ network, ticker }: Asset, addresses: readonly string[]) =>
  READER_OF_METHOD_2.labelsOf(database.pool, network, addresses, ticker);

describe('labels of method 2 in a large store', () => {
  beforeAll(async () => {
    await give('exchange', 'ETH', 'kraken', 'exchange_licensed');
    await give('thief', 'BSC', 'thief', 'stolen_coins');
    await give('shop', 'BSC', 'shop', 'payment_processor');
    await give('coins', 'BTC', 'hot', 'exchange_licensed');
    const derived = ['deposit-1', 'deposit-2'].map((address) => ({
      ...({ address, rule: 'deposit_address', entity: 'Kraken', category: 'exchange_licensed' } as const),
      ...{ source: 'derived-deposit-address', confidence: 40 },
    }));
    await replaceLabelsOfMethod2(database.pool, USDT, derived, 'basis');
    const ledger = await ensureLedger(database.pool, 'BTC', 'BTC');
    await inTransaction(database.pool, (client) => appendCoins(client, ledger, [joint]));
    await refresh();
  });

  const names = ['kraken', 'thief', 'shop', 'deposit-1', 'deposit-2', 'hot', 'cold', 'somebody', 'nobody'] as const;

  it.each([USDT, BTC])('are the same without the filters, while they are read and after: $network', async (asset) => {
    const known = open();
    const filtered = await openFiltered(asset, known);
    const expected = await directly(asset, names);
    expect(expected.filter((own) => own.length > 0).length).toBeGreaterThan(1);
    expect(await filtered(database.pool, names)).toEqual(expected);
    await known.settled();
    await fc.assert(
      fc.asyncProperty(fc.array(fc.constantFrom(...names), { maxLength: 6 }), async (addresses) => {
        expect(await filtered(database.pool, addresses)).toEqual(await directly(asset, addresses));
      }),
      { numRuns: 40 },
    );
  });

  it.each([USDT, BTC])('are not asked for where the filters deny that an address has any: $network', async (asset) => {
    const known = open();
    const filtered = await openFiltered(asset, known);
    await filtered(database.pool, ['nobody']);
    await known.settled();
    const { db, asked } = counting();
    expect(await filtered(db, ['nobody', 'somebody', 'someone'])).toEqual([[], [], []]);
    expect(asked()).toBe(0);
    const [carried, derived] = await filtered(db, asset === USDT ? ['thief', 'deposit-1'] : ['hot', 'cold']);
    expect(asked()).toBeGreaterThan(0);
    expect(carried).not.toEqual([]);
    expect(derived).toMatchObject([{ confidence: asset === USDT ? 40 : 70, origin: 'derived' }]);
  });

  it('share the filter over given labels among assets and networks of the same key', async () => {
    const known = open();
    const before = await openFiltered(USDT, known);
    await before(database.pool, ['nobody']);
    await known.settled();
    const { db, asked } = counting();
    // The given labels with their version, and those derived there, of which there are none: no label is asked for.
    expect(await known.labelsOf(db, 'state', 'BSC', ['nobody'], 'BNB')).toEqual([[]]);
    expect(asked()).toBe(3);
  });

  it('are those of clusters again once these lend other labels, of the same addresses', async () => {
    const known = open();
    const before = await openFiltered(BTC, known);
    const [lent] = await before(database.pool, ['cold']);
    expect(lent).toMatchObject([{ category: 'exchange_licensed', derivedBy: 'cluster' }]);
    await give('cold', 'BTC', 'cold', 'scam');
    const between = await openFiltered(BTC, known);
    await between(database.pool, ['hot']);
    await known.settled();
    const [own] = await between(database.pool, ['hot']);
    expect(own).toHaveLength(2);
    await refresh();
    const after = await openFiltered(BTC, known);
    expect(await after(database.pool, ['hot', 'cold'])).toEqual(await directly(BTC, ['hot', 'cold']));
    await known.settled();
    const [hot] = await after(database.pool, ['hot']);
    expect(hot?.map(({ category, origin }) => `${category} ${origin}`).toSorted()).toEqual([
      'exchange_licensed derived',
      'exchange_licensed given',
      'scam derived',
    ]);
  });
});
