import { type FaultyServer, startFaultyServer } from '@assay/testkit/chains';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { runCommand } from '../../src/commands/frame.ts';
import { guardedFetch } from '../../src/modules/accounts/outside/identity/guarded-fetch.ts';
import { EXCHANGE_LIMITS, httpExchange } from '../../src/modules/chains/outside/providers/http-exchange.ts';
import { nowPaymentsGateway } from '../../src/modules/money/outside/payments/nowpayments/nowpayments-gateway.ts';
import { timeStampClient } from '../../src/modules/reports/outside/signing/time-stamp-client.ts';
import { openUrl } from '../../src/platform/intake/open-url.ts';
import { introduceAs } from '../../src/platform/kernel/network/user-agent.ts';
import { PRODUCT_VERSION } from '../../src/platform/kernel/product-version.ts';

const SITE = 'https://assay.example.net';
const NAMED = `Assay/${PRODUCT_VERSION} (+${SITE})`;

describe('every request to another server names the product and where it runs:', () => {
  let server: FaultyServer;

  beforeAll(async () => {
    server = await startFaultyServer(() => ({ status: 200, body: '{}' }));
  });
  afterEach(() => introduceAs(''));
  afterAll(() => server.close());

  const exchange = async () => {
    const opened = httpExchange({ ...EXCHANGE_LIMITS, allowsPrivate: true });
    const request = { method: 'GET', url: new URL(server.url), headers: {}, body: null } as const;
    await opened.send(request, AbortSignal.timeout(5_000));
    await opened.close();
  };
  const requests: Readonly<Record<string, () => Promise<unknown>>> = {
    'providers, prices and nodes': exchange,
    'publishers of lists': async () => {
      const options = { signal: undefined, stallTimeoutMs: 5_000, allowsPrivateRedirects: true };
      for await (const chunk of await openUrl(server.url, options)) expect(chunk.length).toBeGreaterThan(0);
    },
    'a company’s login': async () => {
      const guarded = guardedFetch({ privateHosts: [], allowsLoopback: true });
      await guarded.fetch(server.url, {
        ...{ method: 'GET', body: null, redirect: 'manual' },
        headers: { 'user-agent': 'a library’s own' },
      });
      await guarded.close();
    },
    'a time-stamp authority': () => timeStampClient(server.url, 5_000).stamp(new Uint8Array([1])),
    'payments by crypto': async () => {
      const gateway = nowPaymentsGateway({
        ...{ apiKey: 'k', ipnSecret: 's', apiUrl: server.url, login: null, callbackUrl: SITE },
      });
      const order = { id: 'o', amountCents: 100, successUrl: SITE, cancelUrl: SITE };
      // The stand-in answers nothing that is an invoice.
      await expect(gateway.open({ order, title: 't' } as Parameters<typeof gateway.open>[0])).rejects.toThrow();
    },
  };

  it.each(Object.keys(requests))('%s', async (name) => {
    introduceAs(SITE);
    const before = server.asked.length;
    await requests[name]?.();
    expect(server.asked.length).toBeGreaterThan(before);
    expect(server.lastHeaders()['user-agent']).toBe(NAMED);
  });

  it('an address of this machine is left out, since it names nobody', async () => {
    introduceAs('http://127.0.0.1:3000');
    await exchange();
    expect(server.lastHeaders()['user-agent']).toBe(`Assay/${PRODUCT_VERSION}`);
  });

  it('the settings of every command say where it runs', async () => {
    const output = { out: () => undefined, err: () => undefined, progress: () => undefined, clear: () => undefined };
    const environment = { PUBLIC_URL: SITE };
    await runCommand(['validate', '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa'], { environment, openTextOutput: () => output });
    await exchange();
    expect(server.lastHeaders()['user-agent']).toBe(NAMED);
  });
});
