import { buildLabel } from '@assay/testkit';
import { describe, expect, it } from 'vitest';
import type { RawTransfer } from '../records/raw-records.ts';
import type { Direction } from '../records/record.ts';
import { exposureOf } from '../reference/exposure-of.ts';
import { MemoryAccountStore, type MemoryAccountsInput } from '../reference/memory-accounts.ts';
import type { DirectionExposure, ExposureRow } from './exposure.ts';
import { WalkCancelledError, type WalkOptions } from './options.ts';
import type { AccountStore } from './store.ts';

/** Transfers one after the other, a second apart: `from to amount`. */
function transfersOf(...lines: readonly string[]): readonly RawTransfer[] {
  return lines.map((line, index) => {
    const [from = '', to = '', amount = '0'] = line.split(' ');
    return {
      block: index,
      transactionIndex: 0,
      transactionId: `tx-${index}`,
      kind: 'token',
      index: 0,
      ordinal: 0,
      from,
      to,
      amount: BigInt(amount),
      time: 1000 + index,
    };
  });
}

const exchange = buildLabel({ entity: 'Exchange', category: 'exchange_licensed', confidence: 70 });
const mixer = buildLabel({ entity: 'Mixer', category: 'mixer', confidence: 40 });
const LABELS = new Map([
  ['exchange', [exchange]],
  ['mixer', [mixer]],
]);

function storeOf(lines: readonly string[], part: Partial<MemoryAccountsInput> = {}): MemoryAccountStore {
  return new MemoryAccountStore({
    network: 'ETH',
    transfers: transfersOf(...lines),
    labels: LABELS,
    derive: false,
    ...part,
  });
}

async function walk(store: AccountStore, direction: Direction, options: WalkOptions = {}): Promise<DirectionExposure> {
  const exposure = await exposureOf(store, 's', options);
  if (exposure === null) throw new Error('s has no records');
  return direction === 'bwd' ? exposure.incoming : exposure.outgoing;
}

function brief(row: ExposureRow | undefined): unknown {
  if (row === undefined) return undefined;
  const { category, layer, share, minHops } = row;
  return { category, layer, share: Number(share.toFixed(12)), minHops };
}

describe('the haircut on an account network', () => {
  it('weighs what was held just before a payment, not what came later', async () => {
    const store = storeOf(['exchange a 30', 'mixer a 10', 'a s 20', 'mixer a 1000']);
    const exposure = await walk(store, 'bwd');
    expect(exposure.rows.map(brief)).toEqual([
      { category: 'mixer', layer: 'indirect', share: 0.25, minHops: 2 },
      { category: 'exchange_licensed', layer: 'indirect', share: 0.75, minHops: 2 },
    ]);
    expect(exposure.rows[1]?.amount).toBe(15n);
  });

  it('forgets what was spent before the next inflow', async () => {
    const exposure = await walk(storeOf(['mixer a 40', 'a b 40', 'exchange a 10', 'a s 10']), 'bwd');
    expect(exposure.rows.map(brief)).toEqual([
      { category: 'exchange_licensed', layer: 'indirect', share: 1, minHops: 2 },
    ]);
  });

  it('keeps direct and indirect apart and counts changes of owner', async () => {
    const exposure = await walk(storeOf(['mixer a 10', 'a b 10', 'b s 10', 'mixer s 30']), 'bwd');
    expect(exposure.rows.map(brief)).toEqual([
      { category: 'mixer', layer: 'direct', share: 0.75, minHops: 1 },
      { category: 'mixer', layer: 'indirect', share: 0.25, minHops: 3 },
    ]);
    expect(exposure.rows[1]?.paths).toEqual([
      {
        hops: 3,
        share: 0.25,
        steps: [
          { from: 'mixer', to: 'a', transactionId: 'tx-0', amount: 10n, time: 1000 },
          { from: 'a', to: 'b', transactionId: 'tx-1', amount: 10n, time: 1001 },
          { from: 'b', to: 's', transactionId: 'tx-2', amount: 10n, time: 1002 },
        ],
      },
    ]);
    expect(exposure.rows[0]).toMatchObject({ firstTime: 1003, lastTime: 1003, labels: [mixer], strongShare: 0 });
  });

  it('calls the part of a payment that no balance covers unknown origin', async () => {
    const exposure = await walk(storeOf(['exchange a 30', 'a s 40']), 'bwd');
    expect(exposure.rows.map(brief)).toEqual([
      { category: 'exchange_licensed', layer: 'indirect', share: 0.75, minHops: 2 },
    ]);
    expect(exposure.residuals).toEqual({ unknown_origin: 0.25, not_followed: 0, still_held: 0, fee: 0 });
  });

  it('calls a known opening balance unknown origin, and both R where older history was not fetched', async () => {
    const lines = ['exchange a 30', 'a s 80'];
    const openings = new Map([['a', 30n]]);
    const known = await walk(storeOf(lines, { openings }), 'bwd');
    expect(known.residuals.unknown_origin).toBeCloseTo(0.25 + 0.375, 12);
    const unread = await walk(storeOf(lines, { openings, openingUnread: new Set(['a']) }), 'bwd');
    expect(unread.residuals).toMatchObject({ unknown_origin: 0, not_followed: known.residuals.unknown_origin });
    expect(unread.rows.map(brief)).toEqual(known.rows.map(brief));
  });

  it('follows payments to a service, the fee and what is still held', async () => {
    const exposure = await walk(storeOf(['mixer s 100', 's fee 10', 's a 90', 'a exchange 60', 'a fee 3']), 'fwd');
    expect(exposure.rows.map(brief)).toEqual([
      { category: 'exchange_licensed', layer: 'indirect', share: 0.6, minHops: 2 },
    ]);
    expect(exposure.residuals.fee).toBeCloseTo(0.1 + 0.9 * (1 / 3) * 0.1, 12);
    expect(exposure.residuals.still_held).toBeCloseTo(0.9 * (1 / 3) * 0.9, 12);
    expect(exposure).toMatchObject({ records: 2, amount: 100n });
  });

  it('counts the subject as unlabelled, whatever its own labels say', async () => {
    const lines = ['mixer s 10', 's a 10', 'a s 10'];
    const labels = new Map([...LABELS, ['s', [exchange]]]);
    const exposure = await walk(storeOf(lines, { labels }), 'bwd');
    expect(exposure.rows.map(brief)).toEqual([
      { category: 'mixer', layer: 'direct', share: 0.5, minHops: 1 },
      { category: 'mixer', layer: 'indirect', share: 0.5, minHops: 3 },
    ]);
  });

  it('takes minted tokens for the issuer, whatever a list says of the mint address', async () => {
    const labels = new Map([['issuer', [mixer]]]);
    const exposure = await walk(storeOf(['issuer a 5', 'a s 5'], { labels }), 'bwd');
    expect(exposure.rows.map(brief)).toEqual([{ category: 'issuer', layer: 'indirect', share: 1, minHops: 2 }]);
  });

  it('marks what moved before a sanction and skips a sanction that has ended', async () => {
    const listed = buildLabel({ entity: 'Listed', category: 'sanctions', validFrom: 1001, validTo: 1002 });
    const labels = new Map([['listed', [listed, { ...exchange, confidence: 40 }]]]);
    const lines = ['listed s 10', 'listed s 10', 'listed s 10', 'listed s 10'];
    const exposure = await walk(storeOf(lines, { labels }), 'bwd');
    expect(exposure.rows).toMatchObject([
      { category: 'sanctions', share: 0.75, beforeDesignation: 0.25, strongShare: 0.5, minHops: 1 },
      { category: 'exchange_licensed', share: 0.25, beforeDesignation: 0, strongShare: 0 },
    ]);
  });

  it('lets a label below confidence 20 absorb nothing', async () => {
    const labels = new Map([...LABELS, ['a', [{ ...mixer, confidence: 10 }]]]);
    const exposure = await walk(storeOf(['exchange a 5', 'a s 5'], { labels }), 'bwd');
    expect(exposure.rows.map(brief)).toEqual([
      { category: 'exchange_licensed', layer: 'indirect', share: 1, minHops: 2 },
    ]);
  });

  it('says nothing of a direction without records and null of an address without any', async () => {
    const store = storeOf(['exchange s 5']);
    expect(await walk(store, 'fwd')).toMatchObject({ records: 0, amount: 0n, rows: [], cut: { rounds: 0 } });
    expect(await exposureOf(store, 'nobody')).toBeNull();
  });
});

describe('the rounds of a walk', () => {
  /** A third of 0.9^n at every step back: many small states. */
  const LONG = Array.from({ length: 40 }, (_, index) => {
    const next = index === 39 ? 's' : `hop-${index + 1}`;
    return index === 0 ? [`exchange hop-1 100`] : [`mixer hop-${index} 10`, `hop-${index} ${next} 50`];
  }).flat();

  it('divide the threshold by ten until R is at most the target', async () => {
    const one = await walk(storeOf(LONG), 'bwd', { threshold: 0.3, targetNotFollowed: 1 });
    expect(one.residuals.not_followed).toBeGreaterThan(0.01);
    expect(one.cut).toMatchObject({ threshold: 0.3, rounds: 1 });
    const lowered = await walk(storeOf(LONG), 'bwd', { threshold: 0.3 });
    expect(lowered.residuals.not_followed).toBeLessThanOrEqual(0.01);
    expect(lowered.cut.rounds).toBeGreaterThan(1);
    expect(lowered.cut.threshold).toBeLessThan(0.3);
  });

  it('stop at the states allowed in all of them together, with the rest in R', async () => {
    const stopped = await walk(storeOf(LONG), 'bwd', { threshold: 0, maxStates: 7 });
    expect(stopped.cut).toMatchObject({ states: 7, rounds: 1 });
    expect(stopped.residuals.not_followed).toBeGreaterThan(0.01);
    const again = await walk(storeOf(LONG), 'bwd', { threshold: 0.1, maxStates: 30 });
    const { threshold, states } = again.cut;
    const replayed = await walk(storeOf(LONG), 'bwd', { threshold, maxStates: states, targetNotFollowed: 1 });
    expect({ ...replayed.cut, rounds: 0 }).toEqual({ ...again.cut, rounds: 0 });
    expect(replayed.rows).toEqual(again.rows);
  });

  it('end when nothing is left to follow, however large R is', async () => {
    const store = storeOf(['a s 10'], { openingUnread: new Set(['a']) });
    const exposure = await walk(store, 'bwd');
    expect(exposure).toMatchObject({ residuals: { not_followed: 1 }, cut: { rounds: 1, states: 0 } });
  });

  it('stop when cancelled, and yield and report while they run', async () => {
    const signal = { aborted: false };
    const reports: number[] = [];
    const many = Array.from({ length: 3000 }, (_, index) => [`exchange a${index} 1`, `a${index} s 1`]).flat();
    await walk(storeOf(many), 'bwd', {
      threshold: 0,
      onProgress: ({ states }) => reports.push(states),
      yieldToEventLoop: async () => {
        expect(reports.length).toBeGreaterThan(0);
      },
    });
    expect(reports.length).toBeGreaterThan(0);
    const cancelled = walk(storeOf(many), 'bwd', {
      threshold: 0,
      signal,
      yieldToEventLoop: async () => {
        signal.aborted = true;
      },
    });
    await expect(cancelled).rejects.toBeInstanceOf(WalkCancelledError);
  });
});
