import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type ListedDays, reviewedList } from './listed-services.ts';

const DAY_SECONDS = 86_400;
const LAST_DAY = 40_000;

const dayOf = (number: number) => new Date(number * DAY_SECONDS * 1000).toISOString().slice(0, 10);
const keyOf = (entity: string) => entity.toLowerCase().replaceAll(' ', '');
const row = (part: Partial<ListedDays>): ListedDays => ({
  entity: 'An exchange',
  since: '2020-05-21',
  until: null,
  excluded: [],
  ...part,
});
const at = (moment: string) => Date.parse(moment) / 1000;

const dayNumber = fc.integer({ min: 0, max: LAST_DAY });
const span = fc.tuple(dayNumber, fc.integer({ min: 0, max: 30 })).map(([from, days]) => ({ from, to: from + days }));
const days = fc.record({
  since: dayNumber,
  lasts: fc.option(fc.integer({ min: 0, max: LAST_DAY })),
  excluded: fc.array(span, { maxLength: 4 }),
});

describe('the reviewed list', () => {
  it('holds from the first second of its first day to the last second of its last day, UTC', () => {
    const isListed = reviewedList([row({ until: '2021-12-31' })], keyOf);
    expect(isListed('An exchange', at('2020-05-20T23:59:59Z'))).toBe(false);
    expect(isListed('An exchange', at('2020-05-21T00:00:00Z'))).toBe(true);
    expect(isListed('An exchange', at('2021-12-31T23:59:59Z'))).toBe(true);
    expect(isListed('An exchange', at('2022-01-01T00:00:00Z'))).toBe(false);
  });

  it('does not hold on excluded days, both ends included', () => {
    const isListed = reviewedList([row({ excluded: [{ from: '2022-11-01', to: '2022-11-02' }] })], keyOf);
    expect(isListed('An exchange', at('2022-10-31T23:59:59Z'))).toBe(true);
    expect(isListed('An exchange', at('2022-11-01T00:00:00Z'))).toBe(false);
    expect(isListed('An exchange', at('2022-11-02T23:59:59Z'))).toBe(false);
    expect(isListed('An exchange', at('2022-11-03T00:00:00Z'))).toBe(true);
  });

  it('answers for every spelling of an entity, and for no other name', () => {
    const isListed = reviewedList([row({})], keyOf);
    expect(isListed('AN EXCHANGE', at('2024-01-01T00:00:00Z'))).toBe(true);
    expect(isListed('Another exchange', at('2024-01-01T00:00:00Z'))).toBe(false);
  });

  it('has one row an entity, and days that exist', () => {
    expect(() => reviewedList([row({}), row({ entity: 'an EXCHANGE' })], keyOf)).toThrow('are of "an EXCHANGE"');
    expect(() => reviewedList([row({ since: '2021-02-29' })], keyOf)).toThrow('"2021-02-29" is no day');
    expect(() => reviewedList([row({ until: 'ever' })], keyOf)).toThrow('"ever" is no day');
  });

  it('answers as its words say: within its days, and on none that is excluded', () => {
    fc.assert(
      fc.property(
        days,
        dayNumber,
        fc.integer({ min: 0, max: DAY_SECONDS - 1 }),
        ({ since, lasts, excluded }, day, second) => {
          const until = lasts === null ? null : since + lasts;
          const isListed = reviewedList(
            [
              row({
                since: dayOf(since),
                until: until === null ? null : dayOf(until),
                excluded: excluded.map(({ from, to }) => ({ from: dayOf(from), to: dayOf(to) })),
              }),
            ],
            keyOf,
          );
          const isExcluded = excluded.some(({ from, to }) => day >= from && day <= to);
          const isWithin = day >= since && (until === null || day <= until);
          expect(isListed('An exchange', day * DAY_SECONDS + second)).toBe(isWithin && !isExcluded);
        },
      ),
    );
  });

  it('gives every second of a day one answer', () => {
    fc.assert(
      fc.property(
        days,
        dayNumber,
        fc.array(fc.integer({ min: 0, max: DAY_SECONDS - 1 }), { minLength: 2, maxLength: 5 }),
        ({ since, lasts, excluded }, day, seconds) => {
          const isListed = reviewedList(
            [
              row({
                since: dayOf(since),
                until: lasts === null ? null : dayOf(since + lasts),
                excluded: excluded.map(({ from, to }) => ({ from: dayOf(from), to: dayOf(to) })),
              }),
            ],
            keyOf,
          );
          expect(new Set(seconds.map((second) => isListed('An exchange', day * DAY_SECONDS + second))).size).toBe(1);
        },
      ),
    );
  });

  it('never counts a day more because a day is excluded or its end comes sooner', () => {
    fc.assert(
      fc.property(days, span, dayNumber, ({ since, lasts, excluded }, further, day) => {
        const until = since + (lasts ?? LAST_DAY);
        const spans = (all: readonly { from: number; to: number }[]) =>
          all.map(({ from, to }) => ({ from: dayOf(from), to: dayOf(to) }));
        const whole = row({ since: dayOf(since), until: dayOf(until), excluded: spans(excluded) });
        const narrower = row({
          since: dayOf(since),
          until: dayOf(Math.min(until, further.to)),
          excluded: spans([...excluded, further]),
        });
        const time = day * DAY_SECONDS;
        if (reviewedList([narrower], keyOf)('An exchange', time)) {
          expect(reviewedList([whole], keyOf)('An exchange', time)).toBe(true);
        }
      }),
    );
  });
});
