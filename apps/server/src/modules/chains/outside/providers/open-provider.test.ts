import { type FaultyServer, startFaultyServer } from '@assay/testkit/chains';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { SourceError } from '../../sources/sources.ports.ts';
import { memoryQuotaLedger } from './memory-quota-ledger.ts';
import type { OpenProvider } from './open-provider.ts';
import { type TrialSettings, trialCall, trialProvider } from './test/trial-provider.ts';

const GET = { method: 'GET', path: '/things' } as const;
const asIs = (text: string): string => text;

describe('a provider', () => {
  let server: FaultyServer;
  const opened: OpenProvider[] = [];
  const clock = { ms: 1_800_000_000_000 };

  beforeAll(async () => {
    server = await startFaultyServer(({ path, query }) => ({ status: Number(query.get('status') ?? 200), body: path }));
  });
  beforeEach(() => server.failAlways(null));
  afterAll(async () => {
    await Promise.all(opened.map((provider) => provider.close()));
    await server.close();
  });

  /** Time passes only during sleeps. */
  function open(settings: TrialSettings = {}) {
    const slept: number[] = [];
    const sleep = async (ms: number, signal: AbortSignal): Promise<void> => {
      signal.throwIfAborted();
      slept.push(ms);
      clock.ms += ms;
    };
    const provider = trialProvider(
      server.url,
      { exchange: { totalMs: 400 }, ...settings },
      { nowMs: () => clock.ms, sleep },
    );
    opened.push(provider);
    return { provider, slept };
  }
  const ask = (provider: OpenProvider, request: Parameters<OpenProvider['ask']>[0] = GET) =>
    provider.ask(request, trialCall(), asIs);
  const faultOf = async (asking: Promise<unknown>) => {
    const error = await asking.then(
      () => null,
      (failure: unknown) => failure,
    );
    return error instanceof SourceError ? error.fault : error;
  };

  it('opens its breaker after five failures, sends nothing while it is open, and closes it by one good answer', async () => {
    const { provider } = open();
    server.failAlways('error');
    for (let n = 0; n < 5; n += 1) expect(await faultOf(ask(provider))).toMatchObject({ reason: 'status 500' });
    expect(provider.state().breaker).toBe('open');
    server.failAlways(null);
    const before = server.asked.length;
    expect(await faultOf(ask(provider))).toMatchObject({
      kind: 'unavailable',
      reason: 'it failed several times in a row and is left alone',
    });
    expect(server.asked.length).toBe(before);
    clock.ms += 15_000;
    expect(provider.state().breaker).toBe('half-open');
    expect(await ask(provider)).toBe('/things');
    expect(provider.state().breaker).toBe('closed');
  });

  it.each([
    ['{"Error":"request rate exceeded the allowed_rps(10), and the query server is suspended for 5 s"}', 5_000],
    ['{"Success":false,"Error":"The key exceeds the frequency limit(15)","StatusCode":403}', 2_000],
  ])('pauses where a 403 is about the number of requests: %s', async (body, waitMs) => {
    const limit = await startFaultyServer(() => ({ status: 403, body }));
    const sleep = async (ms: number) => {
      clock.ms += ms;
    };
    const limited = trialProvider(limit.url, {}, { nowMs: () => clock.ms, sleep });
    for (let n = 0; n < 6; n += 1) {
      const fault = await faultOf(ask(limited));
      expect(fault).toMatchObject({ kind: 'rate-limited' });
      if (n === 0) expect(fault).toMatchObject({ retryAfterMs: waitMs });
    }
    expect(limited.state().breaker).toBe('closed');
    await Promise.all([limited.close(), limit.close()]);
  });

  it('counts a 403 or 401 about the key as a failure', async () => {
    const refusing = await startFaultyServer(() => ({ status: 403, body: '{"Error":"ApiKey not exists"}' }));
    const provider = trialProvider(refusing.url, {}, { nowMs: () => clock.ms });
    for (let n = 0; n < 5; n += 1) expect(await faultOf(ask(provider))).toMatchObject({ reason: 'status 403' });
    expect(provider.state().breaker).toBe('open');
    await Promise.all([provider.close(), refusing.close()]);
  });

  it('opens its breaker by answers that are not of its format, and not by what it refuses', async () => {
    const { provider } = open();
    for (let n = 0; n < 8; n += 1) {
      const refused = provider.ask({ ...GET, query: { status: '400' } }, trialCall(), asIs);
      expect(await faultOf(refused)).toMatchObject({ kind: 'unavailable', reason: 'status 400' });
    }
    expect(provider.state().breaker).toBe('closed');
    for (let n = 0; n < 5; n += 1) {
      const read = (): never => {
        throw new SourceError({ kind: 'malformed', provider: 'trial', field: 'x' });
      };
      expect(await faultOf(provider.ask(GET, trialCall(), read))).toMatchObject({ kind: 'malformed' });
    }
    expect(provider.state().breaker).toBe('open');
  });

  it('sends nothing for as long as Retry-After says, then sends again', async () => {
    const { provider, slept } = open();
    server.failNext('too-many-retry-after');
    expect(await faultOf(ask(provider))).toEqual({ kind: 'rate-limited', provider: 'trial', retryAfterMs: 1_000 });
    expect(await ask(provider)).toBe('/things');
    expect(slept).toEqual([1_000]);
    expect(provider.state().breaker).toBe('closed');
  });

  it('waits longer each time the provider says too many but not how long, and gives up where that is too long', async () => {
    const { provider, slept } = open();
    const reported: unknown[] = [];
    for (let n = 0; n < 3; n += 1) {
      server.failNext('too-many');
      reported.push(await faultOf(ask(provider)));
    }
    expect(reported).toMatchObject([{ retryAfterMs: 2_000 }, { retryAfterMs: 4_000 }, { retryAfterMs: 8_000 }]);
    expect(slept).toEqual([2_000, 4_000]);
    const before = server.asked.length;
    expect(await faultOf(ask(provider))).toEqual({ kind: 'rate-limited', provider: 'trial', retryAfterMs: 8_000 });
    expect(server.asked.length).toBe(before);
  });

  it('counts requests that were refused together once', async () => {
    const { provider, slept } = open({ limits: { perSecond: 100, burst: 100, perDay: null, atOnce: 8 } });
    server.failNext('too-many', 8);
    const reported = await Promise.all(Array.from({ length: 8 }, () => faultOf(ask(provider))));
    expect(reported).toEqual(Array.from({ length: 8 }, () => reported[0]));
    expect(reported[0]).toEqual({ kind: 'rate-limited', provider: 'trial', retryAfterMs: 2_000 });
    server.failNext('too-many');
    expect(await faultOf(ask(provider))).toMatchObject({ retryAfterMs: 4_000 });
    expect(slept).toEqual([2_000]);
  });

  it('keeps to its pace', async () => {
    const { provider, slept } = open({ limits: { perSecond: 4, burst: 2, perDay: null, atOnce: 1 } });
    for (let n = 0; n < 5; n += 1) await ask(provider);
    expect(slept).toEqual([250, 250, 250]);
  });

  it('stops at the quota of the day, and goes on the day after', async () => {
    const { provider } = open({ limits: { perSecond: 100, burst: 100, perDay: 3, atOnce: 1 } });
    for (let n = 0; n < 3; n += 1) await ask(provider);
    expect(await faultOf(ask(provider))).toMatchObject({ reason: 'its quota of the day is spent' });
    clock.ms += 86_400_000;
    expect(await ask(provider)).toBe('/things');
  });

  it('sends nothing where the budget is spent', async () => {
    const { provider } = open();
    const call = trialCall(1);
    await provider.ask(GET, call, asIs);
    const before = server.asked.length;
    expect(await faultOf(provider.ask(GET, call, asIs))).toEqual({ kind: 'cancelled', by: 'budget' });
    expect(server.asked.length).toBe(before);
  });

  it.each(['silent', 'slow-body'] as const)('is given up within 10 ms of the signal while it is %s', async (fault) => {
    const { provider } = open({ exchange: { totalMs: 5_000 } });
    const took: number[] = [];
    // The quickest of many: a busy machine may add delays.
    for (let n = 0; n < 5 || (n < 40 && Math.min(...took) >= 10); n += 1) {
      server.failNext(fault);
      const call = trialCall();
      const asking = faultOf(provider.ask(GET, call, asIs));
      await new Promise((resolve) => setTimeout(resolve, 60));
      const abortedMs = performance.now();
      call.abort();
      expect(await asking).toEqual({ kind: 'cancelled', by: 'signal' });
      took.push(performance.now() - abortedMs);
    }
    expect(Math.min(...took)).toBeLessThan(10);
    expect(provider.state().breaker).toBe('closed');
  });

  it('is given up at once by callers that wait until another request ends', async () => {
    const { provider } = open({
      limits: { perSecond: 100, burst: 100, perDay: null, atOnce: 1 },
      exchange: { totalMs: 5_000 },
    });
    server.failNext('silent');
    const first = trialCall();
    const second = trialCall();
    const holding = faultOf(provider.ask(GET, first, asIs));
    const waiting = faultOf(provider.ask(GET, second, asIs));
    second.abort();
    expect(await waiting).toEqual({ kind: 'cancelled', by: 'signal' });
    first.abort();
    await holding;
    server.failAlways(null);
    expect(await ask(provider)).toBe('/things');
  });

  it('never exposes its key: not in errors, not after a redirect', async () => {
    const key = 'sekret-key-1234';
    const locations = [{ in: 'header', name: 'x-key' }, { in: 'query', name: 'apikey' }, { in: 'path' }] as const;
    for (const location of locations) {
      const { provider } = open({ key: { value: key, location } });
      await ask(provider);
      const sent = `${server.asked.at(-1)} ${JSON.stringify(server.lastHeaders())}`;
      expect(sent).toContain(key);
      for (const fault of ['error', 'redirect', 'reset', 'silent', 'html', 'broken-off'] as const) {
        server.failNext(fault);
        const error: unknown = await ask(provider).catch((failure: unknown) => failure);
        const reported = `${String(error)} ${JSON.stringify(error)} ${error instanceof Error ? `${error.stack} ${String(error.cause)}` : ''}`;
        expect(reported).not.toContain(key);
      }
    }
  });

  it('sends name and password of its address as basic authentication, and in no address', async () => {
    const { provider } = open({ baseUrl: server.url.replace('http://', 'http://me:p%40ss@') });
    await ask(provider);
    expect(server.lastHeaders().authorization).toBe(`Basic ${Buffer.from('me:p@ss').toString('base64')}`);
    expect(provider.state().host).toBe(new URL(server.url).host);
  });

  it('shares one quota with others of its name', async () => {
    const ledger = memoryQuotaLedger();
    const limits = { perSecond: 100, burst: 100, perDay: 3, atOnce: 1 };
    const first = trialProvider(server.url, { name: 'shared', limits }, { ledger });
    const second = trialProvider(server.url, { name: 'shared', limits }, { ledger });
    opened.push(first, second);
    await ask(first);
    await ask(second);
    await ask(first);
    expect(await faultOf(ask(second))).toMatchObject({ reason: 'its quota of the day is spent' });
  });
});
