import { type Db, type LedgerKey, lockNamed, type PoolClient } from '../../../platform/db/index.ts';
import { ledgerName, MAIN } from '../../records/index.ts';
import { readServerOf } from './directory.store.ts';
import { LABEL_COPY } from './label-copy.store.ts';

/** What the server of a ledger says of it. `elsewhere`: the directory must be read again. */
export type LedgerState = 'open' | 'paused' | 'elsewhere';

/** Whether a ledger may be read in the state that `db` reads, on the main database. */
export async function isOnMain(db: Db, ledger: LedgerKey): Promise<boolean> {
  return (await readServerOf(db, ledger)) === MAIN;
}

/** What a server, another than the main database, says of a ledger and of its copy of the labels. */
export interface ServerState {
  readonly isHere: boolean;
  /** Every table of the copy is complete. */
  readonly hasLabels: boolean;
}

/** Whether a ledger is on this server, another than the main database, and its copy of the labels is whole. */
export async function readOnServer(db: Db, { network, ticker }: LedgerKey): Promise<ServerState> {
  // A table whose copy is not complete would show labels of another state than the others.
  const { rows } = await db.query(
    `SELECT EXISTS (SELECT FROM ledgers WHERE network = $1 AND ticker = $2 AND placement <> 'departed') AS is_here,
            (SELECT count(*) > 0 AND bool_and(r.srsubstate = 'r')
               FROM pg_subscription s JOIN pg_subscription_rel r ON r.srsubid = s.oid
              WHERE s.subname = $3 AND s.subdbid = (SELECT oid FROM pg_database WHERE datname = current_database())
            ) AS has_labels`,
    [network, ticker, LABEL_COPY],
  );
  const [row] = rows;
  return { isHere: row?.is_here === true, hasLabels: row?.has_labels === true };
}

/**
 * Keeps a ledger where it is until the transaction ends: a move waits for it. Call it before the transaction's first
 * read, on the connection that writes the ledger.
 *
 * @param isMain whether the connection is one of the main database, which has the directory too
 */
export async function lockPlacement(client: PoolClient, ledger: LedgerKey, isMain: boolean): Promise<LedgerState> {
  await client.query('SELECT pg_advisory_xact_lock_shared(hashtextextended($1, 0))', [
    lockNamed('placement', ledgerName(ledger)),
  ]);
  const { rows } = await client.query('SELECT placement FROM ledgers WHERE network = $1 AND ticker = $2', [
    ledger.network,
    ledger.ticker,
  ]);
  const state = rows[0]?.placement;
  if (state === 'paused') return 'paused';
  if (isMain) return (await isOnMain(client, ledger)) ? 'open' : 'elsewhere';
  return state === 'open' ? 'open' : 'elsewhere';
}

/** Waits for transactions that write a ledger, and keeps others from beginning until this one ends. */
export async function stopWriting(client: PoolClient, ledger: LedgerKey): Promise<void> {
  await client.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [
    lockNamed('placement', ledgerName(ledger)),
  ]);
}

/**
 * Until the transaction ends, either first loads (`shared`) or moves (`exclusive`) begin on this server, of ledgers that
 * share tables: a first load replaces these tables at its end, and a move copies and follows them.
 */
export async function lockSharedTables(client: PoolClient, how: 'shared' | 'exclusive'): Promise<void> {
  const lock = how === 'shared' ? 'pg_advisory_xact_lock_shared' : 'pg_advisory_xact_lock';
  await client.query(`SELECT ${lock}(hashtextextended($1, 0))`, [lockNamed('sharedTables')]);
}
