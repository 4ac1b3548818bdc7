import { setTimeout as sleep } from 'node:timers/promises';
import { ApiError, type BoundClient, type Client, createClient, withParameters } from '@assay/contracts/client';
import type { Config } from './config.ts';

/** The API on behalf of one Telegram user. */
export type UserServer = BoundClient<AbortSignal, 'user_id'>;

/** The bot's own calls, and those on behalf of a Telegram user. */
export interface Server extends Client<AbortSignal> {
  user(userId: number): UserServer;
}

/** A check answers within 15 s by its contract; after this time the server is taken to hang. */
const ANSWER_WITHIN_MS = 30_000;
const AGAIN_AFTER_MS = [300, 1_000, 3_000];
/** The longest wait requested by the server that a person accepts. */
const PATIENCE_SECONDS = 10;

/** The product's API by its contract, with the bot's credential. */
export function buildServer({ serverUrl, apiSecret }: Pick<Config, 'serverUrl' | 'apiSecret'>): Server {
  const client = createClient<AbortSignal>({
    fetch: (url, init) => fetch(url, { ...init, signal: init.signal ?? AbortSignal.timeout(ANSWER_WITHIN_MS) }),
    baseUrl: serverUrl,
    timezone: 'UTC',
    tokens: { accessToken: () => apiSecret },
  });
  return { ...client, user: (userId) => withParameters(client, { user_id: userId }) };
}

/** Makes a call, with retries where they can help. */
export type Ask = <Value>(call: () => Promise<Value>) => Promise<Value>;

/**
 * Retries a call if the server could not be reached, is busy, or says how long to wait. Only for calls that may be
 * made twice: reads, and checks, which have an idempotency key. Throws the error of the last attempt.
 */
export function buildAsk(stopping: AbortSignal, waitsMs: readonly number[] = AGAIN_AFTER_MS): Ask {
  return async (call) => {
    for (const waitMs of waitsMs) {
      try {
        return await call();
      } catch (error) {
        const pauseMs = pauseFor(error, waitMs);
        if (pauseMs === null || stopping.aborted) throw error;
        // Stopped while waiting: the last attempt is made at once.
        await sleep(pauseMs, undefined, { signal: stopping }).catch(() => undefined);
      }
    }
    return call();
  };
}

function pauseFor(error: unknown, waitMs: number): number | null {
  if (!(error instanceof ApiError)) return null;
  const { errorName, retryAfterSeconds } = error;
  if (errorName === 'TooManyRequests') {
    const seconds = retryAfterSeconds ?? 1;
    return seconds <= PATIENCE_SECONDS ? seconds * 1_000 : null;
  }
  return errorName === 'NetworkError' || errorName === 'Overloaded' ? waitMs : null;
}
