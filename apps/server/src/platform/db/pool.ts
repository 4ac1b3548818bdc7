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
  /** Where transfer ledgers are that this database does not hold; absent where it holds all of them. */
  readonly ledgers?: LedgerDirectory | undefined;
  /** Which standbys answer reads, of this database and of ledger servers; absent where none does. */
  readonly standbys?: StandbyDirectory | undefined;
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

/** What reads of one server are answered by beside its primary, as far as this process knows. */
export interface ServerStandbys {
  /** Those that may answer now, the one least in use first. */
  usable(): Promise<readonly StandbyHost[]>;
  /** Notes that the primary answers a read. */
  countPrimary(): void;
  /** Asks every standby that was not asked within a second, and returns what is known of all of them. */
  look(): Promise<StandbyFacts>;
  end(): Promise<void>;
}

/** A hot standby, which is asked for reads. */
export interface StandbyHost {
  /** `host:port` of its address. */
  readonly name: string;
  /** Connects to this host alone. */
  readonly pool: Pool;
  /**
   * Counts a read of this standby while it runs. `lost` rejects where the standby stops to answer meanwhile: the read must
   * end then.
   */
  reading<T>(work: (lost: Promise<never>) => Promise<T>): Promise<T>;
  /** Which fault of the standby an error reports; null for an error of the read itself. */
  faultOf(error: unknown): Exclude<StandbyFault, 'state'> | null;
  /** Notes that it has answered a read. */
  countAnswer(): void;
  /** Notes why it has not: it is left out for a moment, or until it is found to be well again. */
  leaveOut(fault: StandbyFault): void;
}

/**
 * Why a standby did not answer a read: it `failed`; PostgreSQL ended the read in favour of replay (`conflict`); or it is in
 * another state than the primary, mostly in a former one (`state`).
 */
export type StandbyFault = 'failed' | 'conflict' | 'state';

/**
 * `used`: it is asked. `lagging`: beyond the limit. `failing`: it does not answer. `primary`: it takes writes, as every host
 * may after a failover. `unknown`: not asked yet.
 */
export type StandbyState = 'used' | 'lagging' | 'failing' | 'primary' | 'unknown';

/** Counts since the process began. */
export interface StandbyFacts {
  readonly answeredByPrimary: number;
  readonly hosts: readonly {
    readonly name: string;
    readonly state: StandbyState;
    readonly lagSeconds: number;
    readonly answered: number;
    readonly leftOut: Readonly<Record<StandbyFault | 'lagging', number>>;
  }[];
}

/** The standbys of each server that has some, by the server's name. */
export type StandbyDirectory = ReadonlyMap<string, ServerStandbys>;

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
