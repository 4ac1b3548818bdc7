import { dayOf, type QuotaLedger, type Taken, untilTomorrow } from './quota-ledger.ts';

interface Row {
  readonly day: number;
  readonly used: number;
  /** When the next request may go at the earliest, in steady pace. */
  readonly arrivalMs: number;
  readonly pausedUntilMs: number;
}

const NEW: Row = { day: 0, used: 0, arrivalMs: 0, pausedUntilMs: 0 };

/** For one process, and for tests: the same rules as the ledger in the database. */
export function memoryQuotaLedger(): QuotaLedger {
  const rows = new Map<string, Row>();
  return {
    async take(provider, limits, cost, nowMs): Promise<Taken> {
      const row = rows.get(provider) ?? NEW;
      const used = row.day === dayOf(nowMs) ? row.used : 0;
      if (row.pausedUntilMs > nowMs) return { granted: false, why: 'paused', waitMs: row.pausedUntilMs - nowMs };
      if (limits.perDay !== null && used + cost > limits.perDay) {
        return { granted: false, why: 'day', waitMs: untilTomorrow(nowMs) };
      }
      const stepMs = 1000 / limits.perSecond;
      const arrivalMs = Math.max(row.arrivalMs, nowMs) + stepMs;
      const waitMs = arrivalMs - limits.burst * stepMs - nowMs;
      if (waitMs > 0) return { granted: false, why: 'pace', waitMs: Math.ceil(waitMs) };
      rows.set(provider, { ...row, day: dayOf(nowMs), used: used + cost, arrivalMs });
      return { granted: true, leftToday: limits.perDay === null ? null : limits.perDay - used - cost };
    },
    async pause(provider, untilMs) {
      const row = rows.get(provider) ?? NEW;
      rows.set(provider, { ...row, pausedUntilMs: Math.max(row.pausedUntilMs, untilMs) });
    },
    async read(nowMs) {
      return new Map(
        [...rows].map(([provider, { day, used, pausedUntilMs }]) => [
          provider,
          {
            usedToday: day === dayOf(nowMs) ? used : 0,
            pausedUntilMs: pausedUntilMs > nowMs ? pausedUntilMs : null,
          },
        ]),
      );
    },
  };
}
