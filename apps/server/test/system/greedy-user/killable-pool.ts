import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { openPool, type Pool } from '../../../src/platform/db/index.ts';
import type { TestDatabase } from '../../support/database.ts';

/** The connections of a server that can be killed whatever it does: what it had not committed is rolled back. */
export class KillablePool {
  readonly #admin: Pool;
  // Other tests run on the same cluster: theirs must not be killed.
  readonly #name = `greedy ${randomUUID()}`;
  readonly #pool: ReturnType<typeof openPool>;
  readonly #death = Promise.withResolvers<null>();
  #isDead = false;

  constructor({ pool, url }: TestDatabase) {
    this.#admin = pool;
    const own = new URL(url);
    own.searchParams.set('application_name', this.#name);
    this.#pool = openPool(own.href, { maxConnections: 3 });
    // A connection that was being opened when the server died does nothing more.
    this.#pool.on('connect', (client) => {
      if (this.#isDead) void client.end();
    });
  }

  /** What becomes of work of this server; null where the server died before it was done. */
  async survive<T>(work: (pool: Pool) => Promise<T>): Promise<T | null> {
    const asked = work(this.#pool);
    try {
      return await Promise.race([asked, this.#death.promise]);
    } catch (error) {
      if (!this.#isDead) throw error;
      return null;
    } finally {
      asked.catch(() => undefined);
    }
  }

  async kill(): Promise<void> {
    if (this.#isDead) return;
    this.#isDead = true;
    const ended = this.#pool.end();
    const open = 'SELECT pid FROM pg_stat_activity WHERE application_name = $1';
    const end = `SELECT pg_terminate_backend(pid) FROM (${open}) AS its`;
    while ((await this.#admin.query(end, [this.#name])).rowCount !== 0) await sleep(2);
    this.#death.resolve(null);
    await ended;
  }

  async close(): Promise<void> {
    if (!this.#isDead) await this.#pool.end();
  }
}

/** Asks on two servers by turns. One may be killed meanwhile: who got no answer from it asks the other again. */
export async function askAtOnce<T>(
  database: TestDatabase,
  killedAfterMs: number | null,
  asks: readonly ((pool: Pool) => Promise<T>)[],
): Promise<readonly T[]> {
  const dying = new KillablePool(database);
  const living = new KillablePool(database);
  try {
    const answers = Promise.all(
      asks.map(async (ask, turn) => {
        const first = await (turn % 2 === 0 ? dying : living).survive(ask);
        const answer = first ?? (await living.survive(ask));
        if (answer === null) throw new Error('Both servers are dead');
        return answer;
      }),
    );
    const killed = killedAfterMs === null ? null : sleep(killedAfterMs).then(() => dying.kill());
    const [all] = await Promise.all([answers, killed]);
    return all;
  } finally {
    await Promise.all([dying.close(), living.close()]);
  }
}
