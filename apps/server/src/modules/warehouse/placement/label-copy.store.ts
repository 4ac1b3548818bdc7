import pg from 'pg';
import type { Db, Pool, PoolClient } from '../../../platform/db/index.ts';
import { inTransaction } from '../../../platform/db/transactions.ts';
import { contractMark, labelSetState } from '../../labels/index.ts';
import { ID_SPACE } from '../../records/index.ts';
import type { Subscription } from './replication.store.ts';

/** Name of the subscription that brings labels to a ledger server, and of the publication of tables with a key. */
export const LABEL_COPY = 'assay_labels';
/** Tables whose rows are only added and deleted as a whole: they have no key, and their deletions are not sent. */
const LABEL_ROWS = 'assay_label_rows';

const KEYED_TABLES = ['label_set', 'label_withdrawal', 'derived_label_set', 'derived_label', 'evm_contracts'];
const ROW_TABLES = ['label', 'label_actor', 'evm_contract_marks'];

/** Notes a server in the main database; returns its number, from 1. */
export async function numberOfServer(main: Db, name: string): Promise<number> {
  await main.query('INSERT INTO ledger_servers (name) VALUES ($1) ON CONFLICT DO NOTHING', [name]);
  const { rows } = await main.query('SELECT number FROM ledger_servers WHERE name = $1', [name]);
  const number = rows[0]?.number ?? 0;
  if (number < 1 || number > 511) throw new RangeError(`No ledger server can have the number ${number}`);
  return number;
}

/** Has a server give out ids of its own space. */
export async function beginIds(server: Db, number: number): Promise<void> {
  for (const sequence of ['account_ids', 'coin_transactions_id_seq']) {
    await server.query(
      `SELECT setval('${sequence}', $1) FROM ${sequence} WHERE last_value < $1 AND NOT EXISTS (SELECT FROM ledgers)`,
      [number * ID_SPACE],
    );
  }
}

/** Whether logical replication can read this server. */
export async function hasLogicalLog(db: Db): Promise<boolean> {
  const { rows } = await db.query("SELECT current_setting('wal_level') AS wal_level");
  return rows[0]?.wal_level === 'logical';
}

/** Publishes the labels of the main database. */
export async function publishLabels(main: Db): Promise<void> {
  const tables = (names: readonly string[]): string => names.map((name) => pg.escapeIdentifier(name)).join(', ');
  await createOnce(main, LABEL_COPY, `CREATE PUBLICATION ${LABEL_COPY} FOR TABLE ${tables(KEYED_TABLES)}`);
  await createOnce(
    main,
    LABEL_ROWS,
    `CREATE PUBLICATION ${LABEL_ROWS} FOR TABLE ${tables(ROW_TABLES)} WITH (publish = 'insert')`,
  );
}

async function createOnce(main: Db, name: string, statement: string): Promise<void> {
  const { rowCount } = await main.query('SELECT FROM pg_publication WHERE pubname = $1', [name]);
  if (rowCount === 0) await main.query(statement);
}

/** Whether a server has labels of its own: the product was started on it as its main database. */
export async function hasOwnLabels(server: Db): Promise<boolean> {
  const { rows } = await server.query('SELECT EXISTS (SELECT FROM label_set) AS has');
  return rows[0]?.has === true;
}

/** The subscription that brings labels to a server. Its slot on the main database is named after the server. */
export function labelSubscription(server: string): Subscription {
  return {
    name: LABEL_COPY,
    publications: [LABEL_COPY, LABEL_ROWS],
    slot: `assay_labels_${server.replaceAll('-', '_')}`,
  };
}

/**
 * Empties the copy of a server that subscribes to labels, and has nothing more arrive there. Nobody reads it from then on:
 * it has not the version of the labels of the main database.
 */
export function emptyLabels(server: Pool): Promise<void> {
  return inTransaction(server, async (client) => {
    await client.query(`ALTER SUBSCRIPTION ${LABEL_COPY} DISABLE`);
    // Who reads them in a former state keeps it, which a TRUNCATE would not leave. Triggers write marks of contracts.
    for (const table of [...KEYED_TABLES, ...ROW_TABLES])
      await client.query(`DELETE FROM ${pg.escapeIdentifier(table)}`);
  });
}

/** The version of all that is copied, in the state of a database that `client` reads: equal where this is equal. */
export async function copiedVersion(client: PoolClient): Promise<string> {
  const [{ digest }, contracts] = await Promise.all([labelSetState(client), contractMark(client)]);
  return `${digest} ${contracts}`;
}

/** How far a server's copy of the labels is. */
export interface LabelCopy {
  readonly isWhole: boolean;
  /** Seconds since the last word from the main database; null before the first time. */
  readonly silentSeconds: number | null;
}

export async function readLabelCopy(server: Db): Promise<LabelCopy | null> {
  const { rows } = await server.query(
    `SELECT (SELECT bool_and(r.srsubstate = 'r') FROM pg_subscription_rel r WHERE r.srsubid = s.oid) AS is_whole,
            (SELECT extract(epoch FROM now() - max(t.latest_end_time))::float8
               FROM pg_stat_subscription t WHERE t.subid = s.oid) AS silent
       FROM pg_subscription s
      WHERE s.subname = $1 AND s.subdbid = (SELECT oid FROM pg_database WHERE datname = current_database())`,
    [LABEL_COPY],
  );
  const [row] = rows;
  return row === undefined ? null : { isWhole: row.is_whole === true, silentSeconds: row.silent };
}
