import type { PoolClient } from '../../../../platform/db/index.ts';

/** The table with the records of an account network's transfer ledger. Walks name it directly, without a look-up. */
export function transfersTable(ledgerId: number): string {
  return `transfers_${checked(ledgerId)}`;
}

export function accountsTable(ledgerId: number): string {
  return `accounts_${checked(ledgerId)}`;
}

/** The tables with the netted flows of a transfer ledger and its accounts by them, which few ledgers have. */
export function flowsTable(ledgerId: number): string {
  return `flows_${checked(ledgerId)}`;
}

export function flowAccountsTable(ledgerId: number): string {
  return `flow_accounts_${checked(ledgerId)}`;
}

/** Creates the tables of a transfer ledger that has none yet. Call with the ledger locked, inside a transaction. */
export async function ensureTables(client: PoolClient, ledgerId: number): Promise<void> {
  if (await hasTables(client, ledgerId)) return;
  await makeTables(client, ledgerId);
  await attachTables(client, ledgerId);
}

export async function hasTables(client: PoolClient, ledgerId: number): Promise<boolean> {
  const found = await client.query('SELECT to_regclass($1) IS NOT NULL AS known', [transfersTable(ledgerId)]);
  return found.rows[0]?.known === true;
}

const LOAD_MEMORY = '256MB';

/** Allows enough memory to sort the indexes that this transaction builds. */
export async function prepareLoad(client: PoolClient): Promise<void> {
  await client.query(`SET LOCAL maintenance_work_mem = '${LOAD_MEMORY}'`);
}

/** Updates the planner's statistics of the tables. */
export async function analyseTables(client: PoolClient, ledgerId: number): Promise<void> {
  await client.query(`ANALYZE ${accountsTable(ledgerId)}, ${transfersTable(ledgerId)}`);
}

/**
 * Creates the tables without an index and not yet as partitions: no query reads them before `attachTables`. A
 * constraint limits them to this transfer ledger, so that attaching them needs no scan.
 */
export async function makeTables(client: PoolClient, ledgerId: number): Promise<void> {
  const only = `CONSTRAINT one_ledger CHECK (ledger_id = ${checked(ledgerId)})`;
  const like = 'INCLUDING DEFAULTS INCLUDING CONSTRAINTS';
  await client.query(`CREATE TABLE ${accountsTable(ledgerId)} (LIKE accounts ${like}, ${only}) WITH (fillfactor = 80)`);
  await client.query(`CREATE TABLE ${transfersTable(ledgerId)} (LIKE transfers ${like}, ${only})`);
}

/** Builds their indexes, each like the index of the parent table, and attaches the tables as partitions. */
export async function attachTables(client: PoolClient, ledgerId: number): Promise<void> {
  for (const [parent, table] of [
    ['accounts', accountsTable(ledgerId)],
    ['transfers', transfersTable(ledgerId)],
  ]) {
    await client.query(`ALTER TABLE ${parent} ATTACH PARTITION ${table} FOR VALUES IN (${checked(ledgerId)})`);
    await client.query(`ALTER TABLE ${table} DROP CONSTRAINT one_ledger`);
  }
}

/** Creates empty tables for the flows of a transfer ledger; only accounts have their key, by which they are found. */
export async function makeFlowTables(client: PoolClient, ledgerId: number): Promise<void> {
  const only = `CONSTRAINT one_ledger CHECK (ledger_id = ${checked(ledgerId)})`;
  const like = 'INCLUDING DEFAULTS INCLUDING CONSTRAINTS';
  const [flows, accounts] = [flowsTable(ledgerId), flowAccountsTable(ledgerId)];
  await client.query(`CREATE TABLE ${flows} (LIKE flows ${like}, ${only})`);
  await client.query(`CREATE TABLE ${accounts} (LIKE flow_accounts ${like}, ${only}) WITH (fillfactor = 80)`);
  await client.query(`ALTER TABLE ${accounts} ADD PRIMARY KEY (ledger_id, id)`);
}

/** Builds their other indexes, and attaches the tables as partitions. */
export async function attachFlowTables(client: PoolClient, ledgerId: number): Promise<void> {
  for (const [parent, table] of [
    ['flow_accounts', flowAccountsTable(ledgerId)],
    ['flows', flowsTable(ledgerId)],
  ]) {
    await client.query(`ALTER TABLE ${parent} ATTACH PARTITION ${table} FOR VALUES IN (${checked(ledgerId)})`);
    await client.query(`ALTER TABLE ${table} DROP CONSTRAINT one_ledger`);
  }
  await client.query(`ANALYZE ${flowAccountsTable(ledgerId)}, ${flowsTable(ledgerId)}`);
}

/** Removes the tables with the flows of a transfer ledger where it has some. */
export async function dropFlowTables(client: PoolClient, ledgerId: number): Promise<void> {
  await client.query(`DROP TABLE IF EXISTS ${flowsTable(ledgerId)}, ${flowAccountsTable(ledgerId)}`);
}

/** A table name cannot be a query parameter: only a number may become part of one. */
function checked(ledgerId: number): number {
  if (!Number.isSafeInteger(ledgerId) || ledgerId < 1) throw new RangeError(`No ledger has the id ${ledgerId}`);
  return ledgerId;
}
