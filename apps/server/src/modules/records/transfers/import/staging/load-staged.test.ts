import type { RawTransfer } from '@assay/exposure';
import { accountGraph, Random } from '@assay/testkit';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type TestDatabase, testDatabase } from '../../../../../../test/support/database.ts';
import { inTransaction } from '../../../../../platform/db/index.ts';
import { appendTransfers } from '../../append/append-transfers.ts';
import { ensureLedger } from '../../ledgers/ledger.store.ts';
import { findOrBeginImport, finishReading } from '../import-manifest.store.ts';
import { appendStaged } from './append-staged.ts';
import { setOpenings } from './set-openings.ts';
import { stageItems } from './staging.store.ts';

const ASSET = { network: 'ETH', ticker: 'USDT' } as const;
const never = new AbortController().signal;

let database: TestDatabase;
beforeEach(async () => {
  database = await testDatabase();
});
afterEach(() => database.drop());

async function stage(transfers: readonly RawTransfer[], openings: ReadonlyMap<string, bigint>, isRead = true) {
  const manifest = await findOrBeginImport(database.pool, `test ${transfers.length} ${isRead}`, 'csv');
  await inTransaction(database.pool, (client) =>
    stageItems(client, manifest.id, [
      ...[...openings].map(([address, amount]) => ({ what: 'opening', ...ASSET, address, amount }) as const),
      ...transfers.map((transfer) => ({ what: 'transfer', ...ASSET, time: transfer.time, transfer }) as const),
    ]),
  );
  if (isRead) await finishReading(database.pool, manifest.id, 0);
}

/** Records by position, accounts by address: everything that checks read, without the numbers of the accounts. */
async function picture() {
  const records = await database.pool.query(
    `SELECT t.position, f.address AS payer, r.address AS payee, t.amount, t.inflow_share, t.covered, t.outflow_share,
            t.time, t.block, t.transaction_index, t.kind, t.record_index, t.ordinal, t.transaction_id
       FROM transfers t JOIN accounts f ON f.id = t.from_id JOIN accounts r ON r.id = t.to_id ORDER BY t.position`,
  );
  const accounts = await database.pool.query(
    `SELECT address, role, opening, opening_known, opening_unread, short, balance, last_position, inflows, outflows,
            received, sent, first_time, last_time FROM accounts ORDER BY address COLLATE "C"`,
  );
  const ledger = await database.pool.query('SELECT records, addresses FROM ledgers');
  return { records: records.rows, accounts: accounts.rows, ledger: ledger.rows };
}

const graph = accountGraph({ seed: 31, accounts: 90, transfers: 2_600 });
const random = new Random(31);
const mixed = random.shuffle(graph.transfers);

describe('an asset loaded whole', () => {
  it('is stored as if its records had been appended, batch by batch, in any order', async () => {
    const again = mixed.slice(0, 40);
    await stage([...mixed, ...again], graph.openings);
    const totals = await appendStaged(database.pool, () => undefined, never);
    const loaded = await picture();
    expect(loaded.records.length).toBeGreaterThan(1_000);
    expect(totals).toMatchObject({ added: loaded.records.length, removed: 0 });
    expect((await database.pool.query('SELECT FROM staged_transfers')).rowCount).toBe(0);

    await database.drop();
    database = await testDatabase();
    const ledger = await ensureLedger(database.pool, ASSET.network, ASSET.ticker);
    const openings = [...graph.openings].map(([address, amount]) => ({ address, amount }));
    await inTransaction(database.pool, (client) => setOpenings(client, ledger, openings));
    for (let at = 0; at < mixed.length; at += 400) {
      const add = mixed.slice(at, at + 400);
      await inTransaction(database.pool, (client) => appendTransfers(client, ledger, { add }));
    }
    expect(await picture()).toEqual(loaded);
  });

  it('accepts late records and reorganisations like any other asset', async () => {
    const ordered = mixed.toSorted((a, b) => a.time - b.time);
    const late = ordered.filter((_, index) => index % 17 === 3);
    const first = ordered.filter((_, index) => index % 17 !== 3);
    await stage(first, new Map());
    await appendStaged(database.pool, () => undefined, never);
    const ledger = await ensureLedger(database.pool, ASSET.network, ASSET.ticker);
    await inTransaction(database.pool, (client) => appendTransfers(client, ledger, { add: late }));
    const together = await picture();

    await database.drop();
    database = await testDatabase();
    await stage(mixed, new Map());
    await appendStaged(database.pool, () => undefined, never);
    expect(await picture()).toEqual(together);
  });

  it('leaves rows in staging that belong to files that are not read completely', async () => {
    await stage(mixed.slice(0, 1_500), new Map());
    await stage(mixed.slice(1_500, 1_600), new Map(), false);
    await appendStaged(database.pool, () => undefined, never);
    expect((await database.pool.query('SELECT FROM staged_transfers')).rowCount).toBe(100);
  });

  it('is not visible at all when its loading ends early', async () => {
    await stage(mixed, graph.openings);
    await database.pool.query(
      'CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION $m$no$m$; END $$',
    );
    await database.pool.query('CREATE TRIGGER refuse BEFORE UPDATE ON ledgers EXECUTE FUNCTION refuse()');
    await expect(appendStaged(database.pool, () => undefined, never)).rejects.toThrow('no');
    expect((await picture()).records).toEqual([]);
    expect((await database.pool.query("SELECT FROM pg_class WHERE relname ~ '^transfers_[0-9]+$'")).rowCount).toBe(0);
    await database.pool.query('DROP TRIGGER refuse ON ledgers');
    await appendStaged(database.pool, () => undefined, never);
    expect((await picture()).records.length).toBeGreaterThan(1_000);
  });
});

describe('an asset appended to', () => {
  const ordered = mixed.toSorted((a, b) => a.time - b.time);
  const firstSecond = ordered[0]?.time ?? 0;
  const held = ordered.slice(0, 1_200);
  const middle = held.at(-1)?.time ?? 0;

  /** The rest of the graph, part of it twice, with late records and two transfers of zero. */
  async function stageRest(): Promise<number> {
    const rest = ordered.slice(1_200);
    const late = held.filter((_, index) => index % 50 === 7);
    const nothing = rest.slice(0, 2).map((transfer, index) => ({ ...transfer, index: 9_000 + index, amount: 0n }));
    const staged = [...random.shuffle(rest), ...late, ...rest.slice(0, 30), ...nothing];
    await stage(staged, new Map());
    return staged.length;
  }

  async function hold(records: readonly RawTransfer[]): Promise<void> {
    const ledger = await ensureLedger(database.pool, ASSET.network, ASSET.ticker);
    await inTransaction(database.pool, (client) => appendTransfers(client, ledger, { add: records }));
  }

  it('is stored as if everything had been appended at once, also with late and repeated records', async () => {
    expect(middle).toBeGreaterThan(firstSecond);
    await hold(held.filter((_, index) => index % 50 !== 7));
    const before = (await picture()).records.length;
    const staged = await stageRest();
    const reported: number[] = [];
    const totals = await appendStaged(database.pool, (appended) => reported.push(appended), never);
    expect(totals.added + totals.duplicates + totals.ignored).toBe(staged);
    expect(reported.at(-1)).toBe(totals.added + totals.duplicates);
    const together = await picture();
    expect(together.records).toHaveLength(before + totals.added);
    expect((await database.pool.query('SELECT FROM zero_amounts')).rowCount).toBeGreaterThan(0);
    expect((await database.pool.query('SELECT FROM staged_transfers')).rowCount).toBe(0);

    await database.drop();
    database = await testDatabase();
    await hold(mixed);
    expect(await picture()).toEqual(together);
  });

  it('keeps what it had when its appending ends early, and is complete after a second run', async () => {
    await hold(held);
    const before = await picture();
    await stage(random.shuffle(ordered.slice(1_200)), new Map());
    await database.pool.query(
      'CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION $m$no$m$; END $$',
    );
    await database.pool.query(
      `CREATE TRIGGER refuse BEFORE UPDATE ON ledgers FOR EACH ROW WHEN (NEW.records - OLD.records > 500)
       EXECUTE FUNCTION refuse()`,
    );
    await expect(appendStaged(database.pool, () => undefined, never)).rejects.toThrow('no');
    const { records } = await picture();
    // Records in the last stored second are appended before the others, in a batch of their own.
    expect(records.filter(({ time }) => Number(time) > middle)).toEqual([]);
    expect(records.length).toBeGreaterThanOrEqual(before.records.length);
    await database.pool.query('DROP TRIGGER refuse ON ledgers');
    await appendStaged(database.pool, () => undefined, never);
    const together = await picture();
    await database.drop();
    database = await testDatabase();
    await hold(mixed);
    expect(await picture()).toEqual(together);
  });
});
