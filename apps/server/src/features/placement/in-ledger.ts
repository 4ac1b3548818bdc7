import { setTimeout as sleep } from 'node:timers/promises';
import type { LedgerKey, LedgerServer, Pool, PoolClient } from '../../db/index.ts';
import { inSnapshot, inTransaction } from '../../db/transactions.ts';
import { MAIN } from './directory.store.ts';
import { ledgerName } from './ledger-name.ts';
import { isOnMain, lockPlacement, readOnServer } from './ledger-state.store.ts';

/** How often a ledger that is not where the directory said is looked for again. */
const MOST_LOOKS = 5;
const PAUSE_STEP_MS = 200;
/** The last step of a move takes seconds; after this, somebody must end it. */
const LONGEST_PAUSE_MS = 120_000;

/** A ledger cannot be used now; the message says what to do. */
export class LedgerUnavailableError extends Error {
  override readonly name = 'LedgerUnavailableError';
}

/** The server of a ledger. Without further servers, the given pool. */
export async function serverOf(pool: Pool, ledger: LedgerKey): Promise<LedgerServer> {
  const server = await pool.ledgers?.serverOf(ledger);
  // Of the main database, the caller's pool counts: it may show the rows of one workspace alone.
  return server === undefined || server.name === MAIN ? { name: MAIN, pool } : server;
}

/** The pool of the server of a ledger, for single statements that read its tables. */
export async function ledgerPool(pool: Pool, ledger: LedgerKey): Promise<Pool> {
  return (await serverOf(pool, ledger)).pool;
}

/** The pools of all servers that may hold ledgers. */
export function ledgerPools(pool: Pool): readonly Pool[] {
  return pool.ledgers?.servers.map((server) => (server.name === MAIN ? pool : server.pool)) ?? [pool];
}

/**
 * Reads a ledger: `work` runs on one unchanging state of its server, with records and labels of that state. A ledger that
 * was moved meanwhile is found again before `work` begins; one that is moved during `work` stays readable to its end.
 *
 * @throws LedgerUnavailableError where the server has no whole copy of the labels
 */
export async function inLedgerSnapshot<T>(
  pool: Pool,
  ledger: LedgerKey,
  work: (client: PoolClient, server: LedgerServer) => Promise<T>,
): Promise<T> {
  if (pool.ledgers === undefined) return inSnapshot(pool, (client) => work(client, { name: MAIN, pool }));
  for (let looks = 0; looks < MOST_LOOKS; looks += 1) {
    const server = await serverOf(pool, ledger);
    const read = await inSnapshot(server.pool, async (client): Promise<Read<T>> => {
      if (server.name === MAIN) {
        if (!(await isOnMain(client, ledger))) return { isHere: false };
      } else {
        const { isHere, hasLabels } = await readOnServer(client, ledger);
        if (!isHere) return { isHere: false };
        if (!hasLabels) throw new LedgerUnavailableError(noLabels(server.name));
      }
      return { isHere: true, result: await work(client, server) };
    });
    if (read.isHere) return read.result;
    pool.ledgers.forget(ledger);
  }
  throw new LedgerUnavailableError(lost(ledger));
}

type Read<T> = { readonly isHere: false } | { readonly isHere: true; readonly result: T };

/** Connections of one change of a ledger. Without further servers both are the same. */
export interface LedgerWriting {
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
 * @throws LedgerUnavailableError where a move was left in its last step
 */
export async function inLedgerTransaction<T>(
  pool: Pool,
  ledger: LedgerKey,
  work: (clients: LedgerWriting) => Promise<T>,
): Promise<T> {
  if (pool.ledgers === undefined) {
    return inTransaction(pool, (client) => work({ main: client, ledger: client, pool }));
  }
  const end = Date.now() + LONGEST_PAUSE_MS;
  for (let looks = 0; looks < MOST_LOOKS; ) {
    const server = await serverOf(pool, ledger);
    const written = await writeOn(pool, server, ledger, work);
    if (written.state === 'open') return written.result;
    pool.ledgers.forget(ledger);
    if (written.state === 'elsewhere') looks += 1;
    else if (Date.now() < end) await sleep(PAUSE_STEP_MS);
    else throw new LedgerUnavailableError(stuck(ledger));
  }
  throw new LedgerUnavailableError(lost(ledger));
}

type Written<T> = { readonly state: 'paused' | 'elsewhere' } | { readonly state: 'open'; readonly result: T };

async function writeOn<T>(
  pool: Pool,
  server: LedgerServer,
  key: LedgerKey,
  work: (clients: LedgerWriting) => Promise<T>,
): Promise<Written<T>> {
  const isMain = server.name === MAIN;
  const write = async (main: PoolClient, ledger: PoolClient): Promise<Written<T>> => {
    const state = await lockPlacement(ledger, key, isMain);
    return state === 'open' ? { state, result: await work({ main, ledger, pool: server.pool }) } : { state };
  };
  return inTransaction(pool, (main) =>
    isMain ? write(main, main) : inTransaction(server.pool, (ledger) => write(main, ledger)),
  );
}

/**
 * What `read` finds on every server, of the ledgers that are there. A ledger that is being copied, or was moved away, is
 * on two servers: only that of the directory counts.
 *
 * @param ledgerOf which ledger a row belongs to
 */
export async function acrossServers<T>(
  pool: Pool,
  read: (pool: Pool) => Promise<readonly T[]>,
  ledgerOf: (row: T) => LedgerKey,
): Promise<readonly T[]> {
  const { ledgers } = pool;
  if (ledgers === undefined) return read(pool);
  const placed = await ledgers.placed();
  const parts = await Promise.all(
    ledgers.servers.map(async (server) =>
      (await read(server.name === MAIN ? pool : server.pool)).filter(
        (row) => (placed.get(ledgerName(ledgerOf(row))) ?? MAIN) === server.name,
      ),
    ),
  );
  return parts.flat();
}

const noLabels = (server: string): string =>
  `The ledger server '${server}' has no whole copy of the labels. Run: assay placement prepare ${server}`;

const lost = (ledger: LedgerKey): string =>
  `${ledgerName(ledger)} is not on the server that the directory names. Run: assay placement show`;

const stuck = (ledger: LedgerKey): string =>
  `A move of ${ledgerName(ledger)} was cut off in its last step. Run the same assay placement move again, or add --undo.`;
