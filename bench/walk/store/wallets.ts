import type { ColumnStore } from '@assay/exposure';
import type { Graph } from '../graph/graph.ts';
import { RandomWords } from '../graph/random-words.ts';

const MOST_RECORDS = 20_000;

/**
 * Wallets to measure, by their number: distinct, without given or derived labels, with fewer
 * than 20,000 records; half drawn by activity, half evenly. Seeded.
 */
export function pickWallets(graph: Graph, store: ColumnStore, count: number): number[] {
  const random = new RandomWords(7);
  const picked = new Set<number>();
  const snapshot = store.snapshot();
  const records = new Uint32Array(graph.category.length);
  for (let record = 0; record < graph.transfers; record += 1) {
    const from = graph.from[record] ?? 0;
    const to = graph.to[record] ?? 0;
    if (from === to) continue;
    records[from] = (records[from] ?? 0) + 1;
    records[to] = (records[to] ?? 0) + 1;
  }
  while (picked.size < count) {
    const byActivity = picked.size < count / 2;
    const record = random.below(graph.transfers);
    const drawn = byActivity
      ? random.below(2) === 0
        ? graph.from[record]
        : graph.to[record]
      : random.below(graph.category.length);
    const account = drawn ?? 0;
    const own = records[account] ?? 0;
    if (own === 0 || own >= MOST_RECORDS || snapshot.labels.isLabelled(account)) continue;
    picked.add(account);
  }
  return [...picked];
}
