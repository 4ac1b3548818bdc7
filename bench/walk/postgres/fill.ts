import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ColumnSnapshot, Label } from '@assay/exposure';
import { from as copyFrom } from 'pg-copy-streams';
import { inTransaction, type Pool, type PoolClient } from '../../../apps/server/src/db/index.ts';
import { ensureLedger } from '../../../apps/server/src/features/transfers/index.ts';

export const BENCH_ASSET = { network: 'ETH', ticker: 'USDT' } as const;

/** Fills the tables of records, accounts and labels as an import would leave them; returns the seconds of records. */
export async function fillDatabase(pool: Pool, snapshot: ColumnSnapshot): Promise<number | null> {
  const ledger = await ensureLedger(pool, BENCH_ASSET.network, BENCH_ASSET.ticker);
  const held = await pool.query<{ records: string }>('SELECT records FROM ledgers WHERE id = $1', [ledger.id]);
  if (Number(held.rows[0]?.records) === snapshot.tip) return null;
  let seconds = 0;
  await inTransaction(pool, async (client) => {
    await client.query('TRUNCATE transfers, accounts');
    await copy(client, ACCOUNTS, accountLines(snapshot, ledger.id));
    const began = performance.now();
    await copy(client, TRANSFERS, transferLines(snapshot, ledger.id));
    seconds = (performance.now() - began) / 1000;
    await client.query('UPDATE ledgers SET records = $2, addresses = $3, revision = 1 WHERE id = $1', [
      ledger.id,
      snapshot.tip,
      snapshot.tables.accounts.count,
    ]);
    await fillLabels(client, snapshot);
  });
  await pool.query('VACUUM ANALYZE transfers, accounts, label, derived_label');
  return seconds;
}

const ACCOUNTS = `COPY accounts (id, ledger_id, address, inflows, outflows, first_time, last_time) FROM STDIN`;
const TRANSFERS = `COPY transfers (ledger_id, position, from_id, to_id, amount, inflow_share, covered, outflow_share, time,
  block, transaction_index, kind, record_index, ordinal, transaction_id) FROM STDIN`;

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

function* accountLines(snapshot: ColumnSnapshot, ledger: number): Generator<string> {
  const { accounts, addresses } = snapshot.tables;
  for (let account = 0; account < accounts.count; account += 1) {
    const address = addresses.addressOf(account);
    const counts = `${accounts.word(account, 4)}\t${accounts.word(account, 5)}`;
    yield `${account + 1}\t${ledger}\t${address}\t${counts}\t1600000000\t1700000000\n`;
  }
}

function* transferLines(snapshot: ColumnSnapshot, ledger: number): Generator<string> {
  let second = 0;
  let rank = 0;
  for (let record = 1; record <= snapshot.tip; record += 1) {
    const { from, to, inflowShare, covered, outflowShare, time } = snapshot.recordOf(record);
    rank = time === second ? rank + 1 : 0;
    second = time;
    const ratios = `${inflowShare}\t${covered}\t${outflowShare}`;
    const id = record.toString(16).padStart(64, '0');
    yield `${ledger}\t${time * 2 ** 21 + rank}\t${from + 1}\t${to + 1}\t${snapshot.amountAt(record)}\t${ratios}\t${time}\t${record >>> 8}\t0\t3\t${record & 255}\t0\t0x${id}\n`;
  }
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
