import type {
  LedgerKey,
  LedgerServer,
  LedgersWriting,
  LedgerWork,
  Pool,
  PoolClient,
  ReadServer,
} from '../../../platform/db/index.ts';
import { inSnapshot, inTransaction } from '../../../platform/db/transactions.ts';

/** Name of the main database among the servers; no server of the configuration may have it. */
export const MAIN = 'main';

/**
 * The pool of the server that a ledger is on now, for single statements that read its tables: a move may take it away
 * between any two of them.
 *
 * @throws where it is not on the server that it was placed on
 */
export async function ledgerPool(pool: Pool, ledger: LedgerKey): Promise<Pool> {
  return pool.ledgers === undefined ? pool : pool.ledgers.poolOf(pool, ledger);
}

/** The pools of all servers that may hold ledgers. */
export function ledgerPools(pool: Pool): readonly Pool[] {
  return pool.ledgers?.pools(pool) ?? [pool];
}

/**
 * Reads a ledger: `work` runs on one unchanging state of its server, with records and labels of that state. A ledger that
 * was moved meanwhile is found again before `work` begins; one that is moved during `work` stays readable to its end.
 *
 * Labels are those that the main database has, or had a few seconds ago: a copy that is behind is waited for.
 *
 * @throws where the server has no whole copy of the labels, or the present ones do not arrive
 */
export function inLedgerSnapshot<T>(pool: Pool, ledger: LedgerKey, work: LedgerWork<LedgerServer, T>): Promise<T> {
  return pool.ledgers === undefined
    ? inSnapshot(pool, (client) => work(client, { name: MAIN, pool }))
    : pool.ledgers.inSnapshot(pool, ledger, work);
}

/**
 * As `inLedgerSnapshot`, for a read that a hot standby may answer. It does only in exactly the state that the primary has
 * when the read begins: a former state is never read, not even after a newer one was, and no result depends on the host.
 * `work` runs again, on the primary, where the standby fails meanwhile, or replay needs what the snapshot held.
 */
export function inWalkSnapshot<T>(pool: Pool, ledger: LedgerKey, work: LedgerWork<ReadServer, T>): Promise<T> {
  return pool.standbys === undefined
    ? inLedgerSnapshot(pool, ledger, (client, server) => work(client, { ...server, host: server.pool, lost: null }))
    : pool.standbys.inSnapshot(pool, ledger, work);
}

/**
 * As `inLedgerSnapshot`, in a transaction that may write what is computed from the ledger and can be computed again. The
 * ledger itself is written by `inLedgerTransaction` alone.
 */
export function besideLedger<T>(pool: Pool, ledger: LedgerKey, work: LedgerWork<LedgerServer, T>): Promise<T> {
  return pool.ledgers === undefined
    ? inTransaction(pool, (client) => work(client, { name: MAIN, pool }))
    : pool.ledgers.beside(pool, ledger, work);
}

/** Connections of one change of a ledger. Without further servers both are the same. */
interface LedgerWriting {
  /** In a transaction of the main database, which commits after that of the ledger. */
  readonly main: PoolClient;
  /** In a transaction of the ledger's server. */
  readonly ledger: PoolClient;
  /** Of the ledger's server, for connections beside these. */
  readonly pool: Pool;
}

/**
 * The one way to write a ledger: a transaction on its server, and one on the main database for what belongs to the
 * change there, such as staged rows that it takes. The ledger's transaction commits first: after a kill between the two,
 * the same change comes again, so it must be one whose repetition changes nothing.
 *
 * No move takes the ledger away before the transaction ends; while a move is in its last step, this waits.
 *
 * @throws where a move was left in its last step
 */
export function inLedgerTransaction<T>(
  pool: Pool,
  ledger: LedgerKey,
  work: (clients: LedgerWriting) => Promise<T>,
): Promise<T> {
  return inLedgersTransaction(pool, [ledger], ({ main, of }) => {
    const own = of(ledger);
    return work({ main, ledger: own.client, pool: own.pool });
  });
}

/** As `inLedgerTransaction`, for several ledgers at once: one transaction on each server that holds some of them. */
export function inLedgersTransaction<T>(
  pool: Pool,
  ledgers: readonly LedgerKey[],
  work: (clients: LedgersWriting) => Promise<T>,
): Promise<T> {
  return pool.ledgers === undefined
    ? inTransaction(pool, (main) => work({ main, of: () => ({ client: main, pool, isMain: true }) }))
    : pool.ledgers.inTransaction(pool, ledgers, work);
}

/**
 * What `read` finds on every server, of the ledgers that are there. A ledger that is being copied, or was moved away, is
 * on two servers: only that of the directory counts.
 *
 * @param ledgerOf which ledger a row belongs to
 */
export function acrossServers<T>(
  pool: Pool,
  read: (pool: Pool) => Promise<readonly T[]>,
  ledgerOf: (row: T) => LedgerKey,
): Promise<readonly T[]> {
  return pool.ledgers === undefined ? read(pool) : pool.ledgers.across(pool, read, ledgerOf);
}
