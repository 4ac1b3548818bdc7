import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type TestDatabase, testDatabase } from '../../../../../test/support/database.ts';
import { inSnapshot, inTransaction } from '../../../../platform/db/index.ts';
import { undoBlocks } from '../append/undo-blocks.ts';
import { importTransfers } from '../import/import-transfers.ts';
import { openTransferStore } from '../open-store.ts';
import { findLedger } from './ledger.store.ts';

const SUBJECT = `0x${'11'.repeat(20)}`;
const REAL = '0xabcd000000000000000000000000000000001234';
const ALIKE = '0xabcd999999999999999999999999999999991234';
const SPAM_TOKEN = `0x${'99'.repeat(20)}`;
const HEADER = 'network,asset,block,transaction_index,transaction,from,to,amount,time';

describe('transfers of nothing', () => {
  let database: TestDatabase;
  let folder: string;

  beforeAll(async () => {
    database = await testDatabase();
    folder = await mkdtemp(path.join(tmpdir(), 'assay-zero-'));
  });
  beforeEach(async () => {
    await database.pool.query('TRUNCATE zero_amounts');
  });
  afterAll(async () => {
    await database.drop();
    await rm(folder, { recursive: true });
  });

  const line = (ticker: string, at: number, from: string, to: string, amount: bigint) =>
    ['ETH', ticker, 100 + at, 0, `0x${at.toString(16).padStart(64, '0')}`, from, to, amount, 1_700_000_000 + at].join(
      ',',
    );

  async function importOf(name: string, lines: readonly string[]) {
    const file = path.join(folder, name);
    await writeFile(file, [HEADER, ...lines].join('\n'));
    return importTransfers(database.pool, {
      format: 'csv',
      network: null,
      asset: null,
      files: [file],
      again: true,
      signal: new AbortController().signal,
      onProgress: () => undefined,
    });
  }

  const zeroTo = (ticker: string, address: string) =>
    inSnapshot(database.pool, async (client) => {
      const labels = { labelsOf: async (_place: string, asked: readonly string[]) => asked.map(() => []) };
      const held = await openTransferStore(client, labels, 'ETH', ticker);
      const store = held?.store;
      if (store?.ledger !== 'account') throw new Error('no account records');
      const subject = await store.subject(address);
      return subject === null ? null : ((await store.zeroAmountsTo?.(subject.node)) ?? null);
    });

  it('are no records, are kept for the note on poisoning, and are the same after importing twice', async () => {
    const lines = [
      line('USDT', 1, REAL, SUBJECT, 5_000_000n),
      line('USDT', 3, ALIKE, SUBJECT, 0n),
      line('USDT', 2, ALIKE, SUBJECT, 0n),
      line('USDT', 4, SUBJECT, SUBJECT, 0n),
    ];
    const first = await importOf('few.csv', lines);
    expect(first).toMatchObject({ added: 1, ignored: 3 });
    await importOf('few.csv', lines);
    expect(await zeroTo('USDT', SUBJECT)).toEqual([{ from: ALIKE, time: 1_700_000_002 }]);
    expect(await zeroTo('USDT', REAL)).toEqual([]);
  });

  it('are kept by the fast way into an empty asset too, and belong to their asset alone', async () => {
    const many = Array.from({ length: 1_200 }, (_, at) => line('USDC', at, REAL, SUBJECT, 1_000_000n));
    const { added, ignored } = await importOf('many.csv', [...many, line('USDC', 1_300, ALIKE, SUBJECT, 0n)]);
    expect([added, ignored]).toEqual([1_200, 1]);
    expect(await zeroTo('USDC', SUBJECT)).toEqual([{ from: ALIKE, time: 1_700_001_300 }]);
    expect(await zeroTo('USDT', SUBJECT)).toEqual([]);
  });

  it('are taken back with the blocks they were in', async () => {
    await importOf('undone.csv', [line('USDT', 50, REAL, SUBJECT, 1n), line('USDT', 60, ALIKE, SUBJECT, 0n)]);
    const ledger = await findLedger(database.pool, 'ETH', 'USDT');
    if (ledger === null) throw new Error('no ledger');
    await inTransaction(database.pool, (client) => undoBlocks(client, ledger, 150));
    expect(await zeroTo('USDT', SUBJECT)).toEqual([]);
  });

  it('and transfers of tokens that are no asset do not touch the asset of a check', async () => {
    const before = await zeroTo('USDT', SUBJECT);
    const file = path.join(folder, 'token_transfers.csv');
    await writeFile(
      file,
      [
        'token_address,from_address,to_address,value,transaction_hash,log_index,block_number,block_timestamp',
        `${SPAM_TOKEN},${ALIKE},${SUBJECT},1000000000000,0x${'ab'.repeat(32)},7,400,1700000400`,
      ].join('\n'),
    );
    const summary = await importTransfers(database.pool, {
      format: 'ethereum-etl-token-transfers',
      network: null,
      asset: null,
      files: [file],
      again: false,
      signal: new AbortController().signal,
      onProgress: () => undefined,
    });
    expect(summary.added).toBe(0);
    expect(summary.counts).toMatchObject({ unknownTokens: 1, unknownContracts: { [SPAM_TOKEN]: 1 } });
    expect(await zeroTo('USDT', SUBJECT)).toEqual(before);
  });
});
