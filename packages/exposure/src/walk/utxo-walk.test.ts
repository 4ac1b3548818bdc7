import { bytesOf, type CoinGraph, Random, sharesByEntity } from '@assay/testkit';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  aSubject,
  cases,
  EXACT,
  expectSameShares,
  graphs,
  isNobody,
  oracleOf,
  readingAhead,
  storeOf,
  thresholds,
  walk,
} from '../../test/utxo-walk-cases.ts';
import type { RawTransaction } from '../records/raw-records.ts';
import { MemoryUtxoStore } from '../reference/memory-utxo.ts';

describe('a walk on a UTXO network', { timeout: 60_000 }, () => {
  it('gives shares that sum to one, none negative', async () => {
    await fc.assert(
      fc.asyncProperty(cases, thresholds, async ([graph, direction, seed], threshold) => {
        const address = aSubject(graph, seed);
        if (isNobody(graph, address)) return;
        const exposure = await walk(storeOf(graph), address, direction, { threshold });
        const shares = [...sharesByEntity(exposure).values()];
        if (exposure.records === 0) expect(exposure.rows).toEqual([]);
        else expect(Math.abs(shares.reduce((a, b) => a + b, 0) - 1)).toBeLessThanOrEqual(1e-9);
        expect(shares.every((share) => share >= 0)).toBe(true);
      }),
      { numRuns: 150 },
    );
  });

  it('agrees with the streaming pass at threshold 0', async () => {
    await fc.assert(
      fc.asyncProperty(cases, async ([graph, direction, seed]) => {
        const address = aSubject(graph, seed);
        if (isNobody(graph, address)) return;
        const store = storeOf(graph);
        const exposure = await walk(store, address, direction, EXACT);
        if (exposure.records === 0) return;
        expectSameShares(sharesByEntity(exposure), oracleOf(store, address, direction));
      }),
      { numRuns: 150 },
    );
  });

  it('finds no share above the streaming pass and misses at most R in sum', async () => {
    await fc.assert(
      fc.asyncProperty(cases, thresholds, fc.boolean(), async ([graph, direction, seed], threshold, lowering) => {
        const address = aSubject(graph, seed);
        if (isNobody(graph, address)) return;
        const store = storeOf(graph);
        const exposure = await walk(store, address, direction, { threshold, targetNotFollowed: lowering ? 0.01 : 1 });
        if (exposure.records === 0) return;
        const found = sharesByEntity(exposure);
        let missing = 0;
        for (const [key, exact] of oracleOf(store, address, direction)) {
          if (key === 'not_followed') continue;
          expect(found.get(key) ?? 0).toBeLessThanOrEqual(exact + 1e-12);
          missing += exact - (found.get(key) ?? 0);
        }
        expect(missing).toBeLessThanOrEqual(exposure.residuals.not_followed + 1e-9);
      }),
      { numRuns: 150 },
    );
  });

  it('gives the same bytes for records and labels in any order, any batching, and large ids', async () => {
    await fc.assert(
      fc.asyncProperty(cases, thresholds, async ([graph, direction, seed], threshold) => {
        const address = aSubject(graph, seed);
        if (isNobody(graph, address)) return;
        const random = new Random(seed);
        const shuffled = storeOf(graph, {
          transactions: random.shuffle([...graph.transactions, ...graph.transactions.slice(0, 3)]),
          labels: new Map([...graph.labels].map(([key, list]) => [key, random.shuffle(list)])),
          firstNode: 2 ** 21 + 1 + random.below(2 ** 30),
          firstPosition: 2 ** 32 + random.below(2 ** 40),
        });
        const plain = await walk(storeOf(graph), address, direction, { threshold });
        const other = await walk(shuffled, address, direction, { threshold, batchSize: 1 + random.below(4) });
        expect(bytesOf(other)).toBe(bytesOf(plain));
        const ahead = await walk(readingAhead(shuffled), address, direction, {
          threshold,
          batchSize: 1 + random.below(9),
        });
        expect(bytesOf(ahead)).toBe(bytesOf(plain));
      }),
      { numRuns: 150 },
    );
  });

  it('reads ahead along all its paths at once: round trips follow its depth, not its number of states', async () => {
    const [lanes, depth] = [20, 30];
    const made: RawTransaction[] = [];
    const add = (id: string, from: readonly string[], to: string): void => {
      made.push({
        transactionId: id,
        block: made.length,
        transactionIndex: 0,
        time: 1_000 + made.length,
        coinbase: from.length === 0,
        inputs: from.map((transactionId) => ({ transactionId, index: 0, owner: null, amount: null })),
        outputs: [{ index: 0, owner: to, amount: 100n * BigInt(Math.max(1, from.length)) }],
      });
    };
    // The lanes' transactions alternate in the order of the chain.
    for (let level = 0; level < depth; level += 1) {
      for (let lane = 0; lane < lanes; lane += 1) {
        add(`${level}-${lane}`, level === 0 ? [] : [`${level - 1}-${lane}`], `owner ${level}-${lane}`);
      }
    }
    const ends = Array.from({ length: lanes }, (_, lane) => `${depth - 1}-${lane}`);
    add('last', ends, 'subject');
    const store = new MemoryUtxoStore({ network: 'BTC', transactions: made, derive: false });
    const counted = readingAhead(store);
    const exposure = await walk(counted, 'subject', 'bwd');
    expect(exposure.cut.states).toBe(lanes * depth);
    expect(bytesOf(exposure)).toBe(bytesOf(await walk(store, 'subject', 'bwd')));
    expect(counted.trips).toBeLessThanOrEqual(depth + 1);
  });

  it('only moves mass out of R when the threshold falls', async () => {
    await fc.assert(
      fc.asyncProperty(cases, thresholds, thresholds, async ([graph, direction, seed], one, two) => {
        const address = aSubject(graph, seed);
        if (isNobody(graph, address)) return;
        const run = (threshold: number) =>
          walk(storeOf(graph), address, direction, { threshold, maxStates: 1e9, targetNotFollowed: 1 });
        const high = sharesByEntity(await run(Math.max(one, two)));
        const low = sharesByEntity(await run(Math.min(one, two)));
        for (const [key, share] of high) {
          if (key === 'not_followed') expect(low.get(key) ?? 0).toBeLessThanOrEqual(share + 1e-12);
          else expect(low.get(key) ?? 0).toBeGreaterThanOrEqual(share - 1e-12);
        }
      }),
      { numRuns: 150 },
    );
  });

  it('does not change shares when all amounts are scaled, accounts renamed, or a coin split in two', async () => {
    const rename = (address: string | null): string | null => address?.split('').reverse().join('') ?? null;
    const scaled = (t: RawTransaction, factor: bigint): RawTransaction => ({
      ...t,
      inputs: t.inputs.map((input) => ({
        ...input,
        owner: rename(input.owner),
        amount: input.amount === null ? null : input.amount * factor,
      })),
      outputs: t.outputs.map((output) => ({ ...output, owner: rename(output.owner), amount: output.amount * factor })),
    });
    const halved = (graph: CoinGraph): readonly RawTransaction[] =>
      graph.transactions.map((t) => ({
        ...t,
        inputs: t.inputs.flatMap((input) =>
          input.amount === null || input.transactionId.startsWith('lost')
            ? [input]
            : [
                { ...input, amount: input.amount / 2n },
                { ...input, index: input.index + 1000, amount: input.amount - input.amount / 2n },
              ],
        ),
        outputs: t.outputs.flatMap((output) => [
          { ...output, amount: output.amount / 2n },
          { ...output, index: output.index + 1000, amount: output.amount - output.amount / 2n },
        ]),
      }));
    await fc.assert(
      fc.asyncProperty(cases, fc.bigInt({ min: 2n, max: 2n ** 200n }), async ([graph, direction, seed], factor) => {
        const address = aSubject(graph, seed);
        if (isNobody(graph, address)) return;
        const before = await walk(storeOf(graph), address, direction, EXACT);
        const renamed = {
          ...graph,
          transactions: graph.transactions.map((t) => scaled(t, factor)),
          labels: new Map([...graph.labels].map(([key, list]) => [rename(key) ?? '', list])),
        };
        const after = await walk(storeOf(renamed), rename(address) ?? '', direction, EXACT);
        expectSameShares(sharesByEntity(after), sharesByEntity(before));
        const known = { ...graph, transactions: graph.transactions.map(withOwnValues(graph)) };
        const split = { ...known, transactions: halved(known) };
        const whole = await walk(storeOf(known), address, direction, EXACT);
        const halves = await walk(storeOf(split), address, direction, EXACT);
        expectSameShares(sharesByEntity(halves), sharesByEntity(whole));
      }),
    );
  });

  it('does not change what came in when later transactions are appended', async () => {
    await fc.assert(
      fc.asyncProperty(graphs, fc.nat(), async (graph, seed) => {
        const early = graph.transactions.slice(0, Math.ceil(graph.transactions.length / 2));
        const address = aSubject({ ...graph, transactions: early }, seed);
        if (isNobody({ ...graph, transactions: early }, address)) return;
        const later = graph.transactions.slice(early.length).filter((t) => !t.outputs.some((o) => o.owner === address));
        const before = await walk(storeOf({ ...graph, transactions: early }), address, 'bwd', EXACT);
        const after = await walk(storeOf({ ...graph, transactions: [...early, ...later] }), address, 'bwd', EXACT);
        expectSameShares(sharesByEntity(after), sharesByEntity(before));
      }),
    );
  });
});

/** Inputs whose value only the records know, spelled out. */
function withOwnValues(graph: CoinGraph): (t: RawTransaction) => RawTransaction {
  const outputs = new Map(
    graph.transactions.flatMap((t) => t.outputs.map((output) => [`${t.transactionId}:${output.index}`, output])),
  );
  return (t) => ({
    ...t,
    inputs: t.inputs.map((input) => ({ ...input, ...outputs.get(`${input.transactionId}:${input.index}`) })),
  });
}
