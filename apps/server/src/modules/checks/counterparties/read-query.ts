import type { CounterpartiesAsked } from '@assay/contracts';
import { z } from 'zod';
import { AppError } from '../../../platform/kernel/app-error.ts';
import { isStorable } from '../../../platform/kernel/text/is-storable.ts';
import { type PageEnd, type PageQuery, SORTS, type Sort } from './counterparties.ports.ts';

const DAY_SECONDS = 86_400;
const WHOLE = /^\d{1,60}$/;

type Asked = Omit<CounterpartiesAsked, 'limit' | 'cursor'>;

/** Where no order is asked for: what a reader looks for first. */
const DEFAULT_ORDERS: Readonly<Record<Sort, PageQuery['order']>> = {
  amount: 'desc',
  records: 'desc',
  first: 'asc',
  last: 'desc',
  label: 'asc',
};

/**
 * A query of the API in the units of the list.
 *
 * @param decimals of the asset; a least amount of more decimals is rounded up
 * @throws AppError ValidationError for a cursor that no page has given, and for a day that does not exist
 */
export function readPageQuery({ limit, cursor, ...asked }: CounterpartiesAsked, decimals: number): PageQuery {
  return {
    ...readListQuery(asked, decimals),
    limit,
    after: cursor === undefined ? null : readCursor(cursor, asked.sort),
  };
}

/** As `readPageQuery`, for all rows. */
export function readListQuery(
  { direction, sort, order, category, least, from, to, search }: Asked,
  decimals: number,
): Omit<PageQuery, 'limit' | 'after'> {
  if (search !== undefined && !isStorable(search)) throw invalid('search', 'Write text without control characters.');
  return {
    direction: direction === 'incoming' ? 'bwd' : 'fwd',
    sort,
    order: order ?? DEFAULT_ORDERS[sort],
    ...(category === undefined ? {} : { category }),
    ...(least === undefined ? {} : { leastAmount: baseUnitsOf(least, decimals) }),
    ...(from === undefined ? {} : { seenFrom: startOf('from', from) }),
    ...(to === undefined ? {} : { seenUntil: startOf('to', to) + DAY_SECONDS - 1 }),
    ...(search === undefined || search === '' ? {} : { text: search }),
  };
}

/** Coins as base units; a part of a base unit counts as a whole one, so that nothing below the amount is shown. */
function baseUnitsOf(coins: string, decimals: number): bigint {
  const [whole = '0', fraction = ''] = coins.split('.');
  const kept = fraction.slice(0, decimals).padEnd(decimals, '0');
  const isFiner = /[1-9]/.test(fraction.slice(decimals));
  return BigInt(whole + kept) + (isFiner ? 1n : 0n);
}

function startOf(field: string, day: string): number {
  const start = Date.parse(`${day}T00:00:00Z`);
  // The parser reads 31 February as a day of March.
  if (Number.isNaN(start) || new Date(start).toISOString().slice(0, 10) !== day) {
    throw invalid(field, 'Name a day that exists, as YYYY-MM-DD.');
  }
  return start / 1000;
}

function invalid(field: string, problem: string): AppError {
  return new AppError('ValidationError', { fields: [{ field, problem }] });
}

const Cursor = z.tuple([z.enum(SORTS), z.string().max(300), z.number().int()]);

/** What the column of each order can hold: the database refuses a value that its type does not. */
const VALUES: Readonly<Record<Sort, (value: string) => boolean>> = {
  amount: (value) => WHOLE.test(value),
  records: (value) => WHOLE.test(value) && Number(value) < 2 ** 31,
  first: isSecond,
  last: isSecond,
  label: isStorable,
};

function isSecond(value: string): boolean {
  return WHOLE.test(value) && Number.isSafeInteger(Number(value));
}

/** The end of a page as text for an address; it holds nothing but what the page shows. */
export function writeCursor(sort: Sort, { value, party }: PageEnd): string {
  return Buffer.from(JSON.stringify([sort, value, party])).toString('base64url');
}

/**
 * The end of a page from such a text.
 *
 * @throws AppError ValidationError where it is none, or of another order
 */
export function readCursor(text: string, sort: Sort): PageEnd {
  const read = Cursor.safeParse(parsed(text));
  if (!read.success || read.data[0] !== sort || !VALUES[sort](read.data[1])) {
    const problem = 'This is no end of a page in this order. Leave it out to begin with the first page.';
    throw new AppError('ValidationError', { fields: [{ field: 'cursor', problem }] });
  }
  return { value: read.data[1], party: read.data[2] };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(Buffer.from(text, 'base64url').toString('utf8'));
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}
