/**
 * When a service counts as one that identifies its customers (docs/method/3/README.md, section 2.4). Days are
 * `YYYY-MM-DD`, UTC, and both ends of a span are included.
 */

const DAY_SECONDS = 86_400;

export interface DaySpan {
  readonly from: string;
  readonly to: string;
}

/** One row of the reviewed list, without its evidence. */
export interface ListedDays {
  readonly entity: string;
  /** The first day. */
  readonly since: string;
  /** The last day; null while it holds. */
  readonly until: string | null;
  /** Days that do not count, such as those of a theft from the service. */
  readonly excluded: readonly DaySpan[];
}

/** Whether an entity is on the reviewed list on the day of a payment at that time (Unix seconds, UTC). */
export type IsOnReviewedList = (entity: string, time: number) => boolean;

/**
 * The reviewed list as a question. Two names are one entity where they have the same key.
 *
 * @param rows one an entity, with days that exist
 * @throws RangeError two rows are of one entity, or a day does not exist
 */
export function reviewedList(rows: readonly ListedDays[], keyOf: (entity: string) => string): IsOnReviewedList {
  const byKey = new Map<string, NumberedDays>();
  for (const row of rows) {
    const key = keyOf(row.entity);
    if (byKey.has(key)) throw new RangeError(`Two rows of the reviewed list are of "${row.entity}"`);
    byKey.set(key, numbered(row));
  }
  // A walk asks for the same few names at every payment.
  const byName = new Map<string, NumberedDays | undefined>();
  return (entity, time) => {
    if (!byName.has(entity)) byName.set(entity, byKey.get(keyOf(entity)));
    const row = byName.get(entity);
    return row !== undefined && holdsOn(row, Math.floor(time / DAY_SECONDS));
  };
}

/** Days since 1970-01-01. */
interface NumberedDays {
  readonly since: number;
  readonly until: number;
  readonly excluded: readonly { readonly from: number; readonly to: number }[];
}

function numbered({ since, until, excluded }: ListedDays): NumberedDays {
  return {
    since: dayNumberOf(since),
    until: until === null ? Number.POSITIVE_INFINITY : dayNumberOf(until),
    excluded: excluded.map(({ from, to }) => ({ from: dayNumberOf(from), to: dayNumberOf(to) })),
  };
}

function holdsOn({ since, until, excluded }: NumberedDays, day: number): boolean {
  return since <= day && day <= until && !excluded.some(({ from, to }) => from <= day && day <= to);
}

function dayNumberOf(day: string): number {
  const moment = new Date(`${day}T00:00:00Z`);
  // A day that a month does not have is read as one of the next month.
  const isDay = !Number.isNaN(moment.getTime()) && moment.toISOString().startsWith(day);
  if (!isDay) throw new RangeError(`"${day}" is no day`);
  return moment.getTime() / (DAY_SECONDS * 1000);
}
