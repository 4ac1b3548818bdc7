import { setTimeout as sleep } from 'node:timers/promises';
import type {
  LedgerKey,
  LedgerServer,
  LedgerServers,
  LedgerServerUrl,
  LedgersWriting,
  LedgerWork,
  Pool,
  PoolClient,
} from '../../../platform/db/index.ts';
import { inSnapshot, inTransaction } from '../../../platform/db/transactions.ts';
import { ledgerName, MAIN, readPlacements } from '../../records/index.ts';
import { readServerOf } from './directory.store.ts';
import { copiedVersion } from './label-copy.store.ts';
import type { LedgerDirectory } from './ledger-directory.ts';
import { isOnMain, lockPlacement, lockSharedTables, readOnServer } from './ledger-state.store.ts';
import { type LedgerMove, readMoves } from './moves.store.ts';
import { LONGEST_LAG_MS, labelsOn, RecentVersions } from './recent-versions.ts';

/** How often a ledger that is not where the directory said is looked for again. */
const MOST_LOOKS = 5;
const PAUSE_STEP_MS = 200;
/** The last step of a move takes seconds; after this, somebody must end it. */
const LONGEST_PAUSE_MS = 120_000;
/** Between two looks whether labels have arrived. */
const LABELS_STEP_MS = 100;
/** What is derived from labels waits so long for them. */
const LONGEST_WAIT_MS = 60_000;

/** A ledger cannot be used now; the message says what to do. */
export class LedgerUnavailableError extends Error {
  override readonly name = 'LedgerUnavailableError';
  /** SQLSTATE of a connection that cannot be made: who asks waits, or is answered, as while the database is away. */
  readonly code = '08001';
}

/** Transfer ledgers on several servers, found by the directory of the main database. */
export class PlacedLedgers implements LedgerServers {
  readonly #directory: LedgerDirectory;
  readonly #recent = new RecentVersions();

  constructor(directory: LedgerDirectory) {
    this.#directory = directory;
  }

  /** The main database first, then the others by their order in the configuration. */
  get servers(): LedgerDirectory['servers'] {
    return this.#directory.servers;
  }

  get urls(): readonly LedgerServerUrl[] {
    return this.servers.flatMap(({ name, pool }) => {
      const url = pool.options.connectionString;
      return name === MAIN || url === undefined ? [] : [{ name, url }];
    });
  }

  /** The server of a ledger. Of the main database, the caller's pool counts. */
  async serverOf(main: Pool, ledger: LedgerKey): Promise<LedgerServer> {
    const server = await this.#directory.serverOf(ledger);
    return server.name === MAIN ? { name: MAIN, pool: main } : server;
  }

  /** @throws LedgerUnavailableError where it is not on the server that the directory names */
  async poolOf(main: Pool, ledger: LedgerKey): Promise<Pool> {
    for (let looks = 0; looks < MOST_LOOKS; looks += 1) {
      const server = await this.serverOf(main, ledger);
      const { isHere } =
        server.name === MAIN ? { isHere: await isOnMain(main, ledger) } : await readOnServer(server.pool, ledger);
      if (isHere) return server.pool;
      this.#directory.forget(ledger);
    }
    throw new LedgerUnavailableError(lost(ledger));
  }

  pools(main: Pool): readonly Pool[] {
    return this.servers.map((server) => (server.name === MAIN ? main : server.pool));
  }

  /** @throws LedgerUnavailableError where the server has no whole copy of the labels, or the present ones do not arrive */
  inSnapshot<T>(main: Pool, ledger: LedgerKey, work: LedgerWork<LedgerServer, T>): Promise<T> {
    return this.#at(inSnapshot, main, ledger, work);
  }

  /** @throws LedgerUnavailableError as `inSnapshot` */
  beside<T>(main: Pool, ledger: LedgerKey, work: LedgerWork<LedgerServer, T>): Promise<T> {
    return this.#at(inTransaction, main, ledger, work);
  }

  async #at<T>(open: typeof inSnapshot, main: Pool, ledger: LedgerKey, work: LedgerWork<LedgerServer, T>): Promise<T> {
    const end = Date.now() + LONGEST_LAG_MS;
    for (let looks = 0; looks < MOST_LOOKS; ) {
      const server = await this.serverOf(main, ledger);
      // Before the snapshot begins: labels that it has and the main database had then are not older.
      const recent = server.name === MAIN ? null : await this.#recentLabels();
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
          this.#directory.forget(ledger);
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

  /** Reads which labels the main database has now; those that it had of late, as this process has seen them. */
  async #recentLabels(): Promise<RecentVersions> {
    const at = performance.now();
    this.#recent.note(await labelsOn(this.servers[0].pool), at);
    return this.#recent;
  }

  /** @throws LedgerUnavailableError where a move was left in its last step */
  async inTransaction<T>(
    main: Pool,
    ledgers: readonly LedgerKey[],
    work: (clients: LedgersWriting) => Promise<T>,
  ): Promise<T> {
    const end = Date.now() + LONGEST_PAUSE_MS;
    for (let looks = 0; looks < MOST_LOOKS; ) {
      const places = await Promise.all(
        ledgers.map(async (ledger) => ({ ledger, server: await this.serverOf(main, ledger) })),
      );
      const written = await writeOn(main, places, work);
      if (written.state === 'open') return written.result;
      this.#directory.forget(written.ledger);
      if (written.state === 'elsewhere') looks += 1;
      else if (Date.now() < end) await sleep(PAUSE_STEP_MS);
      else throw new LedgerUnavailableError(stuck(written.ledger));
    }
    throw new LedgerUnavailableError(`${ledgers.map(lost).join(' ')}`);
  }

  async across<T>(
    main: Pool,
    read: (pool: Pool) => Promise<readonly T[]>,
    ledgerOf: (row: T) => LedgerKey,
  ): Promise<readonly T[]> {
    const placed = await this.placed();
    const parts = await Promise.all(
      this.servers.map(async (server) =>
        (await read(server.name === MAIN ? main : server.pool)).filter(
          (row) => (placed.get(ledgerName(ledgerOf(row))) ?? MAIN) === server.name,
        ),
      ),
    );
    return parts.flat();
  }

  /** The server of every ledger that is not on the main database, by `ledgerName`, read now. */
  placed(): Promise<ReadonlyMap<string, string>> {
    return readPlacements(this.servers[0].pool);
  }

  async moveBeside(
    clients: LedgersWriting,
    ledger: LedgerKey,
    isShared: (moved: LedgerKey) => boolean,
  ): Promise<LedgerMove | null> {
    await lockSharedTables(clients.of(ledger).client, 'shared');
    const server = await readServerOf(clients.main, ledger);
    const moves = await readMoves(clients.main);
    return moves.find((move) => (move.from === server || move.to === server) && isShared(move)) ?? null;
  }

  /** @throws LedgerUnavailableError where they do not arrive */
  async awaitLabels(
    main: Pool,
    versionOf: (client: PoolClient) => Promise<string>,
    signal: AbortSignal,
  ): Promise<void> {
    const wanted = await inSnapshot(main, versionOf);
    const placed = new Set((await this.placed()).values());
    const end = Date.now() + LONGEST_WAIT_MS;
    for (const { name, pool } of this.servers.slice(1)) {
      // A server without ledgers derives nothing.
      while (placed.has(name) && (await inSnapshot(pool, versionOf)) !== wanted) {
        signal.throwIfAborted();
        if (Date.now() > end) throw new LedgerUnavailableError(labelsLate(name));
        await sleep(LABELS_STEP_MS);
      }
    }
  }
}

/** Of a pool that was connected with further servers. */
export function placedLedgers({ ledgers }: Pool): PlacedLedgers | undefined {
  return ledgers instanceof PlacedLedgers ? ledgers : undefined;
}

type Read<T> = { readonly is: 'elsewhere' | 'behind' } | { readonly is: 'read'; readonly result: T };

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

const noLabels = (server: string): string =>
  `The ledger server '${server}' has no whole copy of the labels. Run: assay placement prepare ${server}`;

/** Of a server whose copy of the labels stays behind. */
const labelsLate = (server: string): string =>
  `Labels of the main database do not arrive on the ledger server '${server}'. Run: assay placement show`;

const lost = (ledger: LedgerKey): string =>
  `${ledgerName(ledger)} is not on the server that the directory names. Run: assay placement show`;

const stuck = (ledger: LedgerKey): string =>
  `A move of ${ledgerName(ledger)} was cut off in its last step. Run the same assay placement move again, or add --undo.`;
