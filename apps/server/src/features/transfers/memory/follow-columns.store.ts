import type { ColumnStore } from '@assay/exposure';
import { type Db, type PoolClient, readCopied } from '../../../db/index.ts';
import { accountsTable, transfersTable } from '../asset-tables.store.ts';
import type { Ledger } from '../ledger.store.ts';
import { positionAt } from '../positions.ts';

/**
 * The first second that changed since a revision of the ledger: infinity where nothing did, null where nobody
 * remembers, or where an opening balance changed, and all has to be read anew.
 */
export async function changedSince(db: Db, ledger: Ledger, revision: number): Promise<number | null> {
  if (ledger.revision === revision) return Number.POSITIVE_INFINITY;
  const found = await db.query<{ changes: string; position: string | null }>(
    `SELECT count(*) AS changes, min(from_position) AS position FROM ledger_changes
      WHERE ledger_id = $1 AND revision > $2 AND revision <= $3`,
    [ledger.id, revision, ledger.revision],
  );
  const [row] = found.rows;
  const position = Number(row?.position ?? -1);
  if (Number(row?.changes) !== ledger.revision - revision || position < 0) return null;
  return Math.floor(position / positionAt(1, 0));
}

/** Tells a ledger's tables from any that stood or will stand under their name. */
export async function identityOf(db: Db, ledger: Ledger): Promise<string | null> {
  const found = await db.query<{ identity: string | null }>(
    `SELECT (SELECT system_identifier FROM pg_control_system()) || ' ' || d.oid || ' ' || to_regclass($1)::oid AS identity
       FROM pg_database d WHERE d.datname = current_database()`,
    [transfersTable(ledger.id)],
  );
  return found.rows[0]?.identity ?? null;
}

/** Writes the records of a second and later, as the database places them, behind those the store holds. */
export async function readOn(
  client: PoolClient,
  ledger: Ledger,
  store: ColumnStore,
  second: number,
  signal: AbortSignal,
): Promise<void> {
  const accounts = accountsTable(ledger.id);
  const query = `SELECT f.address, r.address, t.amount, t.time, t.block, t.transaction_id
      FROM ${transfersTable(ledger.id)} t
      JOIN ${accounts} f ON f.ledger_id = ${ledger.id} AND f.id = t.from_id
      JOIN ${accounts} r ON r.ledger_id = ${ledger.id} AND r.id = t.to_id
     WHERE t.ledger_id = ${ledger.id} AND t.position >= ${positionAt(second, 0)} ORDER BY t.position`;
  for await (const rows of readCopied(client, query)) {
    signal.throwIfAborted();
    for (const [from = '', to = '', amount = '', time = '', block = '', transaction = ''] of rows) {
      const units = amount.length < 16 ? Number(amount) : BigInt(amount);
      const id = store.transactions.add(transaction);
      store.write(store.accountOf(from), store.accountOf(to), units, Number(time), Number(block), id);
    }
  }
}
