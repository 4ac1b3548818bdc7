import type { ProviderLimits } from '../../../../platform/config/settings/known-providers.ts';

/** What every server of an installation may send together; kept so that a restart forgets nothing. */
export interface QuotaLedger {
  /** Takes `cost` of the day and a place in the pace, or says how long until that is possible. */
  take(provider: string, limits: ProviderLimits, cost: number, nowMs: number): Promise<Taken>;
  /** Nobody asks the provider before `untilMs`: it said so. An earlier end changes nothing. */
  pause(provider: string, untilMs: number, nowMs: number): Promise<void>;
  /** What was used, by provider; providers that were never asked are left out. */
  read(nowMs: number): Promise<ReadonlyMap<string, QuotaUse>>;
}

export type Taken =
  | { readonly granted: true; readonly leftToday: number | null }
  | { readonly granted: false; readonly why: 'pace' | 'day' | 'paused'; readonly waitMs: number };

export interface QuotaUse {
  readonly usedToday: number;
  readonly pausedUntilMs: number | null;
}

const DAY_MS = 86_400_000;

/** Days are UTC's, as providers count them. */
export function dayOf(nowMs: number): number {
  return Math.floor(nowMs / DAY_MS);
}

export function untilTomorrow(nowMs: number): number {
  return (dayOf(nowMs) + 1) * DAY_MS - nowMs;
}
