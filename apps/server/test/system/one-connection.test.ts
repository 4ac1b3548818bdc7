import { findAsset } from '@assay/domain';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildPricesService, type PriceProvider, pricesStore } from '../../src/modules/chains/index.ts';
import { wirePrices } from '../../src/modules/chains/open/prices.ts';
import { addDays } from '../../src/modules/chains/prices/days.ts';
import { computeCheck } from '../../src/modules/checks/checks/compute/compute-check.ts';
import { checksDeps } from '../../src/modules/checks/checks/test/check-fakes.ts';
import { assetOf, buildChecksService, checkSnapshots, checksStore } from '../../src/modules/checks/index.ts';
import { exposureEngine } from '../../src/modules/checks/outside/engine/exposure-engine.ts';
import { appendTransfers, ensureLedger } from '../../src/modules/records/index.ts';
import { canonicalResultOf } from '../../src/modules/reports/certificate/canonical-result-of.ts';
import { recompute } from '../../src/modules/reports/index.ts';
import { wireRecompute } from '../../src/modules/reports/open/reports.ts';
import { inTransaction, openPool, type Pool } from '../../src/platform/db/index.ts';
import { type TestDatabase, testDatabase } from '../support/database.ts';
import { onDemandScenario } from './on-demand/on-demand-installation.ts';

const { subject, transfers } = onDemandScenario(21);
const FINNEY = 10n ** 15n;
const ETHER = findAsset('ETH', null) ?? expect.fail('no ETH');
const NOW = new Date('2026-01-01');
const log = { warn: (facts: { readonly err: unknown }) => expect.fail(String(facts.err)) };

/** Has a price for every requested day. */
const provider: PriceProvider = {
  name: 'generous',
  canAsk: () => true,
  pricesOf: async (_asset, firstDay, lastDay) => {
    const days: { day: string; usd: string }[] = [];
    for (let day = firstDay; day <= lastDay; day = addDays(day, 1)) days.push({ day, usd: '2000' });
    return days;
  },
};

let database: TestDatabase;
/** Code that keeps its connection and waits for another would wait for ever. */
let narrow: Pool;
beforeAll(async () => {
  database = await testDatabase();
  const add = transfers.map((one) => ({ ...one, amount: one.amount * FINNEY }));
  const ledger = await ensureLedger(database.pool, 'ETH', 'ETH');
  await inTransaction(database.pool, (client) => appendTransfers(client, ledger, { add }));
  narrow = openPool(database.url, { maxConnections: 1 });
});
afterAll(async () => {
  await narrow.end();
  await database.drop();
});

describe('over a single connection', () => {
  it('a check requests prices, stores them and uses them', async () => {
    const prices = buildPricesService({
      db: narrow,
      providers: [provider],
      clock: { now: () => NOW },
      log,
    });
    const ports = { withSnapshot: checkSnapshots(narrow), engine: exposureEngine, prices };
    const { computed } = await computeCheck(ports, ETHER, subject, NOW, new AbortController().signal, () => undefined);
    expect(computed.prices).toMatchObject({ rule: 'daily', missing_days: 0, sources: ['generous'] });
    expect(computed.evidence.incoming.usd).toBeGreaterThan(0);
    expect(await pricesStore.isHeld(database.pool, 'ETH')).toBe(true);
  });

  it('twenty simultaneous checks end, and a certificate of one of them is recomputed', async () => {
    const withSnapshot = checkSnapshots(narrow);
    const checks = buildChecksService(
      checksDeps(narrow, { withSnapshot, engine: exposureEngine, prices: wirePrices(narrow, log) }),
    );
    const owners = Array.from({ length: 20 }, (_none, at) => ({ sub: `owner-${at}`, pays: false }));
    // On a busy machine they may take longer than a request waits; the limit of the test ends what waits for ever.
    const waiting = { answerWithinMs: Number.POSITIVE_INFINITY };
    const asked = owners.map((owner) => checks.runCheck(owner, { ...ETHER, address: subject }, waiting));
    const [first, ...rest] = await Promise.all(asked);
    if (first === undefined) throw new Error('No check was made');
    expect([first, ...rest].map(({ status }) => status)).toEqual(asked.map(() => 'done'));
    const basis = (await checksStore.findBasis(narrow, first.subId)) ?? expect.fail('no basis');
    const stated = canonicalResultOf(assetOf(first), basis, { product: 'Assay', url: 'https://assay.example.test' });
    expect(stated.prices).toMatchObject({ sources: ['generous'] });
    const again = await recompute(wireRecompute(narrow, log), stated, new AbortController().signal);
    expect(again).toMatchObject({ outcome: 'equal', inputs: [], parts: [] });
  });
});
