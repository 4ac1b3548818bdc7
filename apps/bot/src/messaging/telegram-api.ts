import { autoRetry } from '@grammyjs/auto-retry';
import { apiThrottler } from '@grammyjs/transformer-throttler';
import { type Api, HttpError, type Transformer } from 'grammy';

const RETRIES_MAX = 5;
/** The longest wait that a person accepts. */
const WAIT_MAX_SECONDS = 120;
const SLICE_MS = 250;
const NETWORK_WAITS_MS = [500, 2_000, 5_000, 10_000, 15_000];

/**
 * Keeps the bot within Telegram's limits: a bucket per chat (a few at once, then one a second; 20 a minute in a
 * group), a rate over all chats, and after a 429 the wait that Telegram asks for. The chat keeps its position in
 * the queue meanwhile, so its messages stay in order.
 */
export function tameCalls(api: Api, options: { readonly perSecond: number; readonly signal: AbortSignal }): void {
  api.config.use(
    againOverNetwork(options.signal),
    autoRetry({ maxRetryAttempts: RETRIES_MAX, maxDelaySeconds: WAIT_MAX_SECONDS, rethrowHttpErrors: true }),
    withoutPolling(
      apiThrottler({
        global: spread(options.perSecond),
        out: bucket(10, 1_000),
        group: bucket(10, 3_000),
      }),
    ),
  );
}

/** A quarter of the rate per quarter of a second: a burst at a window's edge would exceed Telegram's limit. */
function spread(perSecond: number) {
  const amount = Math.max(1, Math.floor((perSecond * SLICE_MS) / 1_000));
  return { reservoir: amount, reservoirRefreshAmount: amount, reservoirRefreshInterval: SLICE_MS };
}

/** A burst, then one message per interval; always in sequence. */
function bucket(burst: number, everyMs: number) {
  return {
    maxConcurrent: 1,
    reservoir: burst,
    reservoirIncreaseAmount: 1,
    reservoirIncreaseInterval: everyMs,
    reservoirIncreaseMaximum: burst,
  };
}

/** getUpdates is a long poll and has its own retries. */
function withoutPolling(transformer: Transformer): Transformer {
  return (call, method, payload, signal) =>
    method === 'getUpdates' ? call(method, payload, signal) : transformer(call, method, payload, signal);
}

/** Retries a call whose connection broke a few times, until the bot stops. */
function againOverNetwork(stopping: AbortSignal): Transformer {
  return async (call, method, payload, signal) => {
    const waits = method === 'getUpdates' ? [] : NETWORK_WAITS_MS;
    for (const waitMs of waits) {
      try {
        return await call(method, payload, signal);
      } catch (error) {
        if (!(error instanceof HttpError) || stopping.aborted) throw error;
        await pause(waitMs, stopping);
      }
    }
    return call(method, payload, signal);
  };
}

/** Ends early when the bot stops. */
function pause(ms: number, stopping: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(done, ms);
    stopping.addEventListener('abort', done, { once: true });
    function done() {
      clearTimeout(timer);
      stopping.removeEventListener('abort', done);
      resolve();
    }
  });
}
