import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { testDatabase } from '../../../../test/support/database.ts';
import { allOf } from '../../../../test/support/input-of.ts';
import { SourceError } from '../sources/sources.ports.ts';
import { freezesReadTo } from './freeze-events.store.ts';
import { EVENT_FREEZE_LISTS } from './freeze-lists.ts';
import type { FreezeEvent, FreezeEventSource, FreezeEventsPart } from './freezes.ports.ts';
import { FreezesUnreadError, freezeLabels, readFreezeList } from './read-freeze-list.ts';

const database = await testDatabase();
const { pool } = database;
afterAll(() => database.drop());
beforeEach(() => pool.query('TRUNCATE freeze_event, freeze_reading'));

const list = EVENT_FREEZE_LISTS.find(({ setName }) => setName === 'freezes-usdt-eth') ?? expect.fail('no list');
const THIEF = '0x0000000000000000000000000000000000007a1e';
const OTHER = '0x0000000000000000000000000000000000005b1e';
const signal = AbortSignal.timeout(60_000);

const event = (address: string, kind: FreezeEvent['kind'], block: number): FreezeEvent => ({
  kind,
  address,
  block,
  logIndex: 3,
  at: 1_700_000_000_000 + block * 1_000,
  transaction: `0x${String(block).padStart(64, '0')}`,
});

/** Hands on the parts that begin behind `from`, then fails where a failure is given. */
function sourceOf(
  parts: readonly FreezeEventsPart[],
  failure?: Error,
): FreezeEventSource & { readonly from: number[] } {
  const asked: number[] = [];
  return {
    from: asked,
    canRead: () => true,
    async *parts(_list, from, call) {
      asked.push(from);
      for (const part of parts) {
        if (!call.spend()) throw new SourceError({ kind: 'cancelled', by: 'budget' });
        yield part;
      }
      if (failure !== undefined) throw failure;
    },
  };
}

async function rows(): Promise<Record<string, unknown>[]> {
  const bytes = await allOf(freezeLabels(pool, list));
  return Buffer.concat(bytes)
    .toString()
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
}

describe('the freezes of a contract', () => {
  it('are rows that name contract and transaction, and end with the release', async () => {
    const events = [event(THIEF, 'frozen', 10), event(OTHER, 'frozen', 12), event(OTHER, 'released', 20)];
    const source = sourceOf([{ events, readTo: 100, end: 100 }]);
    expect(await readFreezeList({ pool, source }, list, signal)).toEqual({ hasEvents: true });
    expect(await rows()).toEqual([
      {
        defaults: {
          network: 'ETH',
          category: 'issuer_frozen',
          confidence: 100,
          source: `freezes-usdt-eth/${list.contract}`,
          entity: 'Frozen by Tether',
        },
      },
      {
        address: OTHER,
        source_url: `https://etherscan.io/tx/0x${'12'.padStart(64, '0')}`,
        source_date: '2023-11-14',
        valid_from: '2023-11-14T22:13:32.000Z',
        valid_to: '2023-11-14T22:13:40.000Z',
      },
      {
        address: THIEF,
        source_url: `https://etherscan.io/tx/0x${'10'.padStart(64, '0')}`,
        source_date: '2023-11-14',
        valid_from: '2023-11-14T22:13:30.000Z',
        valid_to: null,
      },
    ]);
  });

  it('are read on from where a reading ended, and events that come again count once', async () => {
    const first = event(THIEF, 'frozen', 900);
    await readFreezeList({ pool, source: sourceOf([{ events: [first], readTo: 1_000, end: 1_000 }]) }, list, signal);
    const next = sourceOf([{ events: [first, event(THIEF, 'released', 1_500)], readTo: 2_000, end: 2_000 }]);
    await readFreezeList({ pool, source: next }, list, signal);
    expect(next.from).toEqual([700]);
    expect(await freezesReadTo(pool, list)).toBe(2_000);
    expect(await rows()).toHaveLength(2);
  });

  it('keep what was read when a provider fails, and say who and how far', async () => {
    const failure = new SourceError({ kind: 'unavailable', provider: 'node', reason: 'status 500' });
    const source = sourceOf([{ events: [event(THIEF, 'frozen', 10)], readTo: 600, end: 1_000 }], failure);
    await expect(readFreezeList({ pool, source }, list, signal)).rejects.toThrow(
      new FreezesUnreadError('Could not reach node: status 500 after 60% of the chain; the next update goes on there'),
    );
    expect(await freezesReadTo(pool, list)).toBe(600);
  });

  it('take no more requests than one update may make', async () => {
    const parts = [1, 2, 3].map((at) => ({ events: [], readTo: at * 1_000, end: 3_000 }));
    const source = sourceOf(parts);
    await expect(readFreezeList({ pool, source, mostRequests: 2 }, list, signal)).rejects.toThrow(
      '2 requests were made after 67% of the chain',
    );
    expect(await freezesReadTo(pool, list)).toBe(2_000);
  });

  it('never read back what a shorter chain says, and say when there is none', async () => {
    await readFreezeList({ pool, source: sourceOf([{ events: [], readTo: 1_000, end: 1_000 }]) }, list, signal);
    const source = sourceOf([{ events: [], readTo: 400, end: 400 }]);
    expect(await readFreezeList({ pool, source }, list, signal)).toEqual({ hasEvents: false });
    expect(await freezesReadTo(pool, list)).toBe(1_000);
  });

  it('end with the signal', async () => {
    const stop = new AbortController();
    const source: FreezeEventSource = {
      canRead: () => true,
      async *parts() {
        yield { events: [], readTo: 10, end: 100 };
        stop.abort(new Error('stopped'));
        throw new SourceError({ kind: 'cancelled', by: 'signal' });
      },
    };
    await expect(readFreezeList({ pool, source }, list, stop.signal)).rejects.toThrow('stopped');
  });
});
