import pg from 'pg';
import { inCallSpan, isTracing } from '../kernel/tracing.ts';
import { DatabaseClient } from './primary.ts';
import type { Queries } from './rows.ts';
import { TurnSocket } from './turn-socket.ts';

/**
 * A connection, in whose transaction statements are sent. They run in the order in which they are asked for, also where
 * that is before the answers to earlier ones: `Promise.all` of several takes one round trip where the pool is pipelined.
 */
export interface PoolClient extends Queries, Pick<pg.PoolClient, 'escapeIdentifier' | 'escapeLiteral'> {
  /** Closes the connection, whatever it waits for. */
  end(): Promise<void>;
}

/** A connection of a pool until it is released. */
export interface HeldClient extends PoolClient, Pick<pg.PoolClient, 'release'> {}

/** The part of a pool that the product uses: a scoped pool (scoped-pool.ts) has no other. */
export interface Pool
  extends Queries,
    Pick<pg.Pool, 'options' | 'ending' | 'totalCount' | 'idleCount' | 'waitingCount'> {
  connect(): Promise<HeldClient>;
  end(): Promise<void>;
  /** Set where transfer ledgers may be on other servers than this database; absent where it holds all of them. */
  readonly ledgers?: LedgerServers | undefined;
  /** Set where standbys answer reads of this database, or of ledger servers. */
  readonly standbys?: Standbys | undefined;
}

/** Names a transfer ledger: one asset on one network. */
export interface LedgerKey {
  readonly network: string;
  readonly ticker: string;
}

/** A PostgreSQL that holds transfer ledgers. */
export interface LedgerServer {
  /** As the configuration names it; the main database is `main`. */
  readonly name: string;
  readonly pool: Pool;
}

/** A server of ledgers with the address by which a thread reaches it as this process does; secret. */
export interface LedgerServerUrl {
  readonly name: string;
  readonly url: string;
}

/** Connections of one change of several ledgers. */
export interface LedgersWriting {
  /** In a transaction of the main database, which commits after all others. */
  readonly main: PoolClient;
  /** The server of one of the ledgers, and the transaction there; of the main database it is `main`. */
  readonly of: (ledger: LedgerKey) => { readonly client: PoolClient; readonly pool: Pool; readonly isMain: boolean };
}

/**
 * What is different where transfer ledgers are on several servers; modules/records/placement/in-ledger.ts offers it, and
 * says what each does. `main` is the pool of the one who asks: it may show the rows of one workspace alone.
 */
export interface LedgerServers {
  /** Of the servers beside the main database. */
  readonly urls: readonly LedgerServerUrl[];
  poolOf(main: Pool, ledger: LedgerKey): Promise<Pool>;
  pools(main: Pool): readonly Pool[];
  inSnapshot<T>(main: Pool, ledger: LedgerKey, work: LedgerWork<LedgerServer, T>): Promise<T>;
  beside<T>(main: Pool, ledger: LedgerKey, work: LedgerWork<LedgerServer, T>): Promise<T>;
  inTransaction<T>(
    main: Pool,
    ledgers: readonly LedgerKey[],
    work: (clients: LedgersWriting) => Promise<T>,
  ): Promise<T>;
  across<T>(
    main: Pool,
    read: (pool: Pool) => Promise<readonly T[]>,
    ledgerOf: (row: T) => LedgerKey,
  ): Promise<readonly T[]>;
  /**
   * Returns when every server has the labels that the main database has now: what is derived there is then derived from
   * them.
   *
   * @param versionOf of everything that is copied and derived from, in one state of a database
   */
  awaitLabels(main: Pool, versionOf: (client: PoolClient) => Promise<string>, signal: AbortSignal): Promise<void>;
  /**
   * In the transaction of a first load that stages blocks: a move under way to or from its server, of a ledger that
   * shares tables with the loaded one. Where there is none, none begins until the transaction ends.
   *
   * @param isShared whether a ledger shares tables with the loaded one
   */
  moveBeside(
    clients: LedgersWriting,
    ledger: LedgerKey,
    isShared: (moved: LedgerKey) => boolean,
  ): Promise<(LedgerKey & { readonly from: string; readonly to: string }) | null>;
}

export type LedgerWork<Server, T> = (client: PoolClient, server: Server) => Promise<T>;

/** What a snapshot reads. */
export interface ReadServer extends LedgerServer {
  /** Reaches the very host that the snapshot is of: the primary of the server, or one of its standbys. */
  readonly host: Pool;
  /** Aborted where the host stops to answer; null for a primary, which nothing could take the place of. */
  readonly lost: AbortSignal | null;
}

/** Reads that standbys may answer; modules/records/placement/in-ledger.ts offers it. */
export interface Standbys {
  inSnapshot<T>(main: Pool, ledger: LedgerKey, work: LedgerWork<ReadServer, T>): Promise<T>;
}

/** What a store takes: the pool for single statements, a client inside a transaction. */
export type Db = Pool | PoolClient;

export interface PoolOptions {
  /** Most connections held at once; default 10. */
  readonly maxConnections?: number;
  /** How long a statement waits for a connection, in milliseconds; default 10 s. */
  readonly connectWithinMs?: number;
  /** Called when an idle connection breaks; the pool replaces it by itself. */
  readonly onIdleError?: (error: Error) => void;
  /** The role that sessions begin with; default: the one they log in as. */
  readonly role?: string;
  /** Sends statements of a connection without waiting for the answers to earlier ones; refuses COPY. Default false. */
  readonly pipeline?: boolean;
}

export function openPool(url: string, options: PoolOptions = {}): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    // The options keep the whole address: threads open their own pools by it.
    Client: DatabaseClient,
    max: options.maxConnections ?? 10,
    application_name: 'assay',
    connectionTimeoutMillis: options.connectWithinMs ?? 10_000,
    // Every session speaks UTC, whatever the machine or the cluster thinks.
    options: options.role === undefined ? '-c TimeZone=UTC' : `-c TimeZone=UTC -c role=${options.role}`,
    ...(options.pipeline === true ? { pipeline: true, stream: () => new TurnSocket() } : {}),
  });
  // Without listeners a connection that breaks, idle or between two queries, would end the process.
  pool.on('error', (error) => options.onIdleError?.(error));
  pool.on('connect', (client) => {
    client.on('error', () => undefined);
  });
  traceStatements(pool);
  return pool;
}

type Query = (...args: unknown[]) => unknown;

/**
 * Gives each statement of a pool a span inside that of the work which runs it. A statement's text is in it where values
 * are given apart from it, so that it holds none; its values never are.
 */
function traceStatements(pool: pg.Pool): void {
  if (!isTracing()) return;
  trace(pool);
  pool.on('connect', trace);
}

function trace(target: pg.Pool | pg.PoolClient): void {
  const query: Query = target.query.bind(target);
  const traced: Query = (...args) => {
    const statement = describe(args);
    // The pool itself calls a client with a callback, possibly in the context of other work: its own span covers that.
    if (statement === null || typeof args.at(-1) === 'function') return query(...args);
    return inCallSpan(statement.name, statement.facts, async () => query(...args));
  };
  Object.assign(target, { query: traced });
}

/** Null for what is no plain statement, such as a stream of rows. */
function describe([first, second]: readonly unknown[]) {
  const config = typeof first === 'object' && first !== null ? (first as Partial<pg.QueryConfig & pg.Submittable>) : {};
  if (typeof config.submit === 'function') return null;
  const text = typeof first === 'string' ? first : config.text;
  if (text === undefined) return null;
  const operation = /^\s*(?:--[^\n]*\n\s*)*([a-z]+)/i.exec(text)?.[1]?.toUpperCase() ?? 'STATEMENT';
  const hasValues = Array.isArray(second) || Array.isArray(config.values);
  return {
    name: `database ${operation}`,
    facts: {
      'db.system.name': 'postgresql',
      'db.operation.name': operation,
      ...(hasValues ? { 'db.query.text': text.replaceAll(/\s+/g, ' ').trim() } : {}),
    },
  };
}
