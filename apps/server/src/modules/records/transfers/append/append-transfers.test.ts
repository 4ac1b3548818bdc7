import type { RawTransfer } from '@assay/exposure';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestDatabase, testDatabase } from '../../../../../test/support/database.ts';
import { inTransaction } from '../../../../platform/db/index.ts';
import { ensureLedger, type Ledger } from '../ledgers/ledger.store.ts';
import { appendTransfers } from './append-transfers.ts';
import { transferKey } from './record-key.ts';
import { undoBlocks } from './undo-blocks.ts';

let database: TestDatabase;
let made = 0;

beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.drop());

const freshLedger = (): Promise<Ledger> => {
  made += 1;
  return ensureLedger(database.pool, 'ETH', `T${made}`);
};

const append = (ledger: Ledger, add: readonly RawTransfer[]) =>
  inTransaction(database.pool, (client) => appendTransfers(client, ledger, { add }));

/** Everything a reader can see of a ledger, without the handles that differ from one ledger to the next. */
async function picture(ledger: Ledger): Promise<unknown> {
  const records = await database.pool.query(
    `SELECT t.position, f.address AS from, r.address AS to, amount, inflow_share, covered, outflow_share, time, block,
            transaction_id, kind, record_index, ordinal
       FROM transfers t JOIN accounts f ON f.id = from_id JOIN accounts r ON r.id = to_id
      WHERE t.ledger_id = $1 ORDER BY position`,
    [ledger.id],
  );
  const accounts = await database.pool.query(
    `SELECT address, role, balance, short, last_position, inflows, outflows, received, sent,
            CASE WHEN role = 'account' THEN first_time END AS first, CASE WHEN role = 'account' THEN last_time END AS last
       FROM accounts WHERE ledger_id = $1 AND inflows + outflows > 0 ORDER BY address`,
    [ledger.id],
  );
  return { records: records.rows, accounts: accounts.rows };
}

const party = fc.constantFrom('a', 'b', 'c', 'd', 'issuer', 'fee');
const transfer: fc.Arbitrary<RawTransfer> = fc.record({
  block: fc.integer({ min: 1, max: 8 }),
  transactionIndex: fc.option(fc.nat({ max: 2 })),
  transactionId: fc.constantFrom('t1', 't2', 't3'),
  kind: fc.constantFrom('native', 'internal', 'token'),
  index: fc.option(fc.nat({ max: 3 })),
  ordinal: fc.nat({ max: 1 }),
  from: party,
  to: party,
  amount: fc.bigInt({ min: 0n, max: 1n << 80n }),
  time: fc.constant(0),
});
const history = fc
  .uniqueArray(transfer, { minLength: 1, maxLength: 24, selector: (t) => `${t.block} ${transferKey(t)}` })
  .map((list) =>
    list.map((t) => ({ ...t, transactionId: `${t.block}${t.transactionId}`, time: 1_700_000_000 + (t.block >> 1) })),
  );

describe('appending transfers', () => {
  it('comes to the same records, ratios and balances in whatever order and batches they arrive', async () => {
    await fc.assert(
      fc.asyncProperty(
        history,
        fc.infiniteStream(fc.nat()),
        fc.integer({ min: 1, max: 7 }),
        async (list, keys, size) => {
          const inOrder = await freshLedger();
          await append(inOrder, list);
          const shuffled = await freshLedger();
          const mixed = list.map((t) => ({ t, key: keys.next().value ?? 0 })).sort((a, b) => a.key - b.key);
          for (let at = 0; at < mixed.length; at += size)
            await append(
              shuffled,
              mixed.slice(at, at + size).map(({ t }) => t),
            );
          expect(await picture(shuffled)).toEqual(await picture(inOrder));
        },
      ),
      { numRuns: 40 },
    );
  });

  it('holds a record once, however often it arrives', async () => {
    await fc.assert(
      fc.asyncProperty(history, async (list) => {
        const ledger = await freshLedger();
        const first = await append(ledger, list);
        const before = await picture(ledger);
        const second = await append(ledger, list);
        expect(second).toMatchObject({ added: 0, duplicates: first.added + first.duplicates, ignored: first.ignored });
        expect(await picture(ledger)).toEqual(before);
      }),
      { numRuns: 20 },
    );
  });

  it('takes the last blocks back exactly', async () => {
    await fc.assert(
      fc.asyncProperty(history, fc.integer({ min: 1, max: 8 }), async (list, block) => {
        const kept = await freshLedger();
        await append(
          kept,
          list.filter((t) => t.block < block),
        );
        const undone = await freshLedger();
        await append(undone, list);
        await inTransaction(database.pool, (client) => undoBlocks(client, undone, block));
        expect(await picture(undone)).toEqual(await picture(kept));
      }),
      { numRuns: 30 },
    );
  });

  it('keeps amounts beyond 2^53 exact', async () => {
    const ledger = await freshLedger();
    const amount = 2n ** 200n + 1n;
    const one = { block: 1, transactionIndex: 0, kind: 'token', index: 0, ordinal: 0, time: 1_700_000_000 } as const;
    await append(ledger, [
      { ...one, transactionId: 'x', from: 'a', to: 'b', amount },
      { ...one, transactionId: 'y', from: 'b', to: 'c', amount: amount - 1n },
    ]);
    const found = await database.pool.query('SELECT balance FROM accounts WHERE ledger_id = $1 AND address = $2', [
      ledger.id,
      'b',
    ]);
    expect(found.rows).toEqual([{ balance: '1' }]);
  });

  it('writes thousands of accounts at once as it writes them few by few', async () => {
    const numbers = Array.from({ length: 1_200 }, (_, number) => number);
    const sent = (second: number, from: string, to: string, amount: bigint) =>
      numbers.map((number): RawTransfer => {
        const place = { block: second, transactionIndex: number, index: number, ordinal: 0, kind: 'token' } as const;
        const ends = { from: `${from}${number}`, to: `${to}${number}` };
        return { ...place, ...ends, transactionId: `${second}-${number}`, amount, time: 1_700_000_000 + second };
      });
    const history = [sent(0, 'p', 'q', 2n ** 70n), sent(1, 'q', 'p', 2n ** 69n + 1n), sent(2, 'p', 'q', 3n)];
    const atOnce = await freshLedger();
    for (const list of history) await append(atOnce, list);
    const fewByFew = await freshLedger();
    for (const list of history) {
      for (let from = 0; from < list.length; from += 300) await append(fewByFew, list.slice(from, from + 300));
    }
    expect(await picture(atOnce)).toEqual(await picture(fewByFew));
  });

  it('lets two writers of one ledger wait for each other', async () => {
    const ledger = await freshLedger();
    const one = { block: 1, transactionIndex: 0, kind: 'token', ordinal: 0, from: 'a', to: 'b', amount: 1n } as const;
    await Promise.all(
      Array.from({ length: 8 }, (_, index) =>
        append(ledger, [{ ...one, index, transactionId: `t${index}`, time: 1_700_000_000 + (index % 3) }]),
      ),
    );
    const found = await database.pool.query(
      'SELECT inflows, balance FROM accounts WHERE ledger_id = $1 AND address = $2',
      [ledger.id, 'b'],
    );
    expect(found.rows).toEqual([{ inflows: 8, balance: '8' }]);
  });
});

describe('one transfer from two sources', () => {
  const move = {
    block: 7,
    transactionIndex: null,
    transactionId: 't',
    kind: 'token',
    ordinal: 0,
    from: 'a',
    to: 'b',
    amount: 5n,
    time: 1_700_000_000,
  } as const;
  const counted = { ...move, index: 12 };
  const uncounted = { ...move, index: null };

  it('is held once, whichever came first, when only one of them counts log entries', async () => {
    for (const order of [
      [counted, uncounted],
      [uncounted, counted],
    ]) {
      const ledger = await freshLedger();
      for (const record of order) await append(ledger, [record]);
      expect(await picture(ledger)).toMatchObject({ records: [{ record_index: 12, amount: '5' }] });
    }
  });

  it('is held twice when one source counts two of it', async () => {
    const ledger = await freshLedger();
    await append(ledger, [counted, { ...counted, index: 13 }, uncounted]);
    expect(await picture(ledger)).toMatchObject({ records: [{ record_index: 12 }, { record_index: 13 }] });
  });
});
