import pg from 'pg';
import { type PoolClient, present } from '../../../../platform/db/index.ts';
import { RANKS_PER_BLOCK } from '../append/append-coins.ts';
import { accountsTable, analyseTables, attachTables, makeTables, prepareLoad } from '../ledgers/asset-tables.store.ts';
import { type Ledger, raiseRevision } from '../ledgers/ledger.store.ts';
import { type CoinStage, dropStage } from './coin-stage.store.ts';

/** What is staged can never become records: it lacks blocks, or contradicts itself. */
export class StagedBlocksError extends Error {
  override readonly name = 'StagedBlocksError';
}

const SORT_MEMORY = '256MB';
const UNIQUE_VIOLATION = '23505';

/**
 * Makes everything that is staged of a chain into the records of a transfer ledger that has none: the rows are joined and
 * written into new tables without an index, the indexes are built after the last row, and at the end the new tables take
 * the names of the shared ones, with the rows of the other ledgers copied into them. Until then nobody waits for it.
 * Must run inside a transaction, with the transfer ledger locked.
 *
 * @param before added to the number of a staged transaction, as `reserveNumbers` gave it
 * @throws StagedBlocksError where an output is spent twice, or was created by no staged transaction, or a transaction is
 *   there twice
 */
export async function buildCoins(
  client: PoolClient,
  ledger: Ledger,
  stage: CoinStage,
  before: number,
): Promise<{ readonly records: number }> {
  await prepareLoad(client);
  await client.query(`SET LOCAL work_mem = '${SORT_MEMORY}'`);
  await dropRepeated(client, stage);
  await client.query(`ANALYZE ${stage.transactions}, ${stage.outputs}, ${stage.inputs}`);
  const transactions = await makeSuccessor(client, 'coin_transactions');
  const outputs = await makeSuccessor(client, 'coin_outputs');
  const records = await writeTransactions(client, ledger, stage, transactions, before);
  await writeOutputs(client, stage, outputs, before);
  await makeTables(client, ledger.id);
  const addresses = await writeAccounts(client, ledger.id, transactions, outputs);
  await attachTables(client, ledger.id);
  for (const successor of [transactions, outputs]) await replaceBySuccessor(client, successor).catch(refuseRepeated);
  await analyseTables(client, ledger.id);
  await client.query('ANALYZE coin_transactions, coin_outputs');
  await client.query('UPDATE ledgers SET addresses = addresses + $2 WHERE id = $1', [ledger.id, addresses]);
  await raiseRevision(client, ledger.id, records);
  await dropStage(client, stage);
  return { records };
}

/**
 * Two rewards of Bitcoin's first years came twice with the same id (BIP 30): the second is the same record. It is the
 * first of its block, so that the others of that block move up by one.
 */
async function dropRepeated(client: PoolClient, { transactions, outputs, inputs }: CoinStage): Promise<void> {
  const { rows } = await client.query(
    `WITH repeated AS (
       DELETE FROM ${transactions} WHERE coinbase AND number IN (
         SELECT number FROM (SELECT number, row_number() OVER (PARTITION BY transaction_id ORDER BY number) AS nth
                               FROM ${transactions} WHERE coinbase) AS n WHERE nth > 1)
       RETURNING number, block
     ), dropped AS (
       DELETE FROM ${outputs} o USING repeated r WHERE o.number = r.number
     )
     SELECT block FROM repeated`,
  );
  for (const { block } of rows) {
    const first = Number(block) * RANKS_PER_BLOCK;
    for (const table of [transactions, outputs, inputs]) {
      await client.query(`UPDATE ${table} SET position = position - 1 WHERE position >= $1 AND position < $2`, [
        first,
        first + RANKS_PER_BLOCK,
      ]);
    }
  }
}

/** The unique indexes are built after the last row: they are what finds transactions and spent outputs that came twice. */
function refuseRepeated(error: unknown): never {
  if (!(error instanceof pg.DatabaseError) || error.code !== UNIQUE_VIOLATION) throw error;
  throw new StagedBlocksError('The blocks have a transaction twice, or spend an output twice', { cause: error });
}

async function writeTransactions(
  client: PoolClient,
  ledger: Ledger,
  stage: CoinStage,
  { table }: Successor,
  before: number,
): Promise<number> {
  const written = await client.query(
    `INSERT INTO ${table} (id, ledger_id, transaction_id, held, position, block, block_index, time, coinbase, signed_by_several)
     SELECT number + $1::bigint, $2::int, transaction_id, true, position, block, block_index, time, coinbase, signed_by_several
       FROM ${stage.transactions}`,
    [before, ledger.id],
  );
  return written.rowCount ?? 0;
}

async function writeOutputs(client: PoolClient, stage: CoinStage, outputs: Successor, before: number): Promise<void> {
  await client.query(
    `CREATE TEMP TABLE first_owners ON COMMIT DROP AS
     SELECT nextval('account_ids') AS id, owner AS address
       FROM (SELECT DISTINCT owner FROM ${stage.outputs} WHERE owner IS NOT NULL) AS o`,
  );
  await client.query('ANALYZE first_owners');
  await client.query(
    `INSERT INTO ${outputs.table} (created_by, output_index, owner_id, amount, spent_by, input_index, created_position, spent_position)
     SELECT o.number + $1::bigint, o.output_index, a.id, o.amount, s.spender + $1::bigint, s.input_index, o.position, s.position
       FROM ${stage.outputs} o
       LEFT JOIN first_owners a ON a.address = o.owner
       LEFT JOIN (SELECT t.number, i.output_index, i.number AS spender, i.input_index, i.position
                    FROM ${stage.inputs} i JOIN ${stage.transactions} t ON t.transaction_id = i.transaction_id) AS s
              ON s.number = o.number AND s.output_index = o.output_index
      ORDER BY o.number, o.output_index`,
    [before],
  );
  const { rows } = await client.query(
    `SELECT (SELECT count(*) FROM ${stage.inputs}) AS inputs, (SELECT count(spent_by) FROM ${outputs.table}) AS spent`,
  );
  const { inputs = '0', spent = '0' } = rows[0] ?? {};
  if (inputs !== spent) {
    throw new StagedBlocksError(`The blocks have ${inputs} inputs, and ${spent} of the outputs that they spend`);
  }
}

/** Writes the accounts with their counts, as `recountOwners` counts them: by net flow, transaction by transaction. */
async function writeAccounts(
  client: PoolClient,
  ledgerId: number,
  transactions: Successor,
  outputs: Successor,
): Promise<number> {
  const written = await client.query(
    `INSERT INTO ${accountsTable(ledgerId)} (id, ledger_id, address, role, inflows, outflows, received, sent, first_time, last_time)
     WITH moves AS (
       SELECT owner_id, created_by AS id, amount FROM ${outputs.table} WHERE owner_id IS NOT NULL
        UNION ALL
       SELECT owner_id, spent_by, -amount FROM ${outputs.table} WHERE owner_id IS NOT NULL AND spent_by IS NOT NULL
     ), nets AS (
       SELECT owner_id, id, sum(amount) AS net FROM moves GROUP BY owner_id, id
     ), totals AS (
       SELECT n.owner_id, count(*) FILTER (WHERE net > 0) AS inflows, count(*) FILTER (WHERE net < 0) AS outflows,
              coalesce(sum(net) FILTER (WHERE net > 0), 0) AS received,
              coalesce(-sum(net) FILTER (WHERE net < 0), 0) AS sent, min(t.time) AS first_time, max(t.time) AS last_time
         FROM nets n JOIN ${transactions.table} t ON t.id = n.id
        GROUP BY n.owner_id
     )
     SELECT a.id, $1::int, a.address, 'account', n.inflows, n.outflows, n.received, n.sent, n.first_time, n.last_time
       FROM first_owners a JOIN totals n ON n.owner_id = a.id`,
    [ledgerId],
  );
  return written.rowCount ?? 0;
}

/** A table that takes the place of another one at the end of a transaction. */
interface Successor {
  /** Its name until then. */
  readonly table: string;
  readonly replaces: string;
}

const SUFFIX = '_next';

/** Creates a table with the columns and checks of another one, without its indexes and rows. */
async function makeSuccessor(client: PoolClient, replaces: string): Promise<Successor> {
  const table = `${replaces}${SUFFIX}`;
  await client.query(`CREATE TABLE ${table} (LIKE ${replaces} INCLUDING DEFAULTS INCLUDING CONSTRAINTS)`);
  return { table, replaces };
}

/**
 * Builds the indexes of the table that is replaced on its successor, copies its rows, and gives the successor its name.
 * Readers and writers of the table wait for the copying and renaming, not for the indexes.
 */
async function replaceBySuccessor(client: PoolClient, { table, replaces }: Successor): Promise<void> {
  const { rows: indexes } = await client.query(
    `SELECT c.relname AS name, pg_get_indexdef(i.indexrelid) AS definition, k.contype AS constraint,
            i.indisreplident AS is_identity
       FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid
       LEFT JOIN pg_constraint k ON k.conindid = i.indexrelid AND k.contype IN ('p', 'u') AND k.conrelid = i.indrelid
      WHERE i.indrelid = to_regclass($1) ORDER BY c.relname`,
    [replaces],
  );
  for (const { name, definition, constraint } of indexes) {
    await client.query(renamed(present(definition), { name, table, replaces }));
    if (constraint === null) continue;
    const kind = constraint === 'p' ? 'PRIMARY KEY' : 'UNIQUE';
    await client.query(`ALTER TABLE ${table} ADD CONSTRAINT ${name}${SUFFIX} ${kind} USING INDEX ${name}${SUFFIX}`);
  }
  const { rows: keys } = await client.query(
    `SELECT conname AS name, pg_get_constraintdef(oid) AS definition FROM pg_constraint
      WHERE conrelid = to_regclass($1) AND contype = 'f'`,
    [replaces],
  );
  for (const { name, definition } of keys) {
    await client.query(`ALTER TABLE ${table} ADD CONSTRAINT ${name} ${definition}`);
  }
  const { rows: columns } = await client.query(
    `SELECT attname AS name, pg_get_serial_sequence($1, attname) AS sequence FROM pg_attribute
      WHERE attrelid = to_regclass($1) AND attidentity <> '' AND NOT attisdropped`,
    [replaces],
  );
  await client.query(`LOCK TABLE ${replaces} IN ACCESS EXCLUSIVE MODE`);
  await client.query(`INSERT INTO ${table} SELECT * FROM ${replaces}`);
  for (const { name, sequence } of columns) {
    const { rows } = await client.query(`SELECT nextval($1) AS next`, [sequence]);
    const next = Number(rows[0]?.next);
    await client.query(`ALTER TABLE ${table} ALTER COLUMN ${name} ADD GENERATED ALWAYS AS IDENTITY (START ${next})`);
  }
  await client.query(`DROP TABLE ${replaces}`);
  await client.query(`ALTER TABLE ${table} RENAME TO ${replaces}`);
  for (const { name } of indexes) await client.query(`ALTER INDEX ${name}${SUFFIX} RENAME TO ${name}`);
  for (const { name } of indexes.filter(({ is_identity: isIdentity }) => isIdentity)) {
    await client.query(`ALTER TABLE ${replaces} REPLICA IDENTITY USING INDEX ${name}`);
  }
}

/** The statement that builds the same index under another name on another table. */
function renamed(definition: string, { name, table, replaces }: Successor & { readonly name: string }): string {
  const [begin, end] = [`INDEX ${name} ON `, `.${replaces} USING `];
  if (!definition.includes(begin) || !definition.includes(end)) throw new Error(`Not understood: ${definition}`);
  return definition.replace(begin, `INDEX ${name}${SUFFIX} ON `).replace(end, `.${table} USING `);
}
