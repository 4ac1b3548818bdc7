import { parsePrice, priceText } from '@assay/exposure';
import { z } from 'zod';
import { addDays, dayOf } from '../../prices/days.ts';
import type { DailyPrice } from '../../prices/prices.ports.ts';
import { type SourceCall, SourceError } from '../../sources/sources.ports.ts';

/** A price at a moment in Unix seconds, as decimal text. */
export interface PricePoint {
  readonly time: number;
  readonly usd: string;
}

/** A point up to this long after the end of a day is the day's last price. */
const LATE_SECONDS = 2 * 3_600;

/** Questions that one look at prices may cost. */
const MAX_CALLS = 8;

/** The end of a day in Unix seconds: the beginning of the next. */
export function endOf(day: string): number {
  return Date.parse(`${addDays(day, 1)}T00:00:00Z`) / 1000;
}

/**
 * Prices by day from points of any density: each day takes the first point at its end or up to two hours after, so that
 * hourly and daily answers of a provider mean the same. Points that are no price are left out.
 */
export function daysOf(points: readonly PricePoint[]): readonly DailyPrice[] {
  const byDay = new Map<string, PricePoint>();
  for (const point of points) {
    const day = addDays(dayOf(point.time), -1);
    const before = byDay.get(day);
    if (point.time - endOf(day) > LATE_SECONDS || (before !== undefined && before.time <= point.time)) continue;
    byDay.set(day, point);
  }
  return [...byDay]
    .flatMap(([day, { usd }]) => {
      const price = parsePrice(usd);
      return price === null ? [] : [{ day, usd: priceText(price) }];
    })
    .sort((left, right) => (left.day < right.day ? -1 : 1));
}

/** What a look at prices may cost. */
export function callOf(signal: AbortSignal): SourceCall {
  let calls = 0;
  return {
    signal,
    spend: () => {
      calls += 1;
      return calls <= MAX_CALLS;
    },
  };
}

/** A number of the answer as the text it was written in. */
export const decimal = z.string().regex(/^-?\d+(\.\d+)?([eE][+-]?\d+)?$/);

/** A moment of the answer, in whole seconds or milliseconds. */
export const moment = z
  .string()
  .regex(/^\d{1,15}$/)
  .transform(Number);

/**
 * Reads JSON with every number as the text it was written in: a price through a binary fraction is another price.
 *
 * @throws SourceError `malformed`, naming the provider and the first wrong field
 */
export function readExact<Schema extends z.ZodType>(provider: string, schema: Schema, text: string): z.output<Schema> {
  const read = schema.safeParse(parse(provider, text));
  if (read.success) return read.data;
  const field = read.error.issues[0]?.path.map(String).join('.') ?? '';
  throw new SourceError({ kind: 'malformed', provider, field: field === '' ? 'answer' : field }, { cause: read.error });
}

function parse(provider: string, text: string): unknown {
  try {
    return JSON.parse(text, asWritten);
  } catch (cause) {
    throw new SourceError({ kind: 'malformed', provider, field: 'JSON' }, { cause });
  }
}

function asWritten(_key: string, value: unknown, context?: { readonly source?: string }): unknown {
  return typeof value === 'number' ? (context?.source ?? String(value)) : value;
}
