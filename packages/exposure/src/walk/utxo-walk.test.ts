import { bytesOf, type CoinGraph, coinGraph, largestDifference, Random, sharesByEntity } from '@assay/testkit';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { RawTransaction } from '../records/raw-records.ts';
import type { Direction } from '../records/record.ts';
import { MemoryUtxoStore } from '../reference/memory-utxo.ts';
import { exactUtxoShares } from '../reference/oracle-utxo.ts';
import type { WalkOptions } from './options.ts';
import type { UtxoStore } from './store.ts';
import { walkUtxo } from './utxo-walk.ts';

const graphs = fc
  .record({
    seed: fc.noShrink(fc.nat()),
    accounts: fc.integer({ min: 3, max: 30 }),
    transfers: fc.integer({ min: 1, max: 150 }),
  })
  .map((size) => coinGraph(size));
const directions = fc.constantFrom<Direction>('bwd', 'fwd');
const thresholds = fc.constantFrom(0, 1e-6, 1e-4, 1e-2, 0.1);
const cases = fc.tuple(graphs, directions, fc.noShrink(fc.nat()));
const EXACT: WalkOptions = { threshold: 0, maxStates: 1e9 };

function storeOf(graph: CoinGraph, part: Partial<ConstructorParameters<typeof MemoryUtxoStore>[0]> = {}) {
  return new MemoryUtxoStore({ network: 'BTC', derive: false, ...graph, ...part });
}

/** The same store, as one that a round trip to costs something: walks read ahead of themselves. Counts these trips. */
function readingAhead(store: MemoryUtxoStore): UtxoStore & { readonly trips: number } {
  let trips = 0;
  return {
    ledger: 'utxo',
    network: store.network,
    readsAhead: true,
    get trips() {
      return trips;
    },
    subject: (address) => store.subject(address),
    transactionsOf: (node, after, limit) => store.transactionsOf(node, after, limit),
    transactions: (nodes) => {
      trips += 1;
      return store.transactions(nodes);
    },
    accounts: (nodes) => store.accounts(nodes),
    transactionIds: (nodes) => store.transactionIds(nodes),
  };
}

async function walk(store: UtxoStore, address: string, direction: Direction, options: WalkOptions = {}) {
  const subject = await store.subject(address);
  if (subject === null) throw new Error(`no records of ${address}`);
  return walkUtxo(store, subject, direction, options);
}

function expectSameShares(a: ReadonlyMap<string, number>, b: ReadonlyMap<string, number>): void {
  expect(largestDifference(a, b)).toBeLessThanOrEqual(1e-9);
}

function aSubject(graph: CoinGraph, seed: number): string {
  const owners = graph.transactions.flatMap((t) => t.outputs.map((output) => output.owner));
  const named = owners.filter((owner) => owner !== null);
  return named.length === 0 ? 'nobody' : new Random(seed).pick(named);
}

function isNobody(graph: CoinGraph, address: string): boolean {
  return storeOf(graph).nodeOf(address) === null;
}

function oracleOf(store: MemoryUtxoStore, address: string, direction: Direction): ReadonlyMap<string, number> {
  const node = store.nodeOf(address);
  if (node === null) throw new Error(`no records of ${address}`);
  return exactUtxoShares(
    { records: store.records, factsOf: (other) => store.factsOf(other), subject: node },
    direction,
  );
}

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

describe('evidence of a walk on a UTXO network', { timeout: 60_000 }, () => {
  it('is unbroken, in time order, made of real coins, and ends at a label of its row', async () => {
    await fc.assert(
      fc.asyncProperty(cases, thresholds, async ([graph, direction, seed], threshold) => {
        const address = aSubject(graph, seed);
        if (isNobody(graph, address)) return;
        const store = storeOf(graph);
        const ids = await store.transactionIds(store.records.map(({ node }) => node));
        const records = new Map(ids.map((id, index) => [id, store.records[index]]));
        const position = new Map(ids.map((id, index) => [id, index]));
        const exposure = await walk(store, address, direction, { threshold });
        for (const row of exposure.rows) {
          expect(row.paths.length).toBeGreaterThan(0);
          for (const path of row.paths) {
            expect(path.share).toBeLessThanOrEqual(row.share + 1e-12);
            expect(path.hops).toBeGreaterThanOrEqual(row.minHops);
            expect(path.hops).toBeLessThanOrEqual(path.steps.length);
            if (row.layer === 'direct') expect(path.hops).toBe(1);
            for (const [index, step] of path.steps.entries()) {
              const transaction = records.get(step.transactionId);
              const owners = (coins: readonly { owner: number | null }[] = []) =>
                coins.map((coin) => (coin.owner === null ? '' : store.factsOf(coin.owner).address));
              if (transaction?.coinbase === true) expect(step.from).toBe('');
              else expect(owners(transaction?.inputs)).toContain(step.from);
              expect(owners(transaction?.outputs)).toContain(step.to);
              const next = path.steps[index + 1];
              if (next === undefined) continue;
              expect(next.from).toBe(step.to);
              expect(position.get(next.transactionId)).toBeGreaterThan(position.get(step.transactionId) ?? -1);
            }
            const [first, last] = [path.steps[0], path.steps.at(-1)];
            expect(direction === 'bwd' ? last?.to : first?.from).toBe(address);
            const end = (direction === 'bwd' ? first?.from : last?.to) ?? '';
            const entities = (graph.labels.get(end) ?? []).map((label) => `${label.category} ${label.entity}`);
            if (row.category !== 'miner') expect(entities).toContain(`${row.category} ${row.entity}`);
          }
        }
      }),
      { numRuns: 150 },
    );
  });
});
