import pg from 'pg';
import { DatabaseClient } from './primary.ts';
import { traceStatements } from './trace-statements.ts';
import { writeOnceATurn } from './write-once-a-turn.ts';

export type { PoolClient } from 'pg';

/** The part of a pool that the product uses: a scoped pool (scoped-pool.ts) has no other. */
export interface Pool
  extends Pick<pg.Pool, 'query' | 'options' | 'ending' | 'totalCount' | 'idleCount' | 'waitingCount'> {
  connect(): Promise<pg.PoolClient>;
  end(): Promise<void>;
  /** Where transfer ledgers are that this database does not hold; absent where it holds all of them. */
  readonly ledgers?: LedgerDirectory | undefined;
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

/** On which server each transfer ledger is, as far as this process knows. */
export interface LedgerDirectory {
  /** The main database first, then the others by their order in the configuration. */
  readonly servers: readonly [LedgerServer, ...LedgerServer[]];
  /** The server of a ledger: what was read last, or is read now. A ledger that was never placed is on the main database. */
  serverOf(ledger: LedgerKey): Promise<LedgerServer>;
  /** The server of every ledger that is not on the main database, by `ledgerName`, read now. */
  placed(): Promise<ReadonlyMap<string, string>>;
  /** Has the next call of `serverOf` read the directory again: the ledger was not where it should be. */
  forget(ledger: LedgerKey): void;
}

/** What a store takes: the pool for single statements, a client inside a transaction. */
export type Db = Pool | pg.PoolClient;

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
    ...(options.pipeline === true ? { pipeline: true } : {}),
  });
  // Without listeners a connection that breaks, idle or between two queries, would end the process.
  pool.on('error', (error) => options.onIdleError?.(error));
  pool.on('connect', (client) => {
    client.on('error', () => undefined);
    if (options.pipeline === true) writeOnceATurn(client);
  });
  traceStatements(pool);
  return pool;
}
