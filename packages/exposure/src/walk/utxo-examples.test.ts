import { buildLabel } from '@assay/testkit';
import { describe, expect, it } from 'vitest';
import type { RawTransaction } from '../records/raw-records.ts';
import type { Direction } from '../records/record.ts';
import { exposureOf } from '../reference/exposure-of.ts';
import { MemoryUtxoStore } from '../reference/memory-utxo.ts';
import type { DirectionExposure, ExposureRow } from './exposure.ts';

/**
 * Transactions one after the other, a second apart: inputs, `>`, outputs. An input is `index.output`, `?` without a
 * known value or `lost:owner:amount` of a transaction nobody holds; no input is a coinbase. An output is
 * `owner:amount`.
 */
function transactionsOf(...lines: readonly string[]): readonly RawTransaction[] {
  return lines.map((line, index) => {
    const [inputs = '', outputs = ''] = line.split('>').map((side) => side.trim());
    return {
      transactionId: `tx-${index}`,
      block: index,
      transactionIndex: 0,
      time: 1000 + index,
      coinbase: inputs === '',
      inputs: inputs === '' ? [] : inputs.split(' ').map((text, at) => inputOf(text, at)),
      outputs: outputs.split(' ').map((text, at) => {
        const [owner = '', amount = '0'] = text.split(':');
        return { index: at, owner, amount: BigInt(amount) };
      }),
    };
  });
}

function inputOf(text: string, at: number) {
  if (text === '?') return { transactionId: `unknown-${at}`, index: 0, owner: null, amount: null };
  if (text.startsWith('lost')) {
    const [, owner = '', amount = '0'] = text.split(':');
    return { transactionId: `lost-${at}`, index: 0, owner, amount: BigInt(amount) };
  }
  const [transaction, output] = text.split('.');
  return { transactionId: `tx-${transaction}`, index: Number(output), owner: null, amount: null };
}

const LABELS = new Map([
  ['exchange', [buildLabel({ entity: 'Exchange', category: 'exchange_licensed' })]],
  ['mixer', [buildLabel({ entity: 'Mixer', category: 'mixer' })]],
]);

async function walk(direction: Direction, ...lines: readonly string[]): Promise<DirectionExposure> {
  const store = new MemoryUtxoStore({
    network: 'BTC',
    transactions: transactionsOf(...lines),
    labels: LABELS,
    derive: false,
  });
  const exposure = await exposureOf(store, 's');
  if (exposure === null) throw new Error('s has no records');
  return direction === 'bwd' ? exposure.incoming : exposure.outgoing;
}

function brief({ category, layer, share, minHops }: ExposureRow): unknown {
  return { category, layer, share: Number(share.toFixed(12)), minHops };
}

describe('the haircut on a UTXO network', () => {
  it('mixes the inputs of a transaction by value and never the coins of an address', async () => {
    const exposure = await walk(
      'bwd',
      'lost:x:100 > exchange:75 mixer:25',
      '0.0 0.1 > a:100',
      'lost:y:100 > mixer:100',
      '2.0 > a:100',
      '1.0 > s:100',
    );
    expect(exposure.rows.map(brief)).toEqual([
      { category: 'mixer', layer: 'indirect', share: 0.25, minHops: 2 },
      { category: 'exchange_licensed', layer: 'indirect', share: 0.75, minHops: 2 },
    ]);
  });

  it('calls a coinbase miner, directly or in between', async () => {
    const exposure = await walk('bwd', '> s:10', '> a:30', '1.0 > s:30');
    expect(exposure.rows.map(brief)).toEqual([
      { category: 'miner', layer: 'indirect', share: 0.75, minHops: 2 },
      { category: 'miner', layer: 'direct', share: 0.25, minHops: 1 },
    ]);
    expect(exposure.rows[0]?.paths[0]?.steps).toEqual([
      { from: '', to: 'a', transactionId: 'tx-1', amount: 30n, time: 1001 },
      { from: 'a', to: 's', transactionId: 'tx-2', amount: 30n, time: 1002 },
    ]);
  });

  it('gives inputs without a value what the outputs exceed the known inputs by, as unknown origin', async () => {
    const exposure = await walk('bwd', 'lost:x:60 > exchange:60', '0.0 ? ? > s:100');
    expect(exposure.rows.map(brief)).toEqual([
      { category: 'exchange_licensed', layer: 'direct', share: 0.6, minHops: 1 },
    ]);
    expect(exposure.residuals).toEqual({ unknown_origin: 0.4, not_followed: 0, still_held: 0, fee: 0 });
  });

  it('puts coins of a transaction nobody holds into R', async () => {
    const exposure = await walk('bwd', 'lost:x:60 > s:60');
    expect(exposure.residuals.not_followed).toBe(1);
    expect(exposure.cut.rounds).toBe(1);
  });

  it('looks at net amounts: what the subject pays to itself is no income and no payment', async () => {
    const lines = ['lost:x:100 > mixer:100', '0.0 > s:100', '1.0 > exchange:30 s:60', 'lost:y:9 2.1 > s:69'];
    const incoming = await walk('bwd', ...lines);
    expect(incoming).toMatchObject({ records: 2, amount: 109n });
    expect(incoming.rows.map(brief)).toEqual([
      { category: 'mixer', layer: 'direct', share: Number((100 / 109).toFixed(12)), minHops: 1 },
    ]);
    const outgoing = await walk('fwd', ...lines);
    expect(outgoing).toMatchObject({ records: 1, amount: 40n, residuals: { fee: 0.25 } });
    expect(outgoing.rows.map(brief)).toEqual([
      { category: 'exchange_licensed', layer: 'direct', share: 0.75, minHops: 1 },
    ]);
  });

  it('counts an output back to an owner of an input as the same hop', async () => {
    const exposure = await walk(
      'fwd',
      '> s:100',
      '0.0 > a:100',
      '1.0 > b:40 a:60',
      '2.1 > exchange:60',
      '2.0 > c:40',
      '4.0 > mixer:40',
    );
    expect(exposure.rows.map(brief)).toEqual([
      { category: 'mixer', layer: 'indirect', share: 0.4, minHops: 4 },
      { category: 'exchange_licensed', layer: 'indirect', share: 0.6, minHops: 2 },
    ]);
    expect(exposure.rows.map((row) => row.paths[0]?.steps.length)).toEqual([4, 3]);
    expect(exposure.rows.map((row) => row.paths[0]?.hops)).toEqual([4, 2]);
    const back = await walk('bwd', '> mixer:100', '0.0 > a:100', '1.0 > b:40 a:60', '2.1 > s:60');
    expect(back.rows.map(brief)).toEqual([{ category: 'mixer', layer: 'indirect', share: 1, minHops: 2 }]);
    expect(back.rows[0]?.paths[0]).toMatchObject({ hops: 2, share: 1 });
  });

  it('leaves unspent coins still held and shares a fee by value', async () => {
    const exposure = await walk('fwd', '> s:100', '0.0 > a:100', '1.0 > exchange:50 b:40');
    expect(exposure.rows.map(brief)).toEqual([
      { category: 'exchange_licensed', layer: 'indirect', share: 0.5, minHops: 2 },
    ]);
    expect(exposure.residuals.fee).toBeCloseTo(0.1, 12);
    expect(exposure.residuals.still_held).toBeCloseTo(0.4, 12);
  });

  it('reads m + n coins of a large transaction, not m times n pairs', async () => {
    const inputs = Array.from({ length: 200 }, (_, index) => `0.${index}`).join(' ');
    const outputs = Array.from({ length: 200 }, (_, index) => (index === 0 ? 's:1' : `r${index}:1`)).join(' ');
    const creation = Array.from({ length: 200 }, (_, index) => (index < 50 ? 'mixer:1' : `p${index}:1`)).join(' ');
    const exposure = await walk('bwd', `> ${creation}`, `${inputs} > ${outputs}`);
    expect(exposure.rows.map(brief)).toEqual([
      { category: 'mixer', layer: 'direct', share: 0.25, minHops: 1 },
      { category: 'miner', layer: 'indirect', share: 0.75, minHops: 2 },
    ]);
    expect(exposure.cut.states).toBe(1);
  });
});
