import type { Pool } from '../../../../platform/db/index.ts';
import { dayOf, type QuotaLedger, type QuotaUse, type Taken, untilTomorrow } from './quota-ledger.ts';

/**
 * The ledger all servers of a database share. A request is taken by one statement, which counts and judges at once: of
 * two servers that ask for the last one, one gets it.
 */
export function postgresQuotaLedger(pool: Pool): QuotaLedger {
  return {
    async take(provider, limits, cost, nowMs): Promise<Taken> {
      const stepMs = 1000 / limits.perSecond;
      const taken = await pool.query(TAKE, [
        provider,
        dayOf(nowMs),
        cost,
        limits.perDay,
        Math.round(nowMs),
        stepMs,
        limits.burst,
      ]);
      const [row] = taken.rows;
      if (row === undefined) return refusal(pool, provider, cost, { ...limits, stepMs }, nowMs);
      return { granted: true, leftToday: limits.perDay === null ? null : limits.perDay - Number(row.used) };
    },

    async pause(provider, untilMs, nowMs) {
      await pool.query(
        `INSERT INTO provider_quota AS q (provider, day, used, arrival_ms, paused_until_ms)
         VALUES ($1, $2, 0, 0, $3)
         ON CONFLICT (provider) DO UPDATE SET paused_until_ms = greatest(q.paused_until_ms, $3)`,
        [provider, dayOf(nowMs), Math.round(untilMs)],
      );
    },

    async read(nowMs) {
      const { rows } = await pool.query('SELECT provider, day, used, arrival_ms, paused_until_ms FROM provider_quota');
      return new Map(rows.map((row) => [row.provider, useOf(row, nowMs)]));
    },
  };
}

interface QuotaRow {
  readonly day: number;
  readonly used: string;
  readonly arrival_ms: number;
  readonly paused_until_ms: string;
}

const TAKE = `
  INSERT INTO provider_quota AS q (provider, day, used, arrival_ms, paused_until_ms)
  SELECT $1, $2::integer, $3::bigint, $5::bigint + $6::float8, 0 WHERE $4::bigint IS NULL OR $3::bigint <= $4::bigint
  ON CONFLICT (provider) DO UPDATE SET
    day = $2::integer,
    used = CASE WHEN q.day = $2::integer THEN q.used ELSE 0 END + $3::bigint,
    arrival_ms = greatest(q.arrival_ms, $5::bigint) + $6::float8
  WHERE q.paused_until_ms <= $5::bigint
    AND ($4::bigint IS NULL OR CASE WHEN q.day = $2::integer THEN q.used ELSE 0 END + $3::bigint <= $4::bigint)
    AND greatest(q.arrival_ms, $5::bigint) + $6::float8 - $7::integer * $6::float8 <= $5::bigint
  RETURNING q.used`;

/** Why nothing was taken; read afterwards, so another server may have changed it: then a short wait is right too. */
async function refusal(
  pool: Pool,
  provider: string,
  cost: number,
  limits: { readonly perDay: number | null; readonly burst: number; readonly stepMs: number },
  nowMs: number,
): Promise<Taken> {
  const { rows } = await pool.query(
    'SELECT day, used, arrival_ms, paused_until_ms FROM provider_quota WHERE provider = $1',
    [provider],
  );
  const [row] = rows;
  const use = row === undefined ? { usedToday: 0, pausedUntilMs: null } : useOf(row, nowMs);
  if (use.pausedUntilMs !== null) return { granted: false, why: 'paused', waitMs: use.pausedUntilMs - nowMs };
  if (limits.perDay !== null && use.usedToday + cost > limits.perDay) {
    return { granted: false, why: 'day', waitMs: untilTomorrow(nowMs) };
  }
  const arrivalMs = Math.max(row?.arrival_ms ?? 0, nowMs) + limits.stepMs;
  return {
    granted: false,
    why: 'pace',
    waitMs: Math.max(1, Math.ceil(arrivalMs - limits.burst * limits.stepMs - nowMs)),
  };
}

function useOf(row: QuotaRow, nowMs: number): QuotaUse {
  const pausedUntilMs = Number(row.paused_until_ms);
  return {
    usedToday: row.day === dayOf(nowMs) ? Number(row.used) : 0,
    pausedUntilMs: pausedUntilMs > nowMs ? pausedUntilMs : null,
  };
}
