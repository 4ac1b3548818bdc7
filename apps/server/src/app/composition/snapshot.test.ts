import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { RawTransfer } from '@assay/exposure';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type TestDatabase, testDatabase } from '../../../test/support/database.ts';
import { balanceWith } from '../../modules/checks/checks/test/check-fakes.ts';
import { type ChecksDeps, checkSnapshots, OPERATOR } from '../../modules/checks/index.ts';
import { exposureEngine } from '../../modules/checks/outside/engine/exposure-engine.ts';
import { importLabels } from '../../modules/labels/index.ts';
import { ledger } from '../../modules/money/index.ts';
import { appendTransfers, ensureLedger } from '../../modules/records/index.ts';
import { inTransaction, openPool, type Pool } from '../../platform/db/index.ts';
import { wireChecks } from './checks.ts';

const LISTED = '0x28c6c06298d514db089934071355e5743bf21d60';
const BETWEEN = `0x${'22'.repeat(20)}`;
const SUBJECT = `0x${'11'.repeat(20)}`;
/** Labelled, without records: only its own labels are known. */
const ALONE = `0x${'33'.repeat(20)}`;
const LISTED_MONERO = '44AFFq5kSiGBoZ4NMDwYtN18obc8AemS33DBLWs3H7otXft3XjrpDtQGv7SqSsaBYBb98uNbr2VBBEt7f2wfn3RVGQBEP3A';
const PAID = { sub: 'demo', pays: true };

function usdt(from: string, to: string, dollars: number, at: number): RawTransfer {
  return {
    block: 19_000_000 + at,
    transactionIndex: 0,
    transactionId: `0x${at.toString(16).padStart(64, '0')}`,
    kind: 'token',
    index: 0,
    ordinal: 0,
    from,
    to,
    amount: BigInt(dollars) * 1_000_000n,
    time: 1_704_067_200 + at * 3600,
  };
}

describe('one state of the database for one check', () => {
  let database: TestDatabase;
  let folder: string;

  beforeAll(async () => {
    database = await testDatabase();
    folder = await mkdtemp(path.join(tmpdir(), 'assay-snapshot-'));
  });
  beforeEach(async () => {
    await database.pool.query('TRUNCATE checks, ledgers, accounts, transfers, label_set CASCADE');
    await importOf('exchange_licensed');
    await append([usdt('issuer', LISTED, 10_000, 1), usdt(LISTED, BETWEEN, 100, 2), usdt(BETWEEN, SUBJECT, 90, 3)]);
  });
  afterAll(async () => {
    await database.drop();
    await rm(folder, { recursive: true });
  });

  /** Replaces the label set by one in which every address has this category. */
  async function importOf(category: string): Promise<void> {
    const file = path.join(folder, 'labels.jsonl');
    const places = [
      ['ETH', LISTED],
      ['ETH', ALONE],
      ['XMR', LISTED_MONERO],
    ];
    const lines = places.map(([network, address]) =>
      JSON.stringify({ network, address, entity: 'Somebody', category, confidence: 100, source_date: '2024-01-01' }),
    );
    await writeFile(file, lines.join('\n'));
    await importLabels(database.pool, { format: 'jsonl', locations: [file], setName: 'test', origin: 'import' });
  }

  async function append(transfers: readonly RawTransfer[]): Promise<void> {
    const ledger = await ensureLedger(database.pool, 'ETH', 'USDT');
    await inTransaction(database.pool, (client) => appendTransfers(client, ledger, { add: transfers }));
  }

  /** All that a check reads changes: the labels, the records it walks, their tip and their number. */
  async function importEverything(): Promise<void> {
    await importOf('sanctions');
    await append([usdt(LISTED, SUBJECT, 5_000, 4), usdt(SUBJECT, LISTED, 40, 5)]);
  }

  function serviceOn(pool: Pool, overrides: Partial<ChecksDeps> = {}) {
    const failed = (fault: object, message: string) => expect.fail(`${message}: ${JSON.stringify(fault)}`);
    const clock = { now: () => new Date('2026-01-01') };
    return wireChecks(pool, { warn: failed, error: failed }, { clock, ...overrides });
  }

  async function resultOf(address: string, ticker: string, parent: string | null, overrides: Partial<ChecksDeps> = {}) {
    const { checks } = serviceOn(database.pool, overrides);
    const { result } = await checks.runCheck(OPERATOR, { address, ticker, parent });
    return result ?? '';
  }

  /** The engine of the product, with an import after the first page of records the walk has read. */
  function engineInterruptedBy(work: () => Promise<void>): ChecksDeps['engine'] {
    let isDone = false;
    return {
      ...exposureEngine,
      exposureOf: (store, subject, direction, options) => {
        if (store.ledger !== 'account') throw new Error('USDT on Ethereum is an account ledger');
        const page: typeof store.page = async (...asks) => {
          const pages = await store.page(...asks);
          if (!isDone) {
            isDone = true;
            await work();
          }
          return pages;
        };
        // Through these pages, whatever other way the store knows.
        const paged = { ...store, page };
        delete paged.walk;
        return exposureEngine.exposureOf(paged, subject, direction, options);
      },
    };
  }

  it('an import in the middle of a walk changes neither its result nor its version', async () => {
    const before = await resultOf(SUBJECT, 'USDT', 'ETH');
    let imports = 0;
    const engine = engineInterruptedBy(async () => {
      await importEverything();
      imports += 1;
    });
    const during = await resultOf(SUBJECT, 'USDT', 'ETH', { engine });
    expect(imports).toBe(1);
    expect(during).toBe(before);

    const after = await resultOf(SUBJECT, 'USDT', 'ETH');
    expect(JSON.parse(after)).toMatchObject({ riskscore: 1, records_held: expect.stringContaining('5 transfers') });
    expect(JSON.parse(before)).toMatchObject({ riskscore: 5, records_held: expect.stringContaining('3 transfers') });
    expect(JSON.parse(after).label_set_version).not.toBe(JSON.parse(before).label_set_version);
    expect(JSON.parse(after).tip).not.toEqual(JSON.parse(before).tip);
  });

  it.each([
    ['an address without records', ALONE, 'USDT', 'ETH'],
    ['an asset without records', ALONE, 'USDC', 'ETH'],
    ['an asset that cannot be followed', LISTED_MONERO, 'XMR', null],
  ])('an import after the snapshot of %s changes nothing either', async (_name, address, ticker, parent) => {
    const before = await resultOf(address, ticker, parent);
    const open = checkSnapshots(database.pool);
    const during = await resultOf(address, ticker, parent, {
      withSnapshot: (asset, work) =>
        open(asset, async (snapshot) => {
          await importEverything();
          return work(snapshot);
        }),
    });
    expect(during).toBe(before);
    const after = JSON.parse(await resultOf(address, ticker, parent));
    expect(after).toMatchObject({ riskscore: 1, cause: { rule: 'identity' } });
    expect(after.label_set_version).not.toBe(JSON.parse(before).label_set_version);
  });

  it('more checks at once than connections all end, with their reservations', async () => {
    const pool = openPool(database.url, { maxConnections: 2 });
    try {
      await ledger.topUp(pool, 'demo', 100, new Date());
      let walks = 0;
      let mostWalks = 0;
      const { checks } = serviceOn(pool, {
        slots: { running: 12, waiting: 60 },
        balance: balanceWith(8),
        engine: {
          ...exposureEngine,
          exposureOf: async (...asked) => {
            walks += 1;
            mostWalks = Math.max(mostWalks, walks);
            const exposure = await exposureEngine.exposureOf(...asked);
            walks -= 1;
            return exposure;
          },
        },
      });
      const subjects = [SUBJECT, BETWEEN, LISTED, ALONE];
      const asked = Array.from({ length: 32 }, (_, at) => ({
        address: subjects[at % subjects.length] ?? '',
        ticker: at % 8 < 4 ? 'USDT' : 'USDC',
        parent: 'ETH',
      }));
      const done = await Promise.all(asked.map((request) => checks.runCheck(PAID, request)));
      expect(done.map(({ status }) => status)).toEqual(asked.map(() => 'done'));
      // Two checks have a connection, and walk both ways at once.
      expect(mostWalks).toBeGreaterThanOrEqual(2);
      expect(mostWalks).toBeLessThanOrEqual(4);
      const { rows } = await pool.query('SELECT sum(held_checks)::integer AS held FROM ledger_tariffs');
      expect(rows).toEqual([{ held: 0 }]);
    } finally {
      await pool.end();
    }
  });

  it('walks that take long leave connections for everything else', async () => {
    const pool = openPool(database.url, { maxConnections: 4 });
    const walk = Promise.withResolvers<void>();
    try {
      await ledger.topUp(pool, 'demo', 10, new Date());
      const { checks } = serviceOn(pool, {
        answerWithinMs: 1,
        engine: {
          ...exposureEngine,
          exposureOf: async (...asked) => {
            await walk.promise;
            return exposureEngine.exposureOf(...asked);
          },
        },
      });
      const requests = [SUBJECT, BETWEEN, LISTED].flatMap((address) => [
        { address, ticker: 'USDT', parent: 'ETH' },
        { address, ticker: 'USDT', parent: 'ETH' },
      ]);
      const begun = await Promise.all(requests.map((request) => checks.runCheck(PAID, request)));
      await expect.poll(() => pool.totalCount - pool.idleCount).toBe(2);
      expect(pool.waitingCount).toBe(0);
      await pool.query('SELECT');
      walk.resolve();
      for (const { subId } of begun) {
        await expect.poll(async () => (await checks.readCheck(subId)).status).toBe('done');
      }
    } finally {
      walk.resolve();
      await pool.end();
    }
  });
});
