import { setTimeout as sleep } from 'node:timers/promises';
import type { LedgerKey, LedgerServer, Pool, PoolClient } from '../../../platform/db/index.ts';
import { inSnapshot, inTransaction } from '../../../platform/db/transactions.ts';
import { MAIN, readServerOf } from './directory.store.ts';
import { copiedVersion } from './label-copy.store.ts';
import { ledgerName } from './ledger-name.ts';
import { isOnMain, lockPlacement, readOnServer } from './ledger-state.store.ts';
import { LONGEST_LAG_MS, recentLabels } from './recent-versions.ts';

/** How often a ledger that is not where the directory said is looked for again. */
const MOST_LOOKS = 5;
const PAUSE_STEP_MS = 200;
/** The last step of a move takes seconds; after this, somebody must end it. */
const LONGEST_PAUSE_MS = 120_000;
/** Between two looks whether labels have arrived. */
const LABELS_STEP_MS = 100;

/** A ledger cannot be used now; the message says what to do. */
export class LedgerUnavailableError extends Error {
  override readonly name = 'LedgerUnavailableError';
  /** SQLSTATE of a connection that cannot be made: who asks waits, or is answered, as while the database is away. */
  readonly code = '08001';
}

/** The server of a ledger. Without further servers, the given pool. */
export async function serverOf(pool: Pool, ledger: LedgerKey): Promise<LedgerServer> {
  const server = await pool.ledgers?.serverOf(ledger);
  // Of the main database, the caller's pool counts: it may show the rows of one workspace alone.
  return server === undefined || server.name === MAIN ? { name: MAIN, pool } : server;
}

/**
 * The pool of the server that a ledger is on now, for single statements that read its tables: a move may take it away
 * between any two of them.
 *
 * @throws LedgerUnavailableError where it is not on the server that the directory names
 */
export async function ledgerPool(pool: Pool, ledger: LedgerKey): Promise<Pool> {
  if (pool.ledgers === undefined) return pool;
  for (let looks = 0; looks < MOST_LOOKS; looks += 1) {
    const server = await serverOf(pool, ledger);
    const { isHere } =
      server.name === MAIN ? { isHere: await isOnMain(pool, ledger) } : await readOnServer(server.pool, ledger);
    if (isHere) return server.pool;
    pool.ledgers.forget(ledger);
  }
  throw new LedgerUnavailableError(lost(ledger));
}

/** The pools of all servers that may hold ledgers. */
export function ledgerPools(pool: Pool): readonly Pool[] {
  return pool.ledgers?.servers.map((server) => (server.name === MAIN ? pool : server.pool)) ?? [pool];
}

/**
 * Reads a ledger: `work` runs on one unchanging state of its server, with records and labels of that state. A ledger that
 * was moved meanwhile is found again before `work` begins; one that is moved during `work` stays readable to its end.
 *
 * Labels are those that the main database has, or had at most `LONGEST_LAG_MS` ago: a copy that is behind is waited for.
 *
 * @throws LedgerUnavailableError where the server has no whole copy of the labels, or the present ones do not arrive
 */
export function inLedgerSnapshot<T>(
  pool: Pool,
  ledger: LedgerKey,
  work: (client: PoolClient, server: LedgerServer) => Promise<T>,
): Promise<T> {
  return atLedger(inSnapshot, pool, ledger, work);
}

/**
 * As `inLedgerSnapshot`, in a transaction that may write what is computed from the ledger and can be computed again. The
 * ledger itself is written by `inLedgerTransaction` alone.
 */
export function besideLedger<T>(
  pool: Pool,
  ledger: LedgerKey,
  work: (client: PoolClient, server: LedgerServer) => Promise<T>,
): Promise<T> {
  return atLedger(inTransaction, pool, ledger, work);
}

async function atLedger<T>(
  open: typeof inSnapshot,
  pool: Pool,
  ledger: LedgerKey,
  work: (client: PoolClient, server: LedgerServer) => Promise<T>,
): Promise<T> {
  if (pool.ledgers === undefined) return open(pool, (client) => work(client, { name: MAIN, pool }));
  const end = Date.now() + LONGEST_LAG_MS;
  for (let looks = 0; looks < MOST_LOOKS; ) {
    const server = await serverOf(pool, ledger);
    // Before the snapshot begins: labels that it has and the main database had then are not older.
    const recent = server.name === MAIN ? null : await recentLabels(pool.ledgers);
    const read = await open(server.pool, async (client): Promise<Read<T>> => {
      if (recent === null) {
        if (!(await isOnMain(client, ledger))) return { is: 'elsewhere' };
      } else {
        const { isHere, hasLabels } = await readOnServer(client, ledger);
        if (!isHere) return { is: 'elsewhere' };
        if (!hasLabels) throw new LedgerUnavailableError(noLabels(server.name));
        if (!recent.has(await copiedVersion(client))) return { is: 'behind' };
      }
      return { is: 'read', result: await work(client, server) };
    });
    switch (read.is) {
      case 'read':
        return read.result;
      case 'elsewhere':
        pool.ledgers.forget(ledger);
        looks += 1;
        break;
      case 'behind':
        if (Date.now() > end) throw new LedgerUnavailableError(labelsLate(server.name));
        await sleep(LABELS_STEP_MS);
        break;
    }
  }
  throw new LedgerUnavailableError(lost(ledger));
}

type Read<T> = { readonly is: 'elsewhere' | 'behind' } | { readonly is: 'read'; readonly result: T };

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

/** Connections of one change of several ledgers. */
export interface LedgersWriting {
  /** In a transaction of the main database, which commits after all others. */
  readonly main: PoolClient;
  /** The server of one of the ledgers, and the transaction there; of the main database it is `main`. */
  readonly of: (ledger: LedgerKey) => { readonly client: PoolClient; readonly pool: Pool; readonly isMain: boolean };
}

/** As `inLedgerTransaction`, for several ledgers at once: one transaction on each server that holds some of them. */
export async function inLedgersTransaction<T>(
  pool: Pool,
  ledgers: readonly LedgerKey[],
  work: (clients: LedgersWriting) => Promise<T>,
): Promise<T> {
  const { ledgers: directory } = pool;
  if (directory === undefined) {
    return inTransaction(pool, (main) => work({ main, of: () => ({ client: main, pool, isMain: true }) }));
  }
  const end = Date.now() + LONGEST_PAUSE_MS;
  for (let looks = 0; looks < MOST_LOOKS; ) {
    const servers = await Promise.all(ledgers.map((ledger) => serverOf(pool, ledger)));
    const places = ledgers.map((ledger, index) => ({ ledger, server: servers[index] ?? { name: MAIN, pool } }));
    const written = await writeOn(pool, places, work);
    if (written.state === 'open') return written.result;
    directory.forget(written.ledger);
    if (written.state === 'elsewhere') looks += 1;
    else if (Date.now() < end) await sleep(PAUSE_STEP_MS);
    else throw new LedgerUnavailableError(stuck(written.ledger));
  }
  throw new LedgerUnavailableError(`${ledgers.map(lost).join(' ')}`);
}

interface Place {
  readonly ledger: LedgerKey;
  readonly server: LedgerServer;
}

type Written<T> =
  | { readonly state: 'paused' | 'elsewhere'; readonly ledger: LedgerKey }
  | { readonly state: 'open'; readonly result: T };

function writeOn<T>(
  pool: Pool,
  places: readonly Place[],
  work: (clients: LedgersWriting) => Promise<T>,
): Promise<Written<T>> {
  const others = new Map(places.flatMap(({ server }) => (server.name === MAIN ? [] : [[server.name, server]])));
  return inTransaction(pool, (main) => inEach([...others.values()], (clients) => writeOpen(main, clients)));

  async function writeOpen(main: PoolClient, clients: ReadonlyMap<string, PoolClient>): Promise<Written<T>> {
    for (const { ledger, server } of places) {
      const state = await lockPlacement(clients.get(server.name) ?? main, ledger, server.name === MAIN);
      if (state !== 'open') return { state, ledger };
      // A failover of a former server may have lost that the ledger departed.
      if (server.name !== MAIN && (await readServerOf(main, ledger)) !== server.name)
        return { state: 'elsewhere', ledger };
    }
    const of: LedgersWriting['of'] = (wanted) => {
      const place = places.find(({ ledger }) => ledgerName(ledger) === ledgerName(wanted));
      if (place === undefined) throw new Error(`${ledgerName(wanted)} is not among the ledgers of this transaction`);
      const { name, pool: own } = place.server;
      return { client: clients.get(name) ?? main, pool: own, isMain: name === MAIN };
    };
    return { state: 'open', result: await work({ main, of }) };
  }
}

/** Opens a transaction on each server, one inside the other; their clients by the name of the server. */
function inEach<T>(
  [server, ...others]: readonly LedgerServer[],
  work: (clients: ReadonlyMap<string, PoolClient>) => Promise<T>,
): Promise<T> {
  if (server === undefined) return work(new Map());
  return inTransaction(server.pool, (client) =>
    inEach(others, (clients) => work(new Map([...clients, [server.name, client]]))),
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

/** Of a server whose copy of the labels stays behind. */
export const labelsLate = (server: string): string =>
  `Labels of the main database do not arrive on the ledger server '${server}'. Run: assay placement show`;

const lost = (ledger: LedgerKey): string =>
  `${ledgerName(ledger)} is not on the server that the directory names. Run: assay placement show`;

const stuck = (ledger: LedgerKey): string =>
  `A move of ${ledgerName(ledger)} was cut off in its last step. Run the same assay placement move again, or add --undo.`;
