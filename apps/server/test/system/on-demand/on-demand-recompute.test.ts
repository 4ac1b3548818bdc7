import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { findAsset } from '@assay/domain';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { forgetNeighbourhoods } from '../../../src/modules/chains/index.ts';
import type { SourceFault } from '../../../src/modules/chains/sources/sources.ports.ts';
import { type MemoryBehaviour, memoryAccountSource } from '../../../src/modules/chains/sources/test/memory-source.ts';
import { wireOnDemandReader } from '../../../src/modules/checks/open/reading.ts';
import { runReport } from '../../api/run-report.ts';
import {
  certified,
  computedAgain,
  type Installation,
  importRecords,
  importScenarioLabels,
  importTransfersOnly,
  installation,
  inTestFolder,
  onDemandScenario,
  withoutReadableEntry,
} from './on-demand-installation.ts';

const scenario = onDemandScenario(21);
const CHECK = { address: scenario.subject, ticker: 'USDT', parent: 'ETH', subticker: null, name: 'Tether' };
const DEAD: SourceFault = { kind: 'unavailable', provider: 'memory', reason: 'it died' };
const GARBLED: SourceFault = { kind: 'malformed', provider: 'memory', field: 'result' };
const SOME = { calls: 8, milliseconds: 60_000, leastShare: 0 };
const ALL = { calls: 10_000, milliseconds: 60_000, leastShare: 0 };
/** Finality in seconds: a part of the read records is newer than it. */
const BEHAVIOUR: Partial<MemoryBehaviour> = { pageSize: 10, finality: 2_000, counts: true };
const LATER = 60_000;

/** The chain at the time of the check. */
const early = scenario.transfers.slice(0, Math.floor(scenario.transfers.length * 0.8));

let one: Installation;
beforeAll(async () => {
  one = await installation(scenario, memoryAccountSource('ETH', early, BEHAVIOUR), {}, SOME);
});
afterAll(() => one.close());

/** Reads the same address on the present chain, with a budget that is sufficient for everything. */
async function readMore(): Promise<void> {
  const asset = findAsset('USDT', 'ETH');
  if (asset === undefined) throw new Error('USDT is not on the list');
  const { pool } = one.database;
  // As if the minute had passed in which checks share one tip.
  await pool.query('DELETE FROM live_tips');
  const live = wireOnDemandReader(
    pool,
    { sourceOf: () => memoryAccountSource('ETH', scenario.transfers, BEHAVIOUR) },
    ALL,
  );
  const signal = new AbortController().signal;
  const { kind } = await live.gather(asset, scenario.subject, { signal, onProgress: () => undefined, version: '1' });
  expect(kind).toBe('records');
}

describe('the recomputation of the certificate of a check with on-demand reads', () => {
  it('is equal to the last byte after later reads', async () => {
    const stated = await certified(one, CHECK);
    expect(stated.score.stars).toBeGreaterThan(0);
    expect(stated.records.held).toMatch(/^Read live from USDT on Ethereum through memory: /);
    expect(await computedAgain(one, stated)).toMatchObject({ outcome: 'equal', inputs: [], parts: [], leftOut: 0 });
    await readMore();
    const more = await certified(one, CHECK);
    expect(more.records.count).toBeGreaterThan(stated.records.count ?? 0);
    expect(more.inputs.incoming).not.toBe(stated.inputs.incoming);
    expect(await computedAgain(one, stated)).toMatchObject({ outcome: 'equal', inputs: [], parts: [] });
    expect(await computedAgain(one, more)).toMatchObject({ outcome: 'equal', inputs: [], parts: [] });
  });

  it('names the label sets where labels differ', async () => {
    const stated = await certified(one, CHECK);
    const [listed = ''] = [...scenario.labels.keys()];
    const other = { network: 'ETH', address: listed, entity: 'Somebody else', category: 'sanctions' } as const;
    await importScenarioLabels(one.database.pool, { labels: [other] });
    const { outcome, inputs } = await computedAgain(one, stated);
    await importScenarioLabels(one.database.pool, scenario);
    expect(outcome).toBe('different');
    expect(inputs).toEqual([{ input: 'labels', text: expect.stringContaining('(of another state: test).') }]);
    expect(await computedAgain(one, stated)).toMatchObject({ outcome: 'equal' });
  });

  it('states which input is missing when the read records were deleted', async () => {
    const stated = await certified(one, CHECK);
    const { pool } = one.database;
    expect(await forgetNeighbourhoods(pool, new Date(Date.now() + LATER))).toBeGreaterThan(0);
    expect(await computedAgain(one, stated)).toEqual({
      outcome: 'not_possible',
      inputs: [
        {
          input: 'records',
          text: 'The check read its chain live, and some of what it read is not kept any more: that is deleted 30 days after it was last read from the chain. The chain is not read again, because that would be another reading.',
        },
      ],
      parts: [],
      result: null,
      leftOut: 0,
    });
    await pool.query('DELETE FROM live_cuts WHERE sub_id = $1', [stated.sub_id]);
    expect(await computedAgain(one, stated)).toMatchObject({
      outcome: 'not_possible',
      inputs: [
        {
          input: 'records',
          text: 'The check read its chain live, and what it read is not kept here: another installation made it, or the check was removed.',
        },
      ],
    });
  });

  it('exits with 0 and equal while the records are stored, and with 1 and the reason afterwards', async () => {
    const { sub_id: subId } = await certified(one, CHECK);
    const { pool } = one.database;
    await inTestFolder(async (folder) => {
      const save = async (name: string, url: string) => {
        const file = path.join(folder, name);
        await writeFile(file, (await one.app.inject({ url })).body);
        return file;
      };
      const certificate = await save('certificate.json', `/api/monitor/check/${subId}/certificate.json`);
      const keys = await save('keys.json', '/.well-known/assay-keys.json');
      const again = () =>
        runReport(['recompute', certificate, '--keys', keys], { dataDir: folder, openDatabase: async () => pool });
      const equal = await again();
      expect(equal, equal.said).toMatchObject({ status: 0 });
      expect(equal.said).toMatch(/^Equal: every byte of the result came out again\. [1-5] of 5 stars/);
      await forgetNeighbourhoods(pool, new Date(Date.now() + LATER));
      const gone = await again();
      expect(gone.status).toBe(1);
      expect(gone.said).toMatch(
        /^It cannot be computed here\.\nAnother input \(records\): The check read its chain live/,
      );
    });
  });

  it('is equal for a result made before results stated how their records were read', async () => {
    const stated = await certified(one, CHECK);
    expect(stated.records.read).toBe('on_demand');
    const { read: _read, ...records } = stated.records;
    const former = { ...stated, records };
    const { outcome, result } = await computedAgain(one, former);
    expect(outcome).toBe('equal');
    expect(result?.records).toEqual(records);
  });

  it('is equal although later imported records would be sufficient for the same check', async () => {
    const other = await installation(scenario, memoryAccountSource('ETH', early, BEHAVIOUR), {}, SOME);
    try {
      const stated = await certified(other, CHECK);
      await importTransfersOnly(other.database.pool, scenario);
      expect((await certified(other, CHECK)).records.held).toMatch(/^This installation holds/);
      expect(await computedAgain(other, stated)).toMatchObject({ outcome: 'equal', inputs: [], parts: [] });
    } finally {
      await other.close();
    }
  });

  it.each([
    [
      'answered something else than its format',
      memoryAccountSource('ETH', scenario.transfers, { faultAt: () => GARBLED }),
    ],
    ['listed entries that nobody can read', withoutReadableEntry(memoryAccountSource('ETH', scenario.transfers))],
  ])('is equal where a provider %s', async (_name, source) => {
    const garbled = await installation(scenario, source);
    try {
      const stated = await certified(garbled, CHECK);
      expect(stated.records.read).toBe('unreadable');
      expect(stated.texts.headline).toBe('Not rated. What a source answered could not be read.');
      expect(await computedAgain(garbled, stated)).toMatchObject({ outcome: 'equal', inputs: [], parts: [] });
    } finally {
      await garbled.close();
    }
  });

  it('is equal where no provider responded, and names later imported records', async () => {
    const dead = await installation(scenario, memoryAccountSource('ETH', early, { faultAt: () => DEAD }));
    try {
      const stated = await certified(dead, CHECK);
      expect(stated.records).toMatchObject({
        read: 'unanswered',
        held: expect.stringMatching(/could not be read live: no source answered\.$/),
      });
      expect(await computedAgain(dead, stated)).toMatchObject({ outcome: 'equal', inputs: [], parts: [] });
      await importRecords(dead.database.pool, scenario);
      const { outcome, inputs } = await computedAgain(dead, stated);
      expect(outcome).toBe('different');
      expect(inputs.map(({ input }) => input)).toContain('records');
    } finally {
      await dead.close();
    }
  });
});
