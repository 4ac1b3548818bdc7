import { z } from 'zod';
import { AppError } from '../../../platform/kernel/app-error.ts';
import { isStorable } from '../../../platform/kernel/text/is-storable.ts';
import { type PageEnd, SORTS, type Sort } from './counterparties.ports.ts';

const Cursor = z.tuple([z.enum(SORTS), z.string().max(300), z.number().int()]);

/** What the column of each order can hold: the database refuses a value that its type does not. */
const VALUES: Readonly<Record<Sort, (value: string) => boolean>> = {
  amount: (value) => WHOLE.test(value),
  records: (value) => WHOLE.test(value) && Number(value) < 2 ** 31,
  first: isSecond,
  last: isSecond,
  label: isStorable,
};

const WHOLE = /^\d{1,60}$/;

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
