import type pg from 'pg';

/** What a connection of pg writes to; it is there, though not in its types. */
interface Wire {
  readonly connection: { readonly stream: { cork(): void; uncork(): void } };
}

/**
 * Makes a pipelined connection send the statements of one turn of the event loop in one write, once everything that has
 * arrived was worked on: by itself, pg makes a system call for each, which costs the server more than anything else that
 * it does for a short statement.
 */
export function writeOnceATurn(client: pg.PoolClient): void {
  const { connection } = client as pg.PoolClient & Wire;
  const query = client.query.bind(client) as (...asked: unknown[]) => unknown;
  let isGathering = false;
  const gathered = (...asked: unknown[]): unknown => {
    if (!isGathering) {
      isGathering = true;
      connection.stream.cork();
      setImmediate(() => {
        isGathering = false;
        connection.stream.uncork();
      });
    }
    return query(...asked);
  };
  Object.assign(client, { query: gathered });
}
