import type pg from 'pg';
import { KnownRows, PreparedExecution, type QueryCallback } from './known-rows.ts';

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
