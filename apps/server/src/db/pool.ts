import pg from 'pg';
import { traceStatements } from './trace-statements.ts';

export type { PoolClient } from 'pg';

/** The part of a pool that the product uses: a scoped pool (scoped-pool.ts) has no other. */
export interface Pool
  extends Pick<pg.Pool, 'query' | 'options' | 'ending' | 'totalCount' | 'idleCount' | 'waitingCount'> {
  connect(): Promise<pg.PoolClient>;
  end(): Promise<void>;
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
  });
  traceStatements(pool);
  return pool;
}
