import type { Asset } from '@assay/domain';
import type { Db } from '../../../platform/db/index.ts';
import type { Log } from '../../../platform/kernel/log.ts';
import type { Clock } from '../../../platform/kernel/time/clock.ts';
import { addDays, dayOf, stretchesOf } from './days.ts';
import {
  CARRY_DAYS,
  choosePrices,
  type DayPrices,
  DEPEG_PERCENT,
  describePrices,
  STABLE_AT_PAR,
  type UsedPrice,
} from './price-days.ts';
import type { PriceProvider } from './prices.ports.ts';
import { pricesStore } from './prices.store.ts';

export interface PricesDeps {
  readonly db: Db;
  /** Asked in this order for days that are not stored. */
  readonly providers: readonly PriceProvider[];
  readonly clock: Clock;
  readonly log: Pick<Log, 'warn'>;
  /** Time limit for all providers together, per check; default 5 s. */
  readonly askWithinMs?: number;
}

/**
 * How an asset is priced: `par` needs no day, `by_day` needs the days of its transfers, `none` has no price at all, so
 * that the days need not be looked up.
 */
export type PricingMode = 'par' | 'by_day' | 'none';

export interface PricesService {
  modeOf(asset: Pick<Asset, 'ticker'>): Promise<PricingMode>;
  /**
   * The prices of some days, `YYYY-MM-DD` in UTC: from the database, then from providers, whose answers are stored.
   * Never fails because of a provider: a price that cannot be found is missing and reported as missing.
   */
  pricesOf(asset: Pick<Asset, 'ticker'>, days: readonly string[], signal: AbortSignal): Promise<DayPrices>;
}

/** A day without a price is asked for again after this time. */
const GAP_LASTS_MS = 24 * 3_600_000;
/** Ranges at most this many days apart are requested together, to save a call. */
const JOIN_DAYS = 60;

/** Daily prices from the database first, then from the providers. */
export function buildPricesService(deps: PricesDeps): PricesService {
  const { db, providers, clock } = deps;
  const { askWithinMs = 5_000 } = deps;
  const asking = new Map<string, Promise<void>>();

  async function choose(ticker: string, days: readonly string[]): Promise<ReadonlyMap<string, UsedPrice>> {
    const [first, last] = [days[0], days.at(-1)];
    if (first === undefined || last === undefined) return new Map();
    const held = await pricesStore.between(db, ticker, addDays(first, -CARRY_DAYS), last);
    return choosePrices(days, held, STABLE_AT_PAR.has(ticker));
  }

  /** Asks one provider for one range of days; concurrent equal requests are shared. */
  function ask(provider: PriceProvider, ticker: string, firstDay: string, lastDay: string, signal: AbortSignal) {
    const question = `${provider.name}\n${ticker}\n${firstDay}\n${lastDay}`;
    const running = asking.get(question);
    if (running !== undefined) return running;
    const answering = (async () => {
      const given = await provider.pricesOf({ ticker }, firstDay, lastDay, signal);
      const prices = given.filter(({ day }) => day >= firstDay && day <= lastDay);
      const known = new Set(prices.map(({ day }) => day));
      const gaps = daysBetween(firstDay, lastDay).filter((day) => !known.has(day));
      await pricesStore.keepAnswer(db, ticker, provider.name, { prices, gaps }, clock.now());
    })().finally(() => asking.delete(question));
    asking.set(question, answering);
    return answering;
  }

  async function fillFrom(provider: PriceProvider, ticker: string, missing: readonly string[], signal: AbortSignal) {
    const since = new Date(clock.now().getTime() - GAP_LASTS_MS);
    const gaps = await pricesStore.gapsSince(db, ticker, provider.name, missing, since);
    for (const { firstDay, lastDay } of stretchesOf(
      missing.filter((day) => !gaps.has(day)),
      JOIN_DAYS,
    )) {
      await ask(provider, ticker, firstDay, lastDay, signal);
    }
  }

  /** Only past days have a final price: what a provider reports for today may still change. */
  async function fill(ticker: string, days: readonly string[], signal: AbortSignal) {
    const able = providers.filter((provider) => provider.canAsk({ ticker }));
    if (able.length === 0) return;
    const today = dayOf(clock.now().getTime() / 1000);
    const within = AbortSignal.any([signal, AbortSignal.timeout(askWithinMs)]);
    for (const provider of able) {
      const held = await storedDays(ticker, days);
      const missing = days.map((day) => (day < today ? day : addDays(today, -1))).filter((day) => !held.has(day));
      if (missing.length === 0) return;
      try {
        await fillFrom(provider, ticker, [...new Set(missing)], within);
      } catch (error) {
        signal.throwIfAborted();
        deps.log.warn({ err: error }, `prices of ${ticker} could not be asked for`);
      }
    }
  }

  async function storedDays(ticker: string, days: readonly string[]): Promise<ReadonlySet<string>> {
    const [first, last] = [days[0], days.at(-1)];
    if (first === undefined || last === undefined) return new Set();
    const held = await pricesStore.between(db, ticker, addDays(first, -CARRY_DAYS), last);
    return new Set(held.map(({ day }) => day));
  }

  return {
    async modeOf({ ticker }) {
      if (STABLE_AT_PAR.has(ticker))
        return (await pricesStore.isEverOffPar(db, ticker, DEPEG_PERCENT)) ? 'by_day' : 'par';
      const canKnow =
        providers.some((provider) => provider.canAsk({ ticker })) || (await pricesStore.isHeld(db, ticker));
      return canKnow ? 'by_day' : 'none';
    },

    async pricesOf({ ticker }, given, signal) {
      const days = [...new Set(given)].sort();
      const isAtPar = STABLE_AT_PAR.has(ticker);
      if (!isAtPar) await fill(ticker, days, signal);
      const byDay = await choose(ticker, days);
      return { byDay, facts: describePrices(ticker, days, byDay, isAtPar) };
    },
  };
}

function daysBetween(firstDay: string, lastDay: string): readonly string[] {
  const days: string[] = [];
  for (let day = firstDay; day <= lastDay; day = addDays(day, 1)) days.push(day);
  return days;
}
