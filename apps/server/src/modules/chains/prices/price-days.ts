import { createHash } from 'node:crypto';
import { canonicalBytes } from '@assay/certificate';
import type { ResultPrices } from '@assay/contracts';
import { PAR, type Price, parsePrice } from '@assay/exposure';
import { addDays } from './days.ts';
import type { KeptPrice } from './prices.store.ts';

/** A day without a price takes the last one before it, at most this many days old. */
export const CARRY_DAYS = 7;

/** The price used for a day, and its source. */
export interface UsedPrice {
  readonly price: Price;
  readonly usd: string;
  /** The day of the price. */
  readonly of: string;
  readonly source: string;
}

/** Prices by day of transfer, and the sentence about them in a result. */
export interface DayPrices {
  /** Days without an entry have no price. */
  readonly byDay: ReadonlyMap<string, UsedPrice>;
  readonly facts: ResultPrices;
}

const AT_PAR: Pick<UsedPrice, 'price' | 'usd' | 'source'> = { price: PAR, usd: '1', source: 'par' };

/**
 * Chooses the price of each day. A stablecoin at par counts as a dollar unless the price of that same day shows that it
 * lost its peg; every other asset takes the day's price, or the last one before it within a week.
 *
 * @param held prices from a week before the first day on, in order of days
 */
export function choosePrices(
  days: readonly string[],
  held: readonly KeptPrice[],
  isAtPar: boolean,
): ReadonlyMap<string, UsedPrice> {
  const byDay = new Map(held.map((kept) => [kept.day, kept]));
  const chosen = new Map<string, UsedPrice>();
  for (const day of days) {
    const used = isAtPar ? parOn(day, byDay) : lastBefore(day, byDay);
    if (used !== null) chosen.set(day, used);
  }
  return chosen;
}

function parOn(day: string, byDay: ReadonlyMap<string, KeptPrice>): UsedPrice {
  const own = usedOf(byDay.get(day));
  return own !== null && isOffPar(own.price) ? own : { ...AT_PAR, of: day };
}

function lastBefore(day: string, byDay: ReadonlyMap<string, KeptPrice>): UsedPrice | null {
  for (let back = 0; back <= CARRY_DAYS; back += 1) {
    const used = usedOf(byDay.get(addDays(day, -back)));
    if (used !== null) return used;
  }
  return null;
}

function usedOf(kept: KeptPrice | undefined): UsedPrice | null {
  const price = kept === undefined ? null : parsePrice(kept.usd);
  if (kept === undefined || price === null) return null;
  return { price, usd: kept.usd, of: kept.day, source: kept.source };
}

/**
 * The prices that a result is based on, and the sentence about them. The digest covers each day with the price used and
 * its source, so that equal days have equal digests whatever other prices an installation has.
 */
export function describePrices(
  ticker: string,
  days: readonly string[],
  byDay: ReadonlyMap<string, UsedPrice>,
  isAtPar: boolean,
): ResultPrices {
  const sorted = [...new Set(days)].sort();
  const used = sorted.flatMap((day) => {
    const price = byDay.get(day);
    return price === undefined ? [] : [[day, price.of, price.usd, price.source] as const];
  });
  const missing = sorted.filter((day) => !byDay.has(day));
  const sources = [...new Set(used.map(([, , , source]) => source))].sort();
  const digest = used.length === 0 ? null : createHash('sha256').update(canonicalBytes(used)).digest('hex');
  const offPar = used.filter(([, , , source]) => source !== AT_PAR.source).length;
  return {
    rule: isAtPar ? 'par' : used.length === 0 ? 'none' : 'daily',
    digest,
    version: digest?.slice(0, 16) ?? null,
    sources,
    first_day: sorted[0] ?? null,
    last_day: sorted.at(-1) ?? null,
    days: sorted.length,
    missing_days: missing.length,
    text: isAtPar ? parText(ticker, offPar) : dailyText(ticker, { sorted, missing, used: used.length, sources }),
  };
}

function parText(ticker: string, offPar: number): string {
  const depeg =
    offPar === 0
      ? ''
      : ` ${offPar === 1 ? 'One day' : `${offPar} days`} more than ${DEPEG_PERCENT}% off par counted at the day’s price.`;
  return `One ${ticker} counts as one US dollar.${depeg}`;
}

function dailyText(
  ticker: string,
  facts: {
    readonly sorted: readonly string[];
    readonly missing: readonly string[];
    readonly used: number;
    readonly sources: readonly string[];
  },
): string {
  const { sorted, missing, used, sources } = facts;
  if (sorted.length === 0) return `No price of ${ticker} was looked up; amounts are not given in US dollars.`;
  if (used === 0)
    return `No price of ${ticker} is known for the days of these transfers; amounts are not given in US dollars.`;
  const whose = `daily prices of ${ticker} from ${sources.join(' and ')}`;
  if (missing.length === 0) return `In US dollars at the time of each transfer, by ${whose}.`;
  const gap = missing[0] === missing.at(-1) ? `on ${missing[0]}` : `between ${missing[0]} and ${missing.at(-1)}`;
  const days = missing.length === 1 ? 'one day' : `${missing.length} days`;
  return `No price of ${ticker} is known for ${days} ${gap}; amounts that need one are not given in US dollars. The rest is by ${whose}.`;
}

/**
 * Stablecoins that count as one US dollar each on every day. A day with a stored price that is off par by more than
 * `DEPEG_PERCENT` counts at its price: a coin that lost its peg is not worth a dollar.
 */
export const STABLE_AT_PAR: ReadonlySet<string> = new Set([
  'USDT',
  'USDC',
  'DAI',
  'BUSD',
  'TUSD',
  'USDP',
  'GUSD',
  'FDUSD',
  'PYUSD',
]);

/** Percent of a dollar. */
export const DEPEG_PERCENT = 2;

/** Whether a price is so far from a dollar that par would be wrong. */
export function isOffPar(price: Price): boolean {
  const distance = price > PAR ? price - PAR : PAR - price;
  return distance * 100n > BigInt(DEPEG_PERCENT) * PAR;
}
