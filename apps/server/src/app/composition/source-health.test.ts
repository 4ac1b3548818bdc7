import { SourceHealthData } from '@assay/contracts';
import { type FaultyServer, startFaultyServer } from '@assay/testkit/chains';
import { Registry } from 'prom-client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildSourceHealth } from '../../modules/chains/index.ts';
import { chainsForReaders, openSources } from '../../modules/chains/outside/chains/open-sources.ts';
import { memoryQuotaLedger } from '../../modules/chains/outside/providers/memory-quota-ledger.ts';
import { providerMetrics } from '../../modules/chains/outside/providers/provider-metrics.ts';
import { trialCall } from '../../modules/chains/outside/providers/test/trial-provider.ts';
import { readConfig } from '../../platform/config/config.ts';

const KEY = 'sekret-key-123456';

describe('how the providers of an installation are', () => {
  let server: FaultyServer;

  beforeAll(async () => {
    server = await startFaultyServer(() => ({ status: 200, body: '[{"height":100,"timestamp":1700000000}]' }));
  });
  afterAll(() => server.close());

  it('shows which providers are used, how much, which are paused and why, but no key or password', async () => {
    const { sources } = readConfig({
      CHAIN_SOURCES: `BTC=esplora:${server.url.replace('http://', 'http://me:sekret@')},mempool`,
      NOWNODES_API_KEY: KEY,
    });
    const ledger = memoryQuotaLedger();
    const watch = providerMetrics({ now: () => new Date('2026-11-20T20:00:00Z') });
    const opened = openSources(sources, { ledger, watch });
    const health = buildSourceHealth({
      isOn: true,
      networkProviders: opened.networkProviders,
      ledger,
      lastFailures: watch.lastFailures,
    });
    const own = opened.networkProviders.find(({ network }) => network === 'BTC');
    server.failAlways('error');
    for (let n = 0; n < 5; n += 1) await own?.source.tip(trialCall()).catch(() => undefined);

    const reported = SourceHealthData.parse(await health());
    const [btc] = reported.networks;
    expect(btc).toMatchObject({ network: 'BTC', name: 'Bitcoin' });
    expect(btc?.providers[0]).toEqual({
      name: 'own esplora',
      format: 'esplora',
      host: new URL(server.url).host,
      hasKey: false,
      breaker: 'open',
      usedToday: 5,
      perDay: null,
      pausedUntil: null,
      lastFailure: {
        text: 'Could not reach own esplora: status 500',
        at: '2026-11-20T20:00:00.000Z',
      },
    });
    expect(reported.networks.find(({ network }) => network === 'ZEC')?.providers[0]).toMatchObject({
      name: 'nownodes',
      hasKey: true,
      perDay: 3_000,
      lastFailure: null,
    });

    const registry = new Registry();
    for (const metric of watch.metrics) registry.registerMetric(metric);
    const shown = await registry.metrics();
    expect(shown).toContain('assay_provider_questions_total{provider="own esplora",outcome="unavailable"} 5');
    expect(shown).toContain('assay_provider_breaker_open{provider="own esplora"} 1');
    expect(`${shown} ${JSON.stringify(chainsForReaders(opened))}`).not.toContain(new URL(server.url).host);
    expect(chainsForReaders(opened)[0]).toEqual({ network: 'BTC', providers: ['own esplora', 'mempool'] });
    expect(`${JSON.stringify(reported)} ${shown}`).not.toMatch(/sekret/);
    await opened.close();
  });

  it('requests nothing where on-demand reads are off', async () => {
    const { sources } = readConfig({ LIVE_CHAINS: 'off' });
    const opened = openSources(sources, { ledger: memoryQuotaLedger(), watch: providerMetrics() });
    expect(opened.networkProviders).toEqual([]);
    await opened.close();
  });
});
