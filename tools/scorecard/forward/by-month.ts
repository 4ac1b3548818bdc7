import { knownOf } from '../lines/known.ts';
import { type RatedBy, rateByAll } from '../lines/rate-known.ts';
import { sampleWorlds } from '../lines/sample-worlds.ts';
import { type Rate, rateOf } from '../shares/rate.ts';
import type { LabelledAddress } from '../starter-labels.ts';
import { type ByVersion, byVersion, type Version } from '../version.ts';
import { Rater } from '../world/rate.ts';
import { keyOf, type Listing, labelsKnownBefore, readListings } from './listings.ts';

/** Days after a month began within which a listing counts as one that could have been foreseen. */
export const WITHIN_DAYS = 180;
const FIRST_MONTH = '2021-10-01';
const DAY_SECONDS = 86_400;

/** Addresses of one kind at the begin of a month: how many, of how many cases, and their stars by every version. */
export interface MonthGroup {
  readonly addresses: number;
  readonly cases: number;
  /** By stars, without stars first. */
  readonly stars: ByVersion<readonly number[]>;
}

/** What was known when a month began, and what was listed within 180 days of it. */
export interface ForwardMonth {
  /** `YYYY-MM-01`. */
  readonly month: string;
  readonly listed: number;
  /** Those that another list had named before. */
  readonly namedBefore: number;
  /** Those that the records until then name. */
  readonly bad: MonthGroup;
  /** Addresses of services, by the lists of today, that the records until then name. */
  readonly good: MonthGroup;
}

/** Every address once, in the last month before its listing; good ones in the last month that is rated. */
export interface ForwardTotals {
  readonly listed: number;
  readonly listedCases: number;
  readonly namedBefore: number;
  readonly high: ByVersion<Rate>;
  readonly warned: ByVersion<Rate>;
  readonly comfort: ByVersion<Rate>;
  readonly falseAlarms: ByVersion<Rate>;
}

export interface ForwardResult {
  readonly withinDays: number;
  readonly months: readonly ForwardMonth[];
  readonly totals: ForwardTotals;
}

interface Rated {
  readonly key: string;
  readonly network: string;
  readonly case: string;
  readonly by: RatedBy;
}

/**
 * Rates at the begin of each month, by labels and records of before it, what was listed within 180 days after it, and
 * beside it the services in the same records.
 *
 * @param lastMonth `YYYY-MM-01`
 */
export async function rateForward(labels: readonly LabelledAddress[], lastMonth: string): Promise<ForwardResult> {
  const listings = readListings(labels);
  const services = labels.flatMap((one) => {
    const known = knownOf(one);
    return known?.truth === 'good' ? [{ ...one, case: known.by.entity }] : [];
  });
  const months: ForwardMonth[] = [];
  const [bad, good] = [new Map<string, Rated>(), new Map<string, Rated>()];
  const [all, named] = [new Map<string, Listing>(), new Set<string>()];
  for (const month of monthsUntil(lastMonth)) {
    const end = timeOf(month) + WITHIN_DAYS * DAY_SECONDS;
    const later = listings.filter(({ day }) => day >= month && timeOf(day) < end);
    const known = labelsKnownBefore(month, labels, listings);
    const names = new Set(known.map(keyOf));
    for (const one of later) all.set(keyOf(one), one);
    const namedBefore = later.filter((one) => names.has(keyOf(one)));
    for (const one of namedBefore) named.add(keyOf(one));
    const rate = raterAt(month, known);
    const found = await ratedOf(later, rate);
    // Only where something listed has records is there something to set services beside.
    const networks = new Set(found.map(({ network }) => network));
    const beside = await ratedOf(
      services.filter(({ network }) => networks.has(network)),
      rate,
    );
    for (const one of found) bad.set(one.key, one);
    for (const one of beside) good.set(one.key, one);
    months.push({
      month,
      listed: later.length,
      namedBefore: namedBefore.length,
      bad: groupOf(found),
      good: groupOf(beside),
    });
  }
  const rate = (of: ReadonlyMap<string, Rated>, accepted: readonly number[]) =>
    byVersion((version: Version) =>
      rateOf([...of.values()].map((one) => ({ case: one.case, holds: accepted.includes(one.by.stars[version]) }))),
    );
  return {
    withinDays: WITHIN_DAYS,
    months,
    totals: {
      listed: all.size,
      listedCases: new Set([...all.values()].map((one) => one.case)).size,
      namedBefore: named.size,
      high: rate(bad, [1, 2]),
      warned: rate(bad, [1, 2, 3]),
      comfort: rate(bad, [4, 5]),
      falseAlarms: rate(good, [1, 2, 3]),
    },
  };
}

type RateAt = (network: string, address: string) => Promise<RatedBy | null>;

/** Rates an address that the records of before a month name; null for any other. */
function raterAt(month: string, known: readonly LabelledAddress[]): RateAt {
  const worlds = sampleWorlds(known, timeOf(month)).map((sample) => ({
    ...{ network: sample.network, named: new Set(sample.addresses) },
    rater: new Rater(sample.world),
  }));
  return async (network, address) => {
    const held = worlds.find((one) => one.network === network && one.named.has(address));
    return held === undefined ? null : rateByAll(held.rater, address);
  };
}

async function ratedOf(
  addresses: readonly Pick<Listing, 'network' | 'address' | 'case'>[],
  rate: RateAt,
): Promise<readonly Rated[]> {
  const rated: Rated[] = [];
  for (const one of addresses) {
    const by = await rate(one.network, one.address);
    if (by !== null) rated.push({ key: keyOf(one), network: one.network, case: one.case, by });
  }
  return rated;
}

function groupOf(rated: readonly Rated[]): MonthGroup {
  return {
    addresses: rated.length,
    cases: new Set(rated.map((one) => one.case)).size,
    stars: byVersion((version) =>
      [0, 1, 2, 3, 4, 5].map((stars) => rated.filter(({ by }) => by.stars[version] === stars).length),
    ),
  };
}

function monthsUntil(last: string): readonly string[] {
  const months: string[] = [];
  for (let month = FIRST_MONTH; month <= last; month = next(month)) months.push(month);
  return months;
}

function next(month: string): string {
  const date = new Date(`${month}T00:00:00Z`);
  date.setUTCMonth(date.getUTCMonth() + 1);
  return date.toISOString().slice(0, 10);
}

const timeOf = (day: string): number => Date.parse(`${day}T00:00:00Z`) / 1000;
