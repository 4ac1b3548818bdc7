import pg from 'pg';
import type { HeldClient, PoolClient } from './pool.ts';
import type { Queries } from './rows.ts';

type Query = (...asked: readonly unknown[]) => unknown;

/**
 * A connection for the length of one transaction: what is asked for afterwards is refused, such as by work that goes on
 * beside other work which has failed. It would run in no transaction, or in that of the next one.
 */
export class TransactionClient implements PoolClient {
  readonly query: Queries['query'];
  readonly isPipelined: boolean;
  readonly #client: HeldClient;
  #isOver = false;
  /** Ends with the last statement that was asked for; never rejects. */
  #last: Promise<unknown> = Promise.resolve();

  constructor(client: HeldClient) {
    this.#client = client;
    this.isPipelined = isPipelined(client);
    const query: Query = client.query.bind(client);
    const send = this.isPipelined ? query : this.#oneByOne(query);
    const ask: Query = (...asked) => {
      if (this.#isOver) return Promise.reject(new Error('The transaction of this statement is over'));
      return send(...asked);
    };
    this.query = ask as Queries['query'];
  }

  escapeIdentifier(text: string): string {
    return this.#client.escapeIdentifier(text);
  }

  escapeLiteral(text: string): string {
    return this.#client.escapeLiteral(text);
  }

  end(): Promise<void> {
    return this.#client.end();
  }

  /** Refuses what is asked for from now on. */
  close(): void {
    this.#isOver = true;
  }

  /**
   * A statement is asked for once the one before it is answered: what pg would queue by itself, it will refuse one day. A
   * stream of rows, as of COPY, is begun at once: it is an object and no promise, so that nobody can wait for it here. Who
   * begins one awaits first what it needs.
   */
  #oneByOne(query: Query): Query {
    const next = async (before: Promise<unknown>, asked: readonly unknown[]): Promise<unknown> => {
      await before;
      if (this.#isOver) throw new Error('The transaction of this statement is over');
      // Awaited, so that the stack of an error names this call.
      return await query(...asked);
    };
    return (...asked) => {
      if (isStream(asked[0])) return query(...asked);
      const answer = next(this.#last, asked);
      this.#last = answer.catch(() => undefined);
      return answer;
    };
  }
}

/** Whether a connection sends each statement without waiting for the answers to earlier ones. */
export function isPipelined(client: HeldClient): boolean {
  return client instanceof pg.Client && client.pipeline;
}

function isStream(asked: unknown): boolean {
  return typeof asked === 'object' && asked !== null && 'submit' in asked;
}
