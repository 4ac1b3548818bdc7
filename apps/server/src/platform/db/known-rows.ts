import pg from 'pg';

export type QueryCallback = (error: Error | undefined, result: pg.QueryResult) => void;

/** What pg works out of the description of a statement's rows; it is there, though not in its types. */
interface RowShape {
  fields: unknown;
  _parsers: unknown;
  _prebuiltEmptyResultObject: unknown;
}

/** The part of a connection of pg by which a query asks what its rows are like. */
interface Describing {
  describe(portal: unknown): void;
}

/** The parts of a query of pg that are overridden or used here. */
interface QueryOfPg {
  name: string;
  _result: RowShape;
  _accumulateRows: boolean;
  hasBeenParsed(connection: Describing): boolean;
  prepare(connection: Describing): void;
  handleReadyForQuery(connection: Describing): void;
}

const Query = pg.Query as unknown as new (text: string, values: unknown[], callback: QueryCallback) => QueryOfPg;

/** What the rows of the prepared statements of one connection are like. */
export class KnownRows {
  readonly shapes = new Map<string, RowShape>();
  /** The connection, which asks nothing. */
  readonly silent: Describing;

  constructor(connection: Describing) {
    this.silent = Object.create(connection, { describe: { value: () => undefined } });
  }
}

/**
 * One execution of a prepared statement, for `query` of its connection's client. What its rows are like is asked for and
 * worked out the first time alone: PostgreSQL refuses a prepared statement whose rows have changed. By itself, pg does so
 * each time, which takes longer than anything else of a short statement.
 */
export class PreparedExecution extends Query {
  readonly #known: KnownRows;

  constructor(known: KnownRows, name: string, text: string, values: unknown[], callback: QueryCallback) {
    super(text, values, callback);
    this.name = name;
    this.#known = known;
  }

  override prepare(connection: Describing): void {
    const shape = this.hasBeenParsed(connection) ? this.#known.shapes.get(this.name) : undefined;
    this._accumulateRows = true;
    Object.assign(this._result, shape);
    super.prepare(shape === undefined ? connection : this.#known.silent);
  }

  override handleReadyForQuery(connection: Describing): void {
    if (!this.#known.shapes.has(this.name)) {
      const { fields, _parsers, _prebuiltEmptyResultObject } = this._result;
      this.#known.shapes.set(this.name, { fields, _parsers, _prebuiltEmptyResultObject });
    }
    super.handleReadyForQuery(connection);
  }
}

/** The parts of a connection of pg that are used here; they are there, though not in its types. */
interface Wire {
  readonly connection: {
    readonly stream: { readonly writable: boolean };
    _send(message: Buffer): boolean;
    describe(portal: unknown): void;
  };
}

type Query = (...asked: unknown[]) => unknown;

/**
 * Makes a pipelined connection send the statements of one turn of the event loop in one write, once everything that has
 * arrived was worked on: by itself, pg makes a system call for each, which costs the server more than anything else that
 * it does for a short statement. They are written as one piece, since a stream keeps account of each piece, and pg makes
 * four of a statement. Prepared statements are not described again.
 */
export function writeOnceATurn(client: pg.PoolClient): void {
  const { connection } = client as pg.PoolClient & Wire;
  const known = new KnownRows(connection);
  const query: Query = client.query.bind(client);
  const send = connection._send.bind(connection);
  let gathered: Buffer[] | null = null;
  const write = (): void => {
    const messages = gathered ?? [];
    gathered = null;
    // None, where the statement was refused here.
    if (messages.length > 0) send(Buffer.concat(messages));
  };
  Object.assign(connection, {
    _send: (message: Buffer): boolean => {
      if (gathered === null) return send(message);
      gathered.push(message);
      return connection.stream.writable;
    },
  });
  Object.assign(client, {
    query: (...asked: unknown[]): unknown => {
      if (gathered === null) {
        gathered = [];
        setImmediate(write);
      }
      return runPrepared(known, query, asked) ?? query(...asked);
    },
  });
}

/** Undefined for what is no prepared statement. The pool passes a callback, everything else awaits the answer. */
function runPrepared(known: KnownRows, query: Query, [config, , callback]: readonly unknown[]): unknown {
  if (typeof config !== 'object' || config === null) return undefined;
  const { name, text, values, ...others } = config as Partial<pg.QueryConfig<unknown[]>>;
  if (name === undefined || text === undefined || values === undefined) return undefined;
  // What else pg can be asked for, it does by itself.
  if (Object.keys(others).length > 0) return undefined;
  const run = (ended: QueryCallback) => query(new PreparedExecution(known, name, text, values, ended));
  if (typeof callback === 'function') return run(callback as QueryCallback);
  return new Promise((resolve, reject) => {
    run((error, result) => (error ? reject(error) : resolve(result)));
  }).catch((error: Error) => {
    // Its own stack names the socket that the answer came from.
    Error.captureStackTrace(error);
    throw error;
  });
}
