import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ColumnSnapshot, Label } from '@assay/exposure';
import { from as copyFrom } from 'pg-copy-streams';
import { inTransaction, type Pool, type PoolClient } from '../../../apps/server/src/db/index.ts';
import {
  type AccountState,
  ensureLedger,
  loadAsset,
  lockLedger,
  newAccount,
  type PositionedTransfer,
} from '../../../apps/server/src/features/transfers/index.ts';
import { processorOf } from './processor.ts';

export const BENCH_ASSET = { network: 'ETH', ticker: 'USDT' } as const;

/** Seconds of filling: of the clock, and of the processor on both sides. */
export interface Filled {
  readonly seconds: number;
  readonly ownSeconds: number;
  readonly serverSeconds: number;
}

/**
 * Fills an asset's tables as the importer does, records and accounts with all their indexes, and labels beside them.
 * Null where an earlier run filled them.
 */
export async function fillDatabase(pool: Pool, snapshot: ColumnSnapshot): Promise<Filled | null> {
  const ledger = await ensureLedger(pool, BENCH_ASSET.network, BENCH_ASSET.ticker);
  const stored = await pool.query<{ records: string }>('SELECT records FROM ledgers WHERE id = $1', [ledger.id]);
  if (Number(stored.rows[0]?.records) === snapshot.lastRecord) return null;
  const filled = await inTransaction(pool, async (client) => {
    const server = await processorOf(client);
    const own = process.cpuUsage();
    const began = performance.now();
    await lockLedger(client, ledger.id);
    await loadAsset(client, ledger, {
      transfers: placedTransfers(snapshot),
      accounts: () => accountStates(snapshot),
    });
    const seconds = (performance.now() - began) / 1000;
    const { user, system } = process.cpuUsage(own);
    return { seconds, ownSeconds: (user + system) / 1e6, serverSeconds: server() };
  });
  await inTransaction(pool, (client) => fillLabels(client, snapshot));
  await pool.query('VACUUM ANALYZE label, derived_label');
  return filled;
}

function* placedTransfers(snapshot: ColumnSnapshot): Generator<PositionedTransfer> {
  let second = 0;
  let rank = 0;
  for (let record = 1; record <= snapshot.lastRecord; record += 1) {
    const { from, to, amount, inflowShare, covered, outflowShare, time } = snapshot.recordOf(record);
    rank = time === second ? rank + 1 : 0;
    second = time;
    yield {
      ...{ position: time * 2 ** 21 + rank, fromId: from + 1, toId: to + 1, from: '', to: '', amount, time },
      ...{ inflowShare, covered, outflowShare, block: record >>> 8, transactionIndex: 0, kind: 'token' },
      ...{ index: record & 255, ordinal: 0, transactionId: `0x${record.toString(16).padStart(64, '0')}` },
    };
  }
}

function* accountStates({ tables: { accounts, addresses } }: ColumnSnapshot): Generator<AccountState> {
  for (let account = 0; account < accounts.count; account += 1) {
    yield {
      ...newAccount(account + 1, addresses.addressOf(account)),
      inflows: accounts.word(account, 4),
      outflows: accounts.word(account, 5),
      firstTime: 1_600_000_000,
      lastTime: 1_700_000_000,
    };
  }
}

async function copy(client: PoolClient, statement: string, lines: Iterable<string>): Promise<void> {
  await pipeline(Readable.from(inChunks(lines)), client.query(copyFrom(statement)));
}

function* inChunks(lines: Iterable<string>): Generator<string> {
  let chunk = '';
  for (const line of lines) {
    chunk += line;
    if (chunk.length < 65_536) continue;
    yield chunk;
    chunk = '';
  }
  yield chunk;
}

async function fillLabels(client: PoolClient, snapshot: ColumnSnapshot): Promise<void> {
  await client.query('TRUNCATE label_set, label, derived_label_set, derived_label CASCADE');
  await client.query(
    `INSERT INTO label_set (name, origin, format, location, content_hash, accepted, rejected)
     VALUES ('generated', 'import', 'csv', 'bench', repeat('0', 64), 0, 0)`,
  );
  const { network, ticker } = BENCH_ASSET;
  await client.query(
    "INSERT INTO derived_label_set (network, asset, content_hash, basis, labels) VALUES ($1, $2, repeat('0', 64), 'bench', 1)",
    [network, ticker],
  );
  await copy(
    client,
    'COPY label (network, address, set_name, source, entity, category, confidence) FROM STDIN',
    labelLines(snapshot, 'given', (address, own) =>
      [network, address, 'generated', own.source, own.entity, own.category, own.confidence].join('\t'),
    ),
  );
  await copy(
    client,
    'COPY derived_label (network, asset, address, entity, category, source, confidence) FROM STDIN',
    labelLines(snapshot, 'derived', (address, own) =>
      [network, ticker, address, own.entity, own.category, own.source, own.confidence].join('\t'),
    ),
  );
  // What the recursive query of the peer asks: accounts where money ends.
  await client.query('DROP TABLE IF EXISTS bench_labelled');
  await client.query(
    `CREATE TABLE bench_labelled AS SELECT a.id FROM accounts a WHERE a.address IN (SELECT address FROM label)
      UNION SELECT a.id FROM accounts a WHERE a.address IN (SELECT address FROM derived_label)`,
  );
  await client.query('ALTER TABLE bench_labelled ADD PRIMARY KEY (id)');
}

function* labelLines(
  snapshot: ColumnSnapshot,
  origin: Label['origin'],
  lineOf: (address: string, label: Label) => string,
): Generator<string> {
  for (let account = 0; account < snapshot.tables.accounts.count; account += 1) {
    if (!snapshot.labels.isLabelled(account)) continue;
    for (const own of snapshot.labels.labelsOf(account)) {
      if (own.origin === origin) yield `${lineOf(snapshot.tables.addresses.addressOf(account), own)}\n`;
    }
  }
}
