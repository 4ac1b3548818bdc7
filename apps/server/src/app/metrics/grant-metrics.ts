import { Gauge, type Metric } from 'prom-client';
import { dayOf, grantTotals, unchargedTotals } from '../../modules/money/index.ts';
import type { Pool } from '../../platform/db/index.ts';
import { sharedReading } from '../../platform/telemetry/shared-reading.ts';

/** What was given for nothing today (UTC) and what its limits refused, read from the database when a scraper asks. */
export function grantMetrics(pool: Pool, now: () => number = Date.now): readonly Metric[] {
  const gifts = new Gauge({
    name: 'assay_free_grants',
    help: 'Free grants of today (UTC), by kind and outcome: given, or the limit that refused them.',
    labelNames: ['kind', 'outcome'],
    registers: [],
    collect: () => current(),
  });
  const answers = new Gauge({
    name: 'assay_uncharged_answers',
    help: 'Answers of today (UTC) that cost their owner nothing.',
    registers: [],
    collect: () => current(),
  });
  const current = sharedReading(async () => {
    const today = dayOf(new Date(now()));
    answers.reset();
    answers.set((await unchargedTotals(pool, today))[0]?.answers ?? 0);
    gifts.reset();
    for (const { kind, refusedBy, gifts: count } of await grantTotals(pool, today)) {
      gifts.set({ kind, outcome: refusedBy ?? 'given' }, count);
    }
  }, now);
  return [gifts, answers];
}
