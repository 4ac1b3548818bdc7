import { ASSETS, type Asset } from '@assay/domain';
import { describe, expect, it } from 'vitest';
import { type AutoPorts, screenAuto } from './screen-auto.ts';
import type { MemorySetting, ScreenJob, ScreenSetting } from './screen-jobs.ts';

const assetOf = (ticker: string): Asset => {
  const found = ASSETS.find((asset) => asset.ticker === ticker && asset.network === 'ETH');
  if (found === undefined) throw new Error(`${ticker} is not listed on ETH`);
  return found;
};
const [USDT, USDC] = [assetOf('USDT'), assetOf('USDC')];
const MEMORY = {} as MemorySetting;
const SETTING: ScreenSetting = {
  databaseUrl: 'postgres://localhost/x',
  ledgerServers: [],
  atOnce: 4,
  memory: null,
  version: '2',
};

/** Threads that answer where a row was checked; over the database a row takes `rowMs` of the clock. */
function stage({ rowMs, rows, ...ports }: { rowMs: number; rows: number } & Partial<AutoPorts>) {
  let nowMs = 0;
  const closed: string[] = [];
  const openThreads: AutoPorts['openThreads'] = ({ memory }) => {
    const place = memory === null ? 'database' : 'memory';
    return {
      jobsAtOnce: 1,
      rowsAhead: 1_000,
      run: async ({ addresses }: ScreenJob) => {
        if (memory === null) nowMs += rowMs * addresses.length;
        await new Promise((resolve) => setImmediate(resolve));
        return addresses.map(() => ({ is: 'screened', found: { cells: place } }) as const);
      },
      close: async () => void closed.push(place),
    };
  };
  const all: AutoPorts = {
    recordsOf: async () => 1_000,
    load: async () => MEMORY,
    openThreads,
    now: () => nowMs,
    ...ports,
  };
  const port = screenAuto(all, { setting: SETTING, atOnceInMemory: 1, threads: 1, rows });
  const check = async (count: number, asset = USDT): Promise<readonly string[]> => {
    const asked = Array.from({ length: count }, (_, at) => port.screen(asset, `0x${at}`));
    return (await Promise.all(asked)).map(({ cells }) => cells);
  };
  return { port, check, closed };
}

describe('a list that begins over the database', () => {
  it('goes on in memory once that is clearly sooner, in the order of its rows', async () => {
    const { port, check, closed } = stage({ rowMs: 25, rows: 2_000 });
    const places = await check(2_000);
    const from = places.indexOf('memory');
    // 40 rows are a second; those after them that threads have already are still answered there.
    expect(from).toBeGreaterThan(40);
    expect(from).toBeLessThan(200);
    expect(new Set(places.slice(from))).toEqual(new Set(['memory']));
    await port.close();
    expect(closed.toSorted()).toEqual(['database', 'memory']);
  });

  it.each<readonly [string, Parameters<typeof stage>[0]]>([
    ['the rows are few', { rowMs: 25, rows: 60 }],
    ['rows are quick', { rowMs: 0.2, rows: 6_000 }],
    ['the records are many', { rowMs: 25, rows: 600, recordsOf: async () => 10_000_000 }],
    ['the asset cannot be loaded', { rowMs: 25, rows: 600, recordsOf: async () => null }],
    ['the asset does not fit', { rowMs: 25, rows: 600, load: async () => null }],
  ])('stays there where %s', async (_why, given) => {
    const { port, check, closed } = stage(given);
    expect(new Set(await check(given.rows))).toEqual(new Set(['database']));
    await port.close();
    expect(closed).toEqual(['database']);
  });

  it('keeps the rows of other assets there', async () => {
    const { port, check } = stage({ rowMs: 25, rows: 4_000 });
    expect((await check(1_000)).at(-1)).toBe('memory');
    expect(new Set(await check(500, USDC))).toEqual(new Set(['database']));
    await port.close();
  });

  it('asks once for each asset', async () => {
    const asked: Asset[] = [];
    const recordsOf = async (asset: Asset) => {
      asked.push(asset);
      return null;
    };
    const { port, check } = stage({ rowMs: 25, rows: 4_000, recordsOf });
    await check(500);
    await check(500, USDC);
    expect(asked).toEqual([USDT, USDC]);
    await port.close();
  });

  it('ends with the error where records cannot be read', async () => {
    const lost = async () => {
      throw new Error('the database is gone');
    };
    const { port, check } = stage({ rowMs: 25, rows: 2_000, load: lost });
    await expect(check(2_000)).rejects.toThrow('the database is gone');
    await port.close();
  });

  it('stops loading when it is closed', async () => {
    let isStopped = false;
    const load = (_asset: Asset, signal: AbortSignal) =>
      new Promise<MemorySetting>((_resolve, reject) => {
        signal.addEventListener('abort', () => {
          isStopped = true;
          reject(signal.reason);
        });
      });
    const { port, check, closed } = stage({ rowMs: 25, rows: 2_000, load });
    expect(new Set(await check(200))).toEqual(new Set(['database']));
    await port.close();
    expect([isStopped, closed]).toEqual([true, ['database']]);
  });
});
