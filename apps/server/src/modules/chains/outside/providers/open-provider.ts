import { setMaxListeners } from 'node:events';
import { setTimeout as sleepFor } from 'node:timers/promises';
import { Semaphore } from '../../../../platform/kernel/semaphore.ts';
import { inCallSpan } from '../../../../platform/kernel/tracing.ts';
import { type SourceCall, SourceError } from '../../sources/sources.ports.ts';
import { Breaker, type QuestionEnd } from './breaker.ts';
import { type Exchange, type ExchangeAnswer, ExchangeFailure, type ExchangeRequest } from './http-exchange.ts';
import type { Provider, ProviderRequest, ProviderSettings, ProviderState } from './provider.ts';
import type { ProviderWatch } from './provider-watch.ts';
import type { QuotaLedger } from './quota-ledger.ts';
import { readRetryAfter } from './retry-after.ts';

export interface ProviderDeps {
  readonly exchange: Exchange;
  readonly ledger: QuotaLedger;
  readonly watch: ProviderWatch;
  readonly nowMs?: () => number;
  /** Rejects when the signal is aborted. */
  readonly sleep?: (ms: number, signal: AbortSignal) => Promise<unknown>;
}

export interface OpenProvider extends Provider {
  state(): ProviderState;
  close(): Promise<void>;
}

/** Waiting longer than this for the pace is worse than using another provider. */
const LONGEST_WAIT_MS = 4_000;
const BREAKER = { failures: 5, openMs: 15_000, longestOpenMs: 300_000 };
/** A provider that says 'too many' without saying how long. */
const SHORTEST_PAUSE_MS = 2_000;
const LONGEST_PAUSE_MS = 3_600_000;

/** One provider over HTTP, with its quota, pace, breaker and limits. */
export function openProvider(settings: ProviderSettings, deps: ProviderDeps): OpenProvider {
  const { name, limits } = settings;
  const { exchange, ledger, watch } = deps;
  const nowMs = deps.nowMs ?? Date.now;
  const sleep = deps.sleep ?? ((ms: number, signal: AbortSignal) => sleepFor(ms, undefined, { signal }));
  const breaker = new Breaker({ ...BREAKER, now: nowMs });
  const requests = new Semaphore(limits.atOnce);
  let refusals = 0;
  let pausedUntilMs = 0;

  const unavailable = (reason: string): SourceError => new SourceError({ kind: 'unavailable', provider: name, reason });
  const limited = (retryAfterMs: number | null): SourceError =>
    new SourceError({ kind: 'rate-limited', provider: name, retryAfterMs });

  /** Waits until the pace allows a request and takes it from the quota. */
  async function takePlace(cost: number, { signal }: SourceCall): Promise<void> {
    const until = nowMs() + LONGEST_WAIT_MS;
    for (;;) {
      const taken = await ledger.take(name, limits, cost, nowMs());
      signal.throwIfAborted();
      if (taken.granted) {
        watch.quotaLeft(name, taken.leftToday);
        return;
      }
      if (taken.why === 'day') throw unavailable('its quota of the day is spent');
      if (nowMs() + taken.waitMs > until) throw limited(taken.waitMs);
      await sleep(taken.waitMs, signal);
    }
  }

  /**
   * Sends the provider nothing for as long as it asks, and for longer each time it does not say. Requests that were
   * open together are refused together: that counts once.
   */
  async function pause(answer: ExchangeAnswer): Promise<number> {
    const asked = readRetryAfter(answer.retryAfter, nowMs()) ?? suspensionOf(answer.text);
    if (asked === null && nowMs() < pausedUntilMs) return pausedUntilMs - nowMs();
    const waitMs = Math.min(LONGEST_PAUSE_MS, asked ?? SHORTEST_PAUSE_MS * 2 ** Math.min(refusals, 10));
    refusals += 1;
    pausedUntilMs = Math.max(pausedUntilMs, nowMs() + waitMs);
    await ledger.pause(name, nowMs() + waitMs, nowMs());
    return waitMs;
  }

  async function judge<T>(request: ProviderRequest, answer: ExchangeAnswer, read: (text: string) => T): Promise<T> {
    const { status } = answer;
    if (status === 429 || (status === 403 && isLimit(answer.text))) throw limited(await pause(answer));
    if (status === 503 && answer.retryAfter !== null) await pause(answer);
    if (!isGood(status) && request.isAbsent?.(answer) === true) return read('');
    if (status >= 300 && status < 400) throw unavailable('it redirects elsewhere');
    if (!isGood(status)) throw unavailable(`status ${status}`);
    const value = await orPause(answer, () => read(answer.text));
    refusals = 0;
    return value;
  }

  /** Some say 'too many' in an answer that is otherwise good. */
  async function orPause<T>(answer: ExchangeAnswer, read: () => T): Promise<T> {
    try {
      return read();
    } catch (error) {
      if (error instanceof SourceError && error.fault.kind === 'rate-limited') throw limited(await pause(answer));
      throw error;
    }
  }

  async function exchangeOnce(request: ProviderRequest, call: SourceCall): Promise<ExchangeAnswer> {
    try {
      return await inCallSpan(`ask ${name}`, { 'assay.provider': name }, () =>
        exchange.send(exchangeRequest(settings, request), call.signal),
      );
    } catch (error) {
      call.signal.throwIfAborted();
      if (error instanceof ExchangeFailure) throw unavailable(error.message);
      throw error;
    }
  }

  async function askOnce<T>(request: ProviderRequest, call: SourceCall, read: (text: string) => T): Promise<T> {
    if (!breaker.isPassable) throw unavailable('it failed several times in a row and is left alone');
    await takePlace(request.cost ?? 1, call);
    const leave = breaker.enter();
    if (leave === null) throw unavailable('it failed several times in a row and is left alone');
    let end: QuestionEnd = 'unknown';
    try {
      if (!call.spend()) throw new SourceError({ kind: 'cancelled', by: 'budget' });
      end = 'failed';
      const answer = await exchangeOnce(request, call);
      if (isRefusal(answer)) end = 'unknown';
      const value = await judge(request, answer, read);
      end = 'answered';
      return value;
    } catch (error) {
      if (call.signal.aborted || !isFailure(error)) end = 'unknown';
      throw error;
    } finally {
      leave(end);
      watch.breaker(name, breaker.state);
    }
  }

  return {
    name,
    limits,
    async ask(request, call, read) {
      const startedMs = nowMs();
      // Many requests of one caller wait at the same time.
      setMaxListeners(0, call.signal);
      try {
        call.signal.throwIfAborted();
        const value = await requests.run(call.signal, () => askOnce(request, call, read));
        watch.ended(name, 'answered', nowMs() - startedMs);
        return value;
      } catch (error) {
        const failure = asSourceError(error, call.signal, name);
        watch.ended(name, failure.fault.kind, nowMs() - startedMs, failure);
        throw failure;
      }
    },
    state: () => ({
      name,
      host: new URL(settings.baseUrl).host,
      hasKey: settings.key !== null,
      breaker: breaker.state,
      limits,
    }),
    close: () => exchange.close(),
  };
}

/** The request is refused, or there were too many: no sign that the provider fails. A refused key is one. */
function isRefusal({ status, text }: ExchangeAnswer): boolean {
  return status >= 400 && status < 500 && status !== 401 && (status !== 403 || isLimit(text));
}

function isGood(status: number): boolean {
  return status >= 200 && status < 300;
}

const BEGINNING = 2_000;
const LIMIT_WORDS = /\brate ?limit|frequency limit|too (many|quick|fast|frequent)|exceed|suspended for|quota/i;

/** Whether an answer 403 is about the number of requests, as TronGrid's, and not about the key or the country. */
function isLimit(text: string): boolean {
  return LIMIT_WORDS.test(text.slice(0, BEGINNING));
}

/** TronGrid says 'the query server is suspended for 5 s', and sends no `Retry-After`. Milliseconds. */
function suspensionOf(text: string): number | null {
  const [, seconds] = /suspended for (\d{1,4}) ?s\b/i.exec(text.slice(0, BEGINNING)) ?? [];
  return seconds === undefined ? null : Number(seconds) * 1000;
}

/** A provider that does not support a request, or limits the number of requests, may still be healthy. */
function isFailure(error: unknown): boolean {
  if (!(error instanceof SourceError)) return true;
  return error.fault.kind === 'malformed' || error.fault.kind === 'unavailable';
}

function asSourceError(error: unknown, signal: AbortSignal, provider: string): SourceError {
  if (error instanceof SourceError) return error;
  if (signal.aborted) return new SourceError({ kind: 'cancelled', by: 'signal' });
  return new SourceError({ kind: 'unavailable', provider, reason: 'it could not be asked' }, { cause: error });
}

function exchangeRequest(settings: ProviderSettings, request: ProviderRequest): ExchangeRequest {
  const { baseUrl, key } = settings;
  const isPathKey = key !== null && key.location.in === 'path';
  const url = new URL(
    `${baseUrl.replace(/\/+$/, '')}${isPathKey ? `/${encodeURIComponent(key.value)}` : ''}${request.path}`,
  );
  for (const [name, value] of Object.entries(request.query ?? {})) url.searchParams.set(name, value);
  const headers: Record<string, string> = {};
  if (url.username !== '' || url.password !== '') {
    const credentials = `${decodeURIComponent(url.username)}:${decodeURIComponent(url.password)}`;
    headers['authorization'] = `Basic ${Buffer.from(credentials).toString('base64')}`;
    url.username = '';
    url.password = '';
  }
  if (key !== null && key.location.in === 'query') url.searchParams.set(key.location.name, key.value);
  if (key !== null && key.location.in === 'header') headers[key.location.name] = key.value;
  const body = request.body === undefined ? null : JSON.stringify(request.body);
  if (body !== null) headers['content-type'] = 'application/json';
  return { method: request.method, url, headers, body };
}
