import { afterAll, describe, expect, it } from 'vitest';
import type { SourceFault } from '../../../src/modules/chains/sources/sources.ports.ts';
import { memoryAccountSource } from '../../../src/modules/chains/sources/test/memory-source.ts';
import { postCheck, signedIn } from '../../../src/modules/checks/checks/test/check-fixture.ts';
import {
  bytesOfResult,
  type Installation,
  importRecords,
  installation,
  onDemandScenario,
  resultOf,
  withoutReadableEntry,
} from './on-demand-installation.ts';

const scenario = onDemandScenario(21);
const CHECK = { address: scenario.subject, ticker: 'USDT', parent: 'ETH', subticker: null, name: 'Tether' };
const DEAD: SourceFault = { kind: 'unavailable', provider: 'memory', reason: 'it died' };

const GARBLED: SourceFault = { kind: 'malformed', provider: 'memory', field: 'result' };

const open: Installation[] = [];
afterAll(async () => {
  for (const one of open) await one.close();
});

async function start(...given: Parameters<typeof installation>): Promise<Installation> {
  const one = await installation(...given);
  open.push(one);
  return one;
}

async function checksLeft({ app }: Installation): Promise<number> {
  const me = await app.inject({ url: '/api/auth/me', headers: signedIn(app) });
  return me.json().data.user?.checks ?? me.json().data.checks;
}

describe('a check of an address nobody imported', () => {
  it('comes to the bytes of the same scenario imported as a file', async () => {
    const live = await start(scenario, memoryAccountSource('ETH', scenario.transfers));
    const imported = await start(scenario, null);
    await importRecords(imported.database.pool, scenario);
    const [read, held] = [await resultOf(live, CHECK), await resultOf(imported, CHECK)];
    expect(read['riskscore']).toBeGreaterThan(0);
    expect(bytesOfResult(read)).toBe(bytesOfResult(held));
    expect(read['records_held']).toMatch(
      /^Read live from USDT on Ethereum through memory: \d+ transfers around this address, up to block \d+ of 2020-/,
    );
  });

  it('is answered by the import alone where that knows the address', async () => {
    const source = memoryAccountSource('ETH', scenario.transfers);
    const one = await start(scenario, source);
    await importRecords(one.database.pool, scenario);
    const result = await resultOf(one, CHECK);
    expect(source.asked).toEqual([]);
    expect(result['records_held']).toMatch(/^This installation holds/);
  });

  it('reads no provider twice when it is asked again, and gives the same result', async () => {
    const source = memoryAccountSource('ETH', scenario.transfers);
    const one = await start(scenario, source);
    const first = await resultOf(one, CHECK);
    const asked = source.asked.length;
    expect(bytesOfResult(await resultOf(one, CHECK))).toBe(bytesOfResult(first));
    expect(source.asked.length).toBe(asked);
  });

  it('reads once for two who ask at the same moment', async () => {
    const alone = memoryAccountSource('ETH', scenario.transfers);
    await resultOf(await start(scenario, alone), CHECK);
    const source = memoryAccountSource('ETH', scenario.transfers, { delayMs: 3 });
    const one = await start(scenario, source);
    const [a, b] = await Promise.all([resultOf(one, CHECK), resultOf(one, CHECK)]);
    expect(bytesOfResult(a)).toBe(bytesOfResult(b));
    expect(source.asked.length).toBe(alone.asked.length);
  });

  it('says so and costs nothing when no source answers', async () => {
    const one = await start(scenario, memoryAccountSource('ETH', scenario.transfers, { faultAt: () => DEAD }));
    const before = await checksLeft(one);
    const result = await resultOf(one, CHECK);
    expect(result).toMatchObject({ riskscore: 0, cause: { rule: 'not_rated', reason: 'sources_failed' } });
    expect(result['texts']).toMatchObject({ headline: 'Not rated. The sources did not answer.' });
    expect(await checksLeft(one)).toBe(before);
  });

  it.each([
    [
      'a provider answers something else than its format',
      memoryAccountSource('ETH', scenario.transfers, { faultAt: () => GARBLED }),
    ],
    ['no listed entry can be read', withoutReadableEntry(memoryAccountSource('ETH', scenario.transfers))],
  ])('says that what a source answered could not be read, and costs nothing, where %s', async (_name, source) => {
    const one = await start(scenario, source);
    const before = await checksLeft(one);
    const result = await resultOf(one, CHECK);
    expect(result).toMatchObject({ riskscore: 0, cause: { rule: 'not_rated', reason: 'sources_failed' } });
    expect(result['texts']).toMatchObject({ headline: 'Not rated. What a source answered could not be read.' });
    expect(result['records_read']).toBe('unreadable');
    expect(result['records_held']).toMatch(/could not be read live: what a source answered could not be read\.$/);
    expect(JSON.stringify(result)).not.toMatch(/no source|not answer|No transfers found/i);
    expect(await checksLeft(one)).toBe(before);
  });

  it('charges for a rated result and for nothing else, whichever call a provider dies at', async () => {
    for (const dies of [0, 1, 2, 3, 5, 8, 13]) {
      const faultAt = (call: number) => (call >= dies ? DEAD : null);
      const one = await start(scenario, memoryAccountSource('ETH', scenario.transfers, { faultAt }));
      const before = await checksLeft(one);
      const result = await resultOf(one, CHECK);
      expect(before - (await checksLeft(one))).toBe(Number(result['riskscore']) > 0 ? 1 : 0);
      const { rows } = await one.database.pool.query('SELECT sum(held_checks)::integer AS held FROM ledger_tariffs');
      expect(rows).toEqual([{ held: 0 }]);
    }
  });

  it('spends no more calls than the budget and shows the rest as not followed', async () => {
    const source = memoryAccountSource('ETH', scenario.transfers);
    const one = await start(scenario, source, {}, { calls: 3, milliseconds: 60_000, leastShare: 0 });
    const result = await resultOf(one, CHECK);
    expect(source.asked.length).toBeLessThanOrEqual(3);
    expect(result['coverage']).toMatchObject({ not_followed: expect.any(Number) });
    expect(Number((result['coverage'] as { not_followed: number }).not_followed)).toBeGreaterThan(0.05);
    expect(result['confidence']).toBe('low');
  });

  it('answers the request in time and goes on when a source is slow', async () => {
    const source = memoryAccountSource('ETH', scenario.transfers, { delayMs: 150 });
    const one = await start(scenario, source, { answerWithinMs: 100 });
    const { status, body } = await postCheck(one.app, CHECK);
    expect(status).toBe(202);
    const url = `/api/monitor/check/${body.data.asset.sub_id}`;
    const state = async () => (await one.app.inject({ url })).json().data.status;
    await expect.poll(state, { timeout: 20_000 }).toBe('done');
  });
});
