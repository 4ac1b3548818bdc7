import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ColumnSnapshot, Label, MethodVersion } from '@assay/exposure';
import { from as copyFrom } from 'pg-copy-streams';
import { ensureLedger } from '../../../apps/server/src/modules/records/index.ts';
import {
  type AccountState,
  newAccount,
} from '../../../apps/server/src/modules/records/transfers/accounts/account-balance.ts';
import type { PositionedTransfer } from '../../../apps/server/src/modules/records/transfers/append/append.store.ts';
import { loadAsset } from '../../../apps/server/src/modules/records/transfers/import/staging/load-asset.ts';
import { lockLedger } from '../../../apps/server/src/modules/records/transfers/ledgers/ledger.store.ts';
import { inTransaction, type Pool, type PoolClient } from '../../../apps/server/src/platform/db/index.ts';
import { processorOf } from './processor.ts';

export const BENCH_ASSET = { network: 'ETH', ticker: 'USDT' } as const;

/** Seconds of filling: of the clock, and of the processor on both sides. */
export interface Filled {
  readonly seconds: number;
  readonly ownSeconds: number;
  readonly serverSeconds: number;
}

/** The same records over the labels of each version of the method. */
export type ByVersion = Readonly<Record<MethodVersion, ColumnSnapshot>>;

/** Where money ends by a version of the method: what the recursive query of the peer asks. */
export const ENDS_TABLE: Readonly<Record<MethodVersion, string>> = { '1': 'bench_ends_1', '2': 'bench_ends_2' };

/** Fills the labels of both versions, and the records where no earlier run did. */
export async function fillDatabase(pool: Pool, snapshots: ByVersion): Promise<Filled | null> {
  const filled = await fillRecords(pool, snapshots['1']);
  await inTransaction(pool, (client) => fillLabels(client, snapshots));
  await pool.query('VACUUM ANALYZE label, derived_label, method_2_label');
  return filled;
}

/**
 * Fills an asset's tables as the importer does, records and accounts with all their indexes. Null where an earlier run
 * filled them.
 */
async function fillRecords(pool: Pool, snapshot: ColumnSnapshot): Promise<Filled | null> {
  const ledger = await ensureLedger(pool, BENCH_ASSET.network, BENCH_ASSET.ticker);
  const stored = await pool.query<{ records: string }>('SELECT records FROM ledgers WHERE id = $1', [ledger.id]);
  if (Number(stored.rows[0]?.records) === snapshot.lastRecord) return null;
  return inTransaction(pool, async (client) => {
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

async function fillLabels(client: PoolClient, snapshots: ByVersion): Promise<void> {
  await client.query(
    'TRUNCATE label_set, label, derived_label_set, derived_label, method_2_label_set, method_2_label CASCADE',
  );
  await client.query(
    `INSERT INTO label_set (name, origin, format, location, content_hash, accepted, rejected)
     VALUES ('generated', 'import', 'csv', 'bench', repeat('0', 64), 0, 0)`,
  );
  const { network, ticker } = BENCH_ASSET;
  for (const set of ['derived_label_set', 'method_2_label_set']) {
    await client.query(
      `INSERT INTO ${set} (network, asset, content_hash, basis, labels) VALUES ($1, $2, repeat('0', 64), 'bench', 1)`,
      [network, ticker],
    );
  }
  await copy(
    client,
    'COPY label (network, address, set_name, source, entity, category, confidence) FROM STDIN',
    labelLines(snapshots['1'], 'given', (address, own) =>
      [network, address, 'generated', own.source, own.entity, own.category, own.confidence].join('\t'),
    ),
  );
  await copy(
    client,
    'COPY derived_label (network, asset, address, entity, category, source, confidence) FROM STDIN',
    labelLines(snapshots['1'], 'derived', (address, own) =>
      [network, ticker, address, own.entity, own.category, own.source, own.confidence].join('\t'),
    ),
  );
  await copy(
    client,
    'COPY method_2_label (network, asset, address, rule, entity, category, source, confidence) FROM STDIN',
    labelLines(snapshots['2'], 'derived', (address, own) =>
      [network, ticker, address, own.derivedBy, own.entity, own.category, own.source, own.confidence].join('\t'),
    ),
  );
  await fillEnds(client, ENDS_TABLE['1'], 'derived_label');
  await fillEnds(client, ENDS_TABLE['2'], 'method_2_label');
}

async function fillEnds(client: PoolClient, table: string, derived: string): Promise<void> {
  await client.query(`DROP TABLE IF EXISTS ${table}`);
  await client.query(
    `CREATE TABLE ${table} AS SELECT a.id FROM accounts a WHERE a.address IN (SELECT address FROM label)
      UNION SELECT a.id FROM accounts a WHERE a.address IN (SELECT address FROM ${derived})`,
  );
  await client.query(`ALTER TABLE ${table} ADD PRIMARY KEY (id)`);
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
