import { randomUUID } from 'node:crypto';
import type { Db } from '../../../../platform/db/index.ts';
import { FREE_TARIFF, type Grant } from '../ledger.ports.ts';
import { ledger } from '../ledger.store.ts';

export const NOW = new Date('2026-06-01T00:00:00Z');
export const DAY_MS = 86_400_000;
export const PLAN = { series: 'sub_1', planId: 7 };

export function daysLater(days: number): Date {
  return new Date(NOW.getTime() + days * DAY_MS);
}

/** A grant of free check credits with a key of its own, unless `grant` says otherwise. */
export async function give(db: Db, grant: Partial<Grant> & { readonly sub: string }): Promise<string> {
  const key = grant.key ?? `test:${randomUUID()}`;
  await ledger.grant(db, {
    tariff: FREE_TARIFF,
    checks: 1,
    reason: 'operator',
    expiresAt: null,
    now: NOW,
    ...grant,
    key,
  });
  return key;
}

/** left/held/used/deficit of each of an account's tariffs, in the order they were opened. */
export async function countsOf(db: Db, sub: string): Promise<readonly string[]> {
  const { rows } = await db.query<{ counts: string }>(
    `SELECT concat_ws('/', left_checks, held_checks, used_checks, deficit_checks) AS counts
       FROM ledger_tariffs t JOIN ledger_holders h ON h.id = t.holder WHERE h.sub = $1 ORDER BY t.id`,
    [sub],
  );
  return rows.map(({ counts }) => counts);
}
