import { buildLabel } from '@assay/testkit';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { exposureOf } from '../src/reference/exposure-of.ts';
import { type MemoryUtxoInput, MemoryUtxoStore } from '../src/reference/memory-utxo.ts';
import { coinGraphs } from './reference/coin-graphs.ts';
import { CoinReference } from './reference/coins.ts';
import { beyondLimits, brokenPaths, differences, factsOfEngine, factsOfReference } from './reference/compare.ts';

const { REFERENCE_RUNS = '600' } = process.env;
const RUNS = Number(REFERENCE_RUNS);

async function disagreements(input: MemoryUtxoInput): Promise<readonly string[]> {
  const exposure = await exposureOf(new MemoryUtxoStore(input), 's', { threshold: 0, maxStates: 1e9 });
  const reference = new CoinReference(input, 's');
  if (exposure === null) return (reference.answer('bwd') ?? reference.answer('fwd')) ? ['no answer'] : [];
  return [
    ...differences(factsOfEngine(exposure.incoming), factsOfReference(reference.answer('bwd'))).map((d) => `in: ${d}`),
    ...differences(factsOfEngine(exposure.outgoing), factsOfReference(reference.answer('fwd'))).map((d) => `out: ${d}`),
    ...brokenPaths(exposure.incoming, 's'),
    ...brokenPaths(exposure.outgoing, 's'),
  ];
}

/** A failing graph, short enough to become an example. */
function picture(input: MemoryUtxoInput): string {
  const lines = input.transactions.map(({ block, transactionIndex, transactionId, coinbase, inputs, outputs }) => {
    const from = inputs.map((coin) => `${coin.transactionId}:${coin.index}:${coin.owner}:${coin.amount}`).join(' ');
    const to = outputs.map((coin) => `${coin.owner}:${coin.amount}`).join(' ');
    return `${block} ${transactionIndex} ${transactionId} ${coinbase ? 'coinbase' : from} > ${to}`;
  });
  const labels = [...(input.labels ?? [])].flatMap(([name, list]) =>
    list.map((l) => [name, l.entity, l.category, l.confidence, l.source, l.validFrom, l.validTo].join(' ')),
  );
  return ['', ...lines, ...labels, `derive ${input.derive}`].join('\n');
}

interface Line {
  readonly id: string;
  /** `transaction:output` as it is stored, or with a value; `?` has none. Of no input: a coinbase. */
  readonly from: readonly string[];
  readonly to: readonly string[];
}

/** Transactions a block apart. What is not stored is worth all that the transaction pays. */
function coins(...lines: readonly Line[]): MemoryUtxoInput {
  const stored = new Set(lines.map(({ id }) => id));
  const transactions = lines.map(({ id, from, to }, at) => {
    const outputs = to.map((text, index) => {
      const [owner = '', amount = '0'] = text.split(':');
      return { index, owner: owner === '-' ? null : owner, amount: BigInt(amount) };
    });
    const value = outputs.reduce((sum, { amount }) => sum + amount, 0n);
    const inputs = from.map((text) => {
      const [transactionId = '', index = '0', amount] = text.split(':');
      const unstored = transactionId === '?' || stored.has(transactionId) ? null : value;
      return {
        transactionId,
        index: Number(index),
        owner: null,
        amount: amount === undefined ? unstored : BigInt(amount),
      };
    });
    const time = 1000 + at;
    return { transactionId: id, block: at, transactionIndex: null, time, coinbase: from.length === 0, inputs, outputs };
  });
  return { network: 'BTC', transactions, derive: false };
}

describe('the walk on a UTXO network against the method word for word', { timeout: 600_000 }, () => {
  it('finds the same shares, layers, hops, marks and best paths', async () => {
    await fc.assert(
      fc.asyncProperty(coinGraphs, async (input) => {
        expect(await disagreements(input), picture(input)).toEqual([]);
      }),
      { numRuns: RUNS },
    );
  });

  it('misses what R says and no more when it stops early, and never a start edge', async () => {
    const limits = fc.record({
      threshold: fc.constantFrom(0, 1e-3, 0.01, 0.1, 0.5),
      maxStates: fc.constantFrom(1, 3, 10, 1000),
      targetNotFollowed: fc.constantFrom(0.01, 1),
    });
    await fc.assert(
      fc.asyncProperty(coinGraphs, limits, async (input, options) => {
        const exposure = await exposureOf(new MemoryUtxoStore(input), 's', options);
        if (exposure === null) return;
        const reference = new CoinReference(input, 's');
        const [incoming, outgoing] = [reference.answer('bwd'), reference.answer('fwd')].map(factsOfReference);
        for (const [found, exact] of [
          [exposure.incoming, incoming],
          [exposure.outgoing, outgoing],
        ] as const) {
          if (exact === undefined) throw new Error('no answer');
          expect(beyondLimits(factsOfEngine(found), exact), picture(input)).toEqual([]);
        }
      }),
      { numRuns: RUNS },
    );
  });

  it('counts what known inputs exceed the outputs by as fee, though the value of another input is unknown', async () => {
    const input = coins({ id: 't1', from: ['x:0'], to: ['s:100'] }, { id: 't2', from: ['t1:0', '?:0'], to: ['a:60'] });
    const exposure = await exposureOf(new MemoryUtxoStore(input), 's');
    expect(exposure?.outgoing.residuals).toMatchObject({ fee: 0.4, still_held: 0.6 });
    expect(await disagreements(input)).toEqual([]);
  });

  it('takes no coin that nobody can be named for as the change of another one', async () => {
    const exchange = buildLabel({ entity: 'One', category: 'exchange_licensed' });
    const input = coins(
      { id: 't1', from: ['y:0'], to: ['a:100', '-:100'] },
      { id: 't2', from: ['t1:0', 't1:1'], to: ['one:100', '-:100'] },
      { id: 't3', from: ['z:0'], to: ['a:100'] },
      { id: 't4', from: ['t3:0'], to: ['one:100'] },
      { id: 't5', from: ['w:0'], to: ['s:10'] },
      { id: 't6', from: ['t5:0'], to: ['a:10'] },
    );
    const labelled = { ...input, labels: new Map([['one', [exchange]]]), derive: true };
    // Three quarters of what a paid went to the exchange, not all of it: a is no deposit address.
    expect(await exposureOf(new MemoryUtxoStore(labelled), 's')).toMatchObject({ outgoing: { rows: [] } });
    expect(await disagreements(labelled)).toEqual([]);
  });

  it('takes parents before children where the indexes in a block say otherwise', async () => {
    const input = coins(
      { id: 't4', from: [], to: ['a:100'] },
      { id: 't3', from: ['t4:0'], to: ['s:50', 'b:50'] },
      { id: 't2', from: ['t3:1'], to: ['c:50'] },
      { id: 't1', from: ['t2:0', 't3:9:40'], to: ['s:90'] },
    );
    const together = { ...input, transactions: input.transactions.map((one) => ({ ...one, block: 7 })) };
    expect(await disagreements(together)).toEqual([]);
  });
});
