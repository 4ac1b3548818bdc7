import type { Direction, Page, PageAsk, TransferRecord } from '@assay/exposure';
import type { PoolClient, RowLists } from '../../../../platform/db/index.ts';
import { transfersTable } from '../ledgers/asset-tables.store.ts';
import type { Ledger } from '../ledgers/ledger.store.ts';
import { secondOf } from '../positions.ts';

/** One page that a walk waits for. */
export interface Place<R> {
  readonly ask: PageAsk;
  readonly limit: number;
  readonly records: R[];
}

/** A page as it is answered. */
interface PageOf<R> {
  readonly ask: PageAsk;
  readonly records: readonly R[];
  readonly more: boolean;
}

interface Waiting<R> {
  readonly direction: Direction;
  readonly places: readonly Place<R>[];
  readonly resolve: (pages: readonly PageOf<R>[]) => void;
  readonly reject: (error: unknown) => void;
}

/** Pages of one statement; of what waits beyond them, the next statement asks. */
const MOST_PLACES = 2_048;

/**
 * Pages that walks ask for. Walks that continue at the same time share one round trip, however many they are, because a
 * round trip costs more than a read.
 */
export class PageRequests<R extends { readonly position: number }> {
  readonly #read: (back: readonly Place<R>[], on: readonly Place<R>[]) => Promise<void>;
  #waiting: Waiting<R>[] = [];
  #isAsking = false;

  /** @param read fills all places by one statement, each with one row more than its limit where there are more */
  constructor(read: (back: readonly Place<R>[], on: readonly Place<R>[]) => Promise<void>) {
    this.#read = read;
  }

  page(direction: Direction, asks: readonly PageAsk[], limit: number): Promise<readonly PageOf<R>[]> {
    if (asks.length === 0) return Promise.resolve([]);
    return new Promise((resolve, reject) => {
      const places = asks.map((ask) => ({ ask, limit, records: [] }));
      this.#waiting.push({ direction, places, resolve, reject });
      if (!this.#isAsking) this.#askSoon();
    });
  }

  /** One query for the requests of this turn of the event loop. */
  #askSoon(): void {
    this.#isAsking = true;
    setImmediate(() => {
      void this.#ask(this.#next()).finally(() => {
        this.#isAsking = false;
        if (this.#waiting.length > 0) this.#askSoon();
      });
    });
  }

  /** The oldest requests, as many as one statement takes. */
  #next(): readonly Waiting<R>[] {
    let places = 0;
    const end = this.#waiting.findIndex((one, at) => {
      places += one.places.length;
      return at > 0 && places > MOST_PLACES;
    });
    return this.#waiting.splice(0, end < 0 ? this.#waiting.length : end);
  }

  async #ask(waiting: readonly Waiting<R>[]): Promise<void> {
    try {
      await this.#read(placesOf(waiting, 'bwd'), placesOf(waiting, 'fwd'));
      for (const { direction, places, resolve } of waiting) resolve(places.map((place) => pageOf(place, direction)));
    } catch (error) {
      for (const { reject } of waiting) reject(error);
    }
  }
}

function placesOf<R>(waiting: readonly Waiting<R>[], direction: Direction): readonly Place<R>[] {
  return waiting.flatMap((one) => (one.direction === direction ? one.places : []));
}

/** What a row of a page answers: its place, whether that is of a backward request, and who is at its near end. */
export function placeOf<R>(
  number: number,
  back: readonly Place<R>[],
  on: readonly Place<R>[],
): { readonly place: Place<R>; readonly isBack: boolean } {
  const isBack = number > 0;
  const place = (isBack ? back : on)[Math.abs(number) - 1];
  if (place === undefined) throw new Error(`The database answered a page that was not asked for: ${number}`);
  return { place, isBack };
}

/** Accounts, positions and limits of places, for `unnest`. */
export function valuesOf<R>(places: readonly Place<R>[]): readonly unknown[] {
  return [
    places.map(({ ask }) => ask.node),
    places.map(({ ask }) => Math.min(ask.position, Number.MAX_SAFE_INTEGER)),
    // One row more than requested shows whether there are more.
    places.map(({ limit }) => limit + 1),
  ];
}

/** The planner may join in any order: the rows of a page are sorted afterwards. */
function pageOf<R extends { readonly position: number }>(
  { ask, limit, records }: Place<R>,
  direction: Direction,
): PageOf<R> {
  records.sort((a, b) => (direction === 'bwd' ? b.position - a.position : a.position - b.position));
  return { ask, records: records.slice(0, limit), more: records.length > limit };
}

/**
 * The number of the request, from 1 for backward requests and from -1 for forward ones; then position, the account at the
 * far end, amount, inflow share, covered, and outflow share.
 */
type PageRow = RowLists[ReturnType<typeof pagesText>];

/** Pages of the transfer ledger of an account network, each from one covering index. */
export class AccountPages {
  readonly #client: PoolClient;
  readonly #ledger: Ledger;
  readonly #requests = new PageRequests<TransferRecord>((back, on) => this.#read(back, on));

  constructor(client: PoolClient, ledger: Ledger) {
    this.#client = client;
    this.#ledger = ledger;
  }

  page(direction: Direction, asks: readonly PageAsk[], limit: number): Promise<readonly Page[]> {
    return this.#requests.page(direction, asks, limit);
  }

  async #read(back: readonly Place<TransferRecord>[], on: readonly Place<TransferRecord>[]): Promise<void> {
    const answer = await this.#client.query({
      name: `transfers-pages-${this.#ledger.id}`,
      text: pagesText(this.#ledger.id),
      values: [...valuesOf(back), ...valuesOf(on)],
      rowMode: 'array',
    });
    for (const row of answer.rows) keep(row, back, on);
  }
}

function keep(row: PageRow, back: readonly Place<TransferRecord>[], on: readonly Place<TransferRecord>[]): void {
  const { place, isBack } = placeOf(Number(row[0]), back, on);
  const near = place.ask.node;
  const far = Number(row[2]);
  const position = Number(row[1]);
  place.records.push({
    position,
    from: isBack ? far : near,
    to: isBack ? near : far,
    amount: BigInt(row[3]),
    inflowShare: row[4],
    covered: row[5],
    outflowShare: row[6],
    time: secondOf(position),
  });
}

function pagesText(ledgerId: number) {
  return `SELECT ask.at, r.position, r.far, r.amount, r.inflow_share, r.covered, r.outflow_share
            FROM unnest($1::bigint[], $2::bigint[], $3::int[]) WITH ORDINALITY AS ask (node, position, most, at)
           CROSS JOIN LATERAL (
                 SELECT t.position, t.from_id AS far, t.amount, t.inflow_share, t.covered, t.outflow_share
                   FROM ${transfersTable(ledgerId)} t
                  WHERE t.to_id = ask.node AND t.position <= ask.position
                  ORDER BY t.position DESC LIMIT ask.most) AS r
           UNION ALL
          SELECT -ask.at, r.position, r.far, r.amount, r.inflow_share, r.covered, r.outflow_share
            FROM unnest($4::bigint[], $5::bigint[], $6::int[]) WITH ORDINALITY AS ask (node, position, most, at)
           CROSS JOIN LATERAL (
                 SELECT t.position, t.to_id AS far, t.amount, t.inflow_share, t.covered, t.outflow_share
                   FROM ${transfersTable(ledgerId)} t
                  WHERE t.from_id = ask.node AND t.position >= ask.position
                  ORDER BY t.position ASC LIMIT ask.most) AS r` as const;
}
