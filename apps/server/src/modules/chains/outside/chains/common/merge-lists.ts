import { z } from 'zod';
import { foreignCursor, parseCursor } from '../../../formats/wire.ts';
import { type SourceCall, SourceError } from '../../../sources/sources.ports.ts';
import { malformed } from './read-rows.ts';

/** A row of a list: its value, and its rank in the list's descending order. */
export interface Ranked<Value> {
  /** A height where the provider pages by blocks, otherwise a time. */
  readonly rank: number;
  /** Unix seconds. */
  readonly time: number;
  readonly value: Value;
  /**
   * Token of the rows after this one, where the provider can continue from any row and not only from the end of a page.
   */
  readonly after?: string;
}

export interface ListPage<Value> {
  readonly rows: readonly Ranked<Value>[];
  /** Token of the page after this one; null where there is none. */
  readonly next: string | null;
}

/** A list of one provider, newest first, read from its beginning with null, or from the `next` of a page. */
export type ReadListPage<Value> = (token: string | null, call: SourceCall) => Promise<ListPage<Value>>;

export interface MergedPage<Value> {
  readonly values: readonly Value[];
  readonly next: string | null;
  /** Second of the newest row that was withheld; everything newer is complete. Null when nothing is left. */
  readonly openUntil: number | null;
}

/** Pages with one single time that are read before the list is given up. */
const MOST_PAGES_OF_A_MOMENT = 20;
const DONE = 'done';

const cursorShape = z.object({ below: z.number(), pages: z.array(z.string().nullable()) });

/**
 * One page of several lists, each newest first and with page ends anywhere: everything down to the newest rank that is
 * possibly incomplete in some list. Rows below that rank are read again with the next page.
 */
export async function mergeLists<Value>(
  provider: string,
  lists: readonly ReadListPage<Value>[],
  cursor: string | null,
  call: SourceCall,
): Promise<MergedPage<Value>> {
  const start = readCursor(provider, lists.length, cursor);
  const reads = await Promise.all(
    lists.map((list, at) => readDown(provider, list, start.pages[at] ?? null, start.below, call)),
  );
  const open = reads.flatMap(({ floor }) => (floor === null ? [] : [floor]));
  const floor = open.toSorted((a, b) => b.rank - a.rank)[0] ?? null;
  const values = reads.flatMap(({ rows }) =>
    rows.filter(({ rank }) => floor === null || rank > floor.rank).map(({ value }) => value),
  );
  if (floor === null) return { values, next: null, openUntil: null };
  const pages = reads.map(({ pageAt }) => pageAt(floor.rank));
  return { values, next: JSON.stringify({ below: floor.rank, pages }), openUntil: floor.time };
}

interface ReadDown<Value> {
  readonly rows: readonly Ranked<Value>[];
  /** The last row, where more rows follow: those may share its rank. */
  readonly floor: Ranked<Value> | null;
  /** The token of the page that contains the first row of this rank or below; DONE where none can. */
  readonly pageAt: (rank: number) => string | null;
}

/** Reads further pages while all rows have one rank; a page often ends inside a rank. */
async function readDown<Value>(
  provider: string,
  list: ReadListPage<Value>,
  from: string | null,
  below: number,
  call: SourceCall,
): Promise<ReadDown<Value>> {
  if (from === DONE) return { rows: [], floor: null, pageAt: () => DONE };
  const rows: Ranked<Value>[] = [];
  const starts: { readonly token: string | null; readonly last: number }[] = [];
  let token = from;
  let lowest = Number.POSITIVE_INFINITY;
  for (let pages = 0; ; pages += 1) {
    const page = await list(token, call);
    for (const { rank } of page.rows) {
      // In a list that is not newest first, later pages could contain newer rows.
      if (rank > lowest) throw malformed(provider, 'order of the list');
      lowest = rank;
    }
    const fresh = page.rows.filter(({ rank }) => rank <= below);
    rows.push(...fresh);
    starts.push({ token, last: page.rows.at(-1)?.rank ?? Number.POSITIVE_INFINITY });
    token = page.next;
    const end = token ?? DONE;
    const pageAt = (rank: number): string | null => {
      if (!rows.some((row) => row.rank <= rank)) return end;
      const passed = rows.findLast((row) => row.rank > rank)?.after;
      return passed ?? starts.find(({ last }) => last <= rank)?.token ?? from;
    };
    if (token === null) return { rows, floor: null, pageAt };
    const first = rows[0];
    const last = rows.at(-1);
    const isWhole = first !== undefined && last !== undefined && first.rank !== last.rank;
    if (isWhole) return { rows, floor: last, pageAt };
    // No row of a page is usable while its rank may continue on the next page.
    if (pages > MOST_PAGES_OF_A_MOMENT) {
      throw new SourceError({ kind: 'not-supported', provider, what: 'so many transfers of one moment' });
    }
  }
}

function readCursor(provider: string, lists: number, cursor: string | null): z.output<typeof cursorShape> {
  if (cursor === null) return { below: Number.POSITIVE_INFINITY, pages: Array.from({ length: lists }, () => null) };
  const raw = parseCursor(provider, cursor);
  const read = cursorShape.safeParse(raw);
  if (!read.success || read.data.pages.length !== lists) throw foreignCursor(provider);
  return read.data;
}
