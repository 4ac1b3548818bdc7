import { tooManyRequests } from '../../kernel/app-error.ts';

/** At most `max` hits of one key in a window of `windowMs`, which begins with the first hit. */
export interface Limit {
  /** Names the budget: limits with one name count together. */
  readonly name: string;
  readonly max: number;
  readonly windowMs: number;
}

export interface LimitState {
  /** In this window, this one included. */
  readonly hits: number;
  /** This hit is more than `max`. */
  readonly isExceeded: boolean;
  /** Until the window ends; at least 1. */
  readonly resetMs: number;
}

/** Counts hits. Never rejects: what happens when the shared count cannot be reached is said by the implementation. */
export interface Limiter {
  /** Counts one hit of `key`: a network, a mailbox, an account. It is kept as a keyed hash only. */
  hit(limit: Limit, key: string): Promise<LimitState>;
}

/**
 * Counts one hit and refuses it when it is one too many.
 *
 * @example await assertWithin(app.limiter, { name: 'links of a mailbox', max: 5, windowMs: 900_000 }, mailbox);
 * @throws AppError TooManyRequests, with the seconds until the window ends
 */
export async function assertWithin(limiter: Limiter, limit: Limit, key: string): Promise<void> {
  const { isExceeded, resetMs } = await limiter.hit(limit, key);
  if (isExceeded) throw tooManyRequests(Math.ceil(resetMs / 1000));
}
