import { ColumnStore } from '@assay/exposure';
import { describe, expect, it } from 'vitest';
import { figuresOf } from './figures.ts';
import { gatesOf } from './gates.ts';
import { generateGraph } from './graph/graph.ts';
import { type LabelledBy, labelStore, loadStore } from './store/load-store.ts';
import { pickWallets } from './store/wallets.ts';

/** Fills the store's chunks of records to the last index, so that bytes a transfer are not those of an empty chunk. */
const TRANSFERS = 4 * 65_536 - 1;
const WALLETS = 60;
/** What the walk took when this was written, and room for a better rule, not for a worse walk. */
const STATES = 134;
const READS = 172;
const MEAN_R = 0.00152;

const graph = generateGraph({ transfers: TRANSFERS, seed: 42 });
const { store } = loadStore(graph);
const wallets = pickWallets(graph, store, WALLETS);
const figures = await figuresOf(store.snapshot(), wallets);
const bytes = store.bytes.records / TRANSFERS;

function broken(gates: ReturnType<typeof gatesOf>): string[] {
  return gates.flatMap(({ name, isKept }) => (isKept ? [] : [name]));
}

/** The same records in a store of its own, to break. */
function copyOf(whole: ColumnStore): ColumnStore {
  const parts = whole.parts();
  const log = { ...parts.log, chunks: parts.log.chunks.map((chunk) => chunk.slice(0)) };
  const copy = ColumnStore.from({ ...parts, log });
  const labels = whole.snapshot().labels;
  copy.relabel(Array.from({ length: parts.accounts.count }, (_, account) => [account, labels.labelsOf(account)]));
  return copy;
}

describe('figures that no machine changes', { timeout: 120_000 }, () => {
  it('are those of the method', () => {
    expect(broken(gatesOf(figures, bytes))).toEqual([]);
  });

  it('are as good as they were', () => {
    expect(figures.states).toBeLessThanOrEqual(STATES);
    expect(figures.reads).toBeLessThanOrEqual(READS);
    expect(figures.meanR).toBeLessThanOrEqual(MEAN_R);
  });

  it('grow more slowly than the graph', async () => {
    const small = generateGraph({ transfers: 20_000, seed: 42 });
    const loaded = loadStore(small).store;
    const few = await figuresOf(loaded.snapshot(), pickWallets(small, loaded, WALLETS), { oracle: false, statics: 0 });
    expect(figures.states / few.states).toBeLessThanOrEqual(4);
  });

  it('are at most 1.2 times as large by version 2, also where no large service is labelled', async () => {
    for (const labelledHubs of [0.7, 0]) {
      const hubs = generateGraph({ transfers: 60_000, seed: 42, labelledHubs });
      const loaded = loadStore(hubs).store;
      const some = pickWallets(hubs, loaded, WALLETS);
      const by = async (version: LabelledBy) => {
        labelStore(loaded, hubs, version);
        return figuresOf(loaded.snapshot(), some, { oracle: true, statics: 0 });
      };
      const [one, two] = [await by('version 1'), await by('version 2')];
      expect(two.states).toBeGreaterThan(one.states);
      for (const name of ['states', 'statesP99', 'reads', 'meanR', 'p99R'] as const) {
        expect(two[name], name).toBeLessThanOrEqual(1.2 * one[name]);
      }
      expect(two.settled).toBeGreaterThanOrEqual(0.98);
      expect(two.errorBeyondR).toBeLessThanOrEqual(1e-6);
    }
  });

  it('show a walk that goes on at the wrong record', async () => {
    const copy = copyOf(store);
    for (let record = 1; record <= copy.count; record += 1) {
      const before = copy.log.word(record, 2);
      // The number of the sender's last inflow, one inflow too early.
      if (before !== 0) copy.log.setWord(record, 2, copy.log.word(before, 3));
    }
    const worse = await figuresOf(copy.snapshot(), wallets, { oracle: true, statics: 0 });
    expect(broken(gatesOf({ ...worse, staticReads: figures.staticReads }, bytes))).toContain('error beyond R');
  });

  it('show labels that no longer absorb', async () => {
    const copy = copyOf(store);
    copy.relabel([]);
    const some = wallets.slice(0, 8);
    const [before, worse] = [
      await figuresOf(store.snapshot(), some, { oracle: false, statics: 0 }),
      await figuresOf(copy.snapshot(), some, { oracle: false, statics: 0 }),
    ];
    expect(worse.states).toBeGreaterThan(2 * before.states);
    expect(worse.reads).toBeGreaterThan(2 * before.reads);
  });

  it('show records that take too much memory', () => {
    expect(broken(gatesOf(figures, 86))).toEqual(['bytes a transfer']);
  });
});
