import type { Direction, Page, PageAsk, TransferRecord } from '@assay/exposure';
import type { PoolClient } from '../../db/index.ts';
import { transfersTable } from './asset-tables.store.ts';
import type { Ledger } from './ledger.store.ts';
import { secondOf } from './positions.ts';

interface Waiting {
  readonly direction: Direction;
  readonly asks: readonly PageAsk[];
  readonly limit: number;
  readonly resolve: (pages: readonly Page[]) => void;
  readonly reject: (error: unknown) => void;
}

/** `place` is the number of the request: from 1 for backward requests and from -1 for forward ones. */
type PageRow = readonly [
  place: string,
  position: string,
  far: string,
  amount: string,
  inflowShare: number,
  covered: number,
  outflowShare: number,
];

/**
 * Pages of the transfer ledger of an account network, each from one covering index. Two walks that continue at the same
 * time share one round trip, because a round trip costs more than a read.
 */
export class AccountPages {
  readonly #client: PoolClient;
  readonly #ledger: Ledger;
  #waiting: Waiting[] = [];
  #isAsking = false;

  constructor(client: PoolClient, ledger: Ledger) {
    this.#client = client;
    this.#ledger = ledger;
  }

  page(direction: Direction, asks: readonly PageAsk[], limit: number): Promise<readonly Page[]> {
    if (asks.length === 0) return Promise.resolve([]);
    return new Promise((resolve, reject) => {
      this.#waiting.push({ direction, asks, limit, resolve, reject });
      if (!this.#isAsking) this.#askSoon();
    });
  }

  /** One query for the requests of this turn of the event loop. */
  #askSoon(): void {
    this.#isAsking = true;
    setImmediate(() => {
      const back = this.#next('bwd');
      const on = this.#next('fwd');
      void this.#ask(back, on).finally(() => {
        this.#isAsking = false;
        if (this.#waiting.length > 0) this.#askSoon();
      });
    });
  }

  #next(direction: Direction): Waiting | null {
    const at = this.#waiting.findIndex((one) => one.direction === direction);
    return at < 0 ? null : (this.#waiting.splice(at, 1)[0] ?? null);
  }

  async #ask(back: Waiting | null, on: Waiting | null): Promise<void> {
    try {
      const answer = await this.#client.query<PageRow[]>({
        name: `transfers-pages-${this.#ledger.id}`,
        text: pagesText(this.#ledger.id),
        values: [...valuesOf(back), ...valuesOf(on)],
        rowMode: 'array',
      });
      const rows = answer.rows as unknown as readonly PageRow[];
      // The planner may join in any order: the rows of a page are sorted afterwards.
      const found = { bwd: emptyPages(back), fwd: emptyPages(on) };
      for (const row of rows) this.#keep(row, back, on, found);
      back?.resolve(pagesOf(back, found.bwd));
      on?.resolve(pagesOf(on, found.fwd));
    } catch (error) {
      back?.reject(error);
      on?.reject(error);
    }
  }

  #keep(
    row: PageRow,
    back: Waiting | null,
    on: Waiting | null,
    found: Readonly<Record<Direction, TransferRecord[][]>>,
  ): void {
    const place = Number(row[0]);
    const direction = place > 0 ? 'bwd' : 'fwd';
    const index = Math.abs(place) - 1;
    const near = (place > 0 ? back : on)?.asks[index]?.node ?? Number.NaN;
    const far = Number(row[2]);
    const position = Number(row[1]);
    found[direction][index]?.push({
      position,
      from: place > 0 ? far : near,
      to: place > 0 ? near : far,
      amount: BigInt(row[3]),
      inflowShare: row[4],
      covered: row[5],
      outflowShare: row[6],
      time: secondOf(position),
    });
  }
}

function pagesText(ledgerId: number): string {
  return `${sideText('bwd', ledgerId, 1)} UNION ALL ${sideText('fwd', ledgerId, 4)}`;
}

function sideText(direction: Direction, ledgerId: number, first: number): string {
  const [near, far, sign] = direction === 'bwd' ? ['to_id', 'from_id', ''] : ['from_id', 'to_id', '-'];
  const [side, order] = direction === 'bwd' ? ['<=', 'DESC'] : ['>=', 'ASC'];
  return `SELECT ${sign}ask.at, r.position, r.far, r.amount, r.inflow_share, r.covered, r.outflow_share
            FROM unnest($${first}::bigint[], $${first + 1}::bigint[]) WITH ORDINALITY AS ask (node, position, at)
           CROSS JOIN LATERAL (
                 SELECT t.position, t.${far} AS far, t.amount, t.inflow_share, t.covered, t.outflow_share
                   FROM ${transfersTable(ledgerId)} t
                  WHERE t.${near} = ask.node AND t.position ${side} ask.position
                  ORDER BY t.position ${order} LIMIT $${first + 2}) AS r`;
}

function valuesOf(waiting: Waiting | null): readonly unknown[] {
  if (waiting === null) return [[], [], 1];
  const { asks, limit } = waiting;
  return [
    asks.map((ask) => ask.node),
    asks.map((ask) => Math.min(ask.position, Number.MAX_SAFE_INTEGER)),
    // One row more than requested shows whether there are more.
    limit + 1,
  ];
}

function emptyPages(waiting: Waiting | null): TransferRecord[][] {
  return waiting?.asks.map(() => []) ?? [];
}

function pagesOf({ direction, asks, limit }: Waiting, found: readonly TransferRecord[][]): readonly Page[] {
  return asks.map((ask, index) => {
    const records = (found[index] ?? []).sort((a, b) =>
      direction === 'bwd' ? b.position - a.position : a.position - b.position,
    );
    return { ask, records: records.slice(0, limit), more: records.length > limit };
  });
}
