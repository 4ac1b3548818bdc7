import { describe, expect, it } from 'vitest';
import type { EvidencePath } from '../../src/walk/exposure.ts';
import { labelsOf, sketch, walkOf, written } from './account-sketch.ts';
import { labelOf } from './histories.ts';

/** The first transaction of a sketch, and the time between two (Unix seconds). */
const START = 1_700_000_000 + 3600;
const HOUR = 3600;

const stepsOf = (path: EvidencePath | undefined): readonly string[] =>
  (path?.steps ?? []).map(({ from, amount, to, transactionId }) => `${from} ${amount} ${to} in ${transactionId}`);

describe('the evidence of a walk of version 3', () => {
  it('names the label, the first and last time, and paths in the order money moved', async () => {
    const transactions = ['USDT thief 60 a', 'USDT thief 40 a', 'USDT a 100 s', 'USDT thief 30 a', 'USDT a 30 s'];
    const { ever } = await walkOf(sketch('USDT', transactions), 's');
    expect(written(ever)).toEqual({ 'thief 2': 1 });
    const row = ever?.rows[0];
    expect(row?.labels).toEqual(labelsOf('thief'));
    expect([row?.firstTime, row?.lastTime]).toEqual([START, START + 3 * HOUR]);
    expect(row?.paths.map(stepsOf)).toEqual([
      ['thief 60 a in t1', 'a 100 s in t3'],
      ['thief 40 a in t2', 'a 100 s in t3'],
      ['thief 30 a in t4', 'a 30 s in t5'],
    ]);
    expect(row?.paths.map(({ hops }) => hops)).toEqual([2, 2, 2]);
    expect(row?.paths[0]?.share).toBeCloseTo(60 / 130, 12);
  });

  it('shows at most three paths, and at most five labels, strongest first', async () => {
    const names = ['a', 'b', 'c', 'd', 'e', 'f', 'g'];
    const named = (address: string) =>
      names.includes(address)
        ? [labelOf({ category: 'scam', entity: 'One fraud', confidence: 50 + names.indexOf(address) })]
        : [];
    const transactions = names.map((name, index) => `USDT ${name} ${10 + index} s`);
    const { ever } = await walkOf(sketch('USDT', transactions, { labelsOf: named }), 's');
    const labels = ever?.rows.flatMap((row) => row.labels) ?? [];
    // A row is of one confidence, so seven labels are seven rows.
    expect(labels.map(({ confidence }) => confidence)).toEqual([56, 55, 54, 53, 52, 51, 50]);

    const alike = (address: string) =>
      names.includes(address) ? [labelOf({ category: 'scam', entity: 'One fraud', source: `list ${address}` })] : [];
    const together = (await walkOf(sketch('USDT', transactions, { labelsOf: alike }), 's')).ever?.rows[0];
    expect(together?.labels.map(({ source }) => source)).toEqual(['list a', 'list b', 'list c', 'list d', 'list e']);
    expect(together?.paths.map(stepsOf)).toEqual([['g 16 s in t7'], ['f 15 s in t6'], ['e 14 s in t5']]);
  });

  it('makes one step of what was paid through the pool of a part', async () => {
    const routed = 'USDT a 30 router, USDT b 10 router, USDT router 20 s, USDT router 20 q';
    const { ever } = await walkOf(sketch('USDT', ['USDT thief 30 a', 'USDT ex 10 b', routed]), 's');
    const paths = ever?.rows.map(({ entity, paths: [path] }) => [entity, ...stepsOf(path)]);
    expect(paths).toEqual([
      ['ex', 'ex 10 b in t2', 'b 10 s in t3'],
      ['thief', 'thief 30 a in t1', 'a 20 s in t3'],
    ]);
  });

  it('ends the path of what was exchanged at the exchange, whatever is behind it', async () => {
    const transactions = [
      'USDT ex 9 a',
      'USDT bridge 1 a',
      'USDT a 10 unnamed',
      'ETH b 1 unnamed, USDT unnamed 10 b',
      'USDT b 10 s',
    ];
    const { ever } = await walkOf(sketch('USDT', transactions), 's');
    expect(written(ever)).toEqual({ 'exchanged 2': 1 });
    const row = ever?.rows[0];
    expect([row?.firstTime, row?.lastTime]).toEqual([START + 3 * HOUR, START + 3 * HOUR]);
    expect(row?.labels).toEqual([]);
    expect(row?.paths.map(stepsOf)).toEqual([['unnamed 10 b in t4', 'b 10 s in t5']]);
    expect(row?.paths[0]?.share).toBeCloseTo(0.9, 12);
  });

  it('counts the nearest of several exchanges', async () => {
    const transactions = ['USDT ex 9 p', 'ETH a 1 p, USDT p 9 a', 'USDT a 9 q', 'ETH b 1 q, USDT q 9 b', 'USDT b 9 s'];
    expect(written((await walkOf(sketch('USDT', transactions), 's')).ever)).toEqual({ 'exchanged 2': 1 });
  });

  it('names who passed money on as the direct payer', async () => {
    const transactions = ['USDT ex 100 a', 'USDT a 100 thief, USDT thief 100 s'];
    const { ever } = await walkOf(sketch('USDT', transactions), 's');
    expect(ever?.rows[0]?.paths.map(stepsOf)).toEqual([['thief 100 s in t2']]);
  });

  it('keeps no paths where none is asked for, and finds the same shares', async () => {
    const store = sketch('USDT', ['USDT thief 60 a', 'USDT a 60 s']);
    const { ever } = await walkOf(store, 's', { evidence: false });
    expect(ever?.rows[0]?.paths).toEqual([]);
    expect(written(ever)).toEqual(written((await walkOf(store, 's')).ever));
  });
});
