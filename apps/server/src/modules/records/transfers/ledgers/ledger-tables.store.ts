import { NETWORKS } from '@assay/domain';
import pg from 'pg';
import type { Db, Pool, PoolClient } from '../../../../platform/db/index.ts';
import {
  accountsTable,
  analyseTables,
  attachTables,
  flowAccountsTable,
  flowsTable,
  hasTables,
  makeTables,
  prepareLoad,
  transfersTable,
} from './asset-tables.store.ts';
import type { Ledger } from './ledger.store.ts';

/** Rows that belong to one transfer ledger, wherever it is. */
export interface LedgerRows {
  readonly table: string;
  /** Which rows of the table; null for all of them. */
  readonly where: string | null;
}

type LedgerName = Pick<Ledger, 'id' | 'network' | 'ticker'>;

const CLUSTER_TABLES = [
  'coin_cluster_state',
  'coin_cluster',
  'coin_cluster_member',
  'coin_cluster_refusal',
  'coin_cluster_change',
];
const ROWS_PER_DELETE = 50_000;

/**
 * Everything that is stored of a transfer ledger and moves with it. Exposure of all accounts and lists of counterparties
 * are computed again where it arrives, and flows are built again. `ledgers` itself, which says where the ledger is, is
 * not among them.
 *
 * Outputs of coins do not say their ledger: those of the other ledgers of the server come along, and are swept after.
 */
export function rowsOfLedger({ id, network, ticker }: LedgerName): readonly LedgerRows[] {
  const [on, of] = [pg.escapeLiteral(network), pg.escapeLiteral(ticker)];
  const own = `ledger_id = ${Number(id)}`;
  const asset = `network = ${on} AND asset = ${of}`;
  const coins: readonly LedgerRows[] = [
    { table: 'coin_transactions', where: own },
    { table: 'coin_outputs', where: null },
    ...CLUSTER_TABLES.map((table) => ({ table, where: own })),
  ];
  return [
    { table: accountsTable(id), where: null },
    { table: transfersTable(id), where: null },
    { table: 'ledger_changes', where: own },
    { table: 'zero_amounts', where: `network = ${on} AND ticker = ${of}` },
    { table: 'method_2_label_set', where: asset },
    { table: 'method_2_label', where: asset },
    ...(NETWORKS[network].ledger === 'utxo' ? coins : []),
  ];
}

/** Creates the tables that a copy fills, with the keys by which changes find their rows, and no other index. */
export async function makeCopyTables(client: PoolClient, ledgerId: number): Promise<void> {
  if (await hasTables(client, ledgerId)) return;
  await makeTables(client, ledgerId);
  await client.query(`ALTER TABLE ${accountsTable(ledgerId)} ADD PRIMARY KEY (ledger_id, id)`);
  await client.query(`ALTER TABLE ${transfersTable(ledgerId)} ADD PRIMARY KEY (ledger_id, position)`);
}

/** Builds the other indexes of copied tables, and attaches them as partitions; nothing where that was done. */
export async function attachCopyTables(client: PoolClient, ledgerId: number): Promise<void> {
  const found = await client.query('SELECT relispartition AS attached FROM pg_class WHERE oid = to_regclass($1)', [
    transfersTable(ledgerId),
  ]);
  if (found.rows[0]?.attached === true) return;
  await prepareLoad(client);
  await attachTables(client, ledgerId);
  await analyseTables(client, ledgerId);
}

/** Marks the pages of the tables as visible to all, so that index-only reads need not read the tables. */
export async function vacuumTables(pool: Pool, ledgerId: number): Promise<void> {
  await pool.query(`VACUUM (ANALYZE) ${accountsTable(ledgerId)}, ${transfersTable(ledgerId)}`);
}

/** As `vacuumTables`, for the tables of flows. */
export async function vacuumFlows(pool: Pool, ledgerId: number): Promise<void> {
  await pool.query(`VACUUM (ANALYZE) ${flowAccountsTable(ledgerId)}, ${flowsTable(ledgerId)}`);
}

/** How many rows the tables of a ledger have by the planner's statistics, for progress. */
export async function estimateRows(db: Db, ledgerId: number): Promise<number> {
  const { rows } = await db.query(
    'SELECT coalesce(sum(greatest(reltuples, 0)), 0)::float8 AS rows FROM pg_class WHERE oid IN (to_regclass($1), to_regclass($2))',
    [accountsTable(ledgerId), transfersTable(ledgerId)],
  );
  return rows[0]?.rows ?? 0;
}

/**
 * Removes everything stored of a ledger on a server: it is elsewhere, or its copy was given up. Rows of shared tables go
 * in portions, so that no other work waits long; after an interruption, call it again.
 */
export async function removeLedger(pool: Pool, ledger: LedgerName, signal: AbortSignal): Promise<void> {
  const { id } = ledger;
  await dropPartition(pool, 'flows', flowsTable(id));
  await dropPartition(pool, 'flow_accounts', flowAccountsTable(id));
  await dropPartition(pool, 'transfers', transfersTable(id));
  await dropPartition(pool, 'accounts', accountsTable(id));
  for (const { table, where } of rowsOfLedger(ledger)) {
    if (where === null) continue;
    const rows = `SELECT ctid FROM ${table} WHERE ${where} LIMIT $1`;
    await deleteRows(pool, `${table} WHERE ctid = ANY (ARRAY(${rows}))`, signal);
  }
  await pool.query('DELETE FROM account_exposure_runs WHERE ledger_id = $1', [id]);
  await pool.query('DELETE FROM ledgers WHERE id = $1', [id]);
  if (NETWORKS[ledger.network].ledger === 'utxo') await sweepOutputs(pool, signal);
}

/** Drops a partition; others read and write the table meanwhile. */
async function dropPartition(pool: Pool, parent: string, table: string): Promise<void> {
  const { rows } = await pool.query(
    `SELECT (SELECT inhdetachpending FROM pg_inherits WHERE inhrelid = c.oid) AS pending
       FROM pg_class c WHERE c.oid = to_regclass($1)`,
    [table],
  );
  const [found] = rows;
  if (found === undefined) return;
  // One that was cut off while it waited for others is finished; a table that is no partition is only dropped.
  if (found.pending !== null) {
    await pool.query(`ALTER TABLE ${parent} DETACH PARTITION ${table} ${found.pending ? 'FINALIZE' : 'CONCURRENTLY'}`);
  }
  await pool.query(`DROP TABLE ${table}`);
}

/** Removes outputs of coins whose transaction is not on this server. */
export async function sweepOutputs(pool: Pool, signal: AbortSignal): Promise<void> {
  await deleteRows(
    pool,
    `coin_outputs WHERE ctid = ANY (ARRAY(SELECT o.ctid FROM coin_outputs o
       WHERE NOT EXISTS (SELECT FROM coin_transactions t WHERE t.id = o.created_by) LIMIT $1))`,
    signal,
  );
}

async function deleteRows(pool: Pool, portion: string, signal: AbortSignal): Promise<void> {
  for (;;) {
    signal.throwIfAborted();
    const { rowCount } = await pool.query(`DELETE FROM ${portion}`, [ROWS_PER_DELETE]);
    if ((rowCount ?? 0) < ROWS_PER_DELETE) return;
  }
}
