import { walk } from '@assay/exposure';
import { FIXED } from '../figures.ts';
import { LibraryWalk } from '../peers/library.ts';
import type { Section } from '../results.ts';
import { Rounds } from '../statistics.ts';
import { labelStore } from '../store/load-store.ts';
import { ms, type PartContext } from './context.ts';

/** A graph object takes some 700 bytes a transfer: larger graphs do not fit. */
const LARGEST = 1.5e6;

/** The same walk, incoming, over a graph library. */
export async function libraryPart({ graph, store, wallets, addresses, say }: PartContext): Promise<Section> {
  const title = 'Incoming alone, beside a graph library (graphology), milliseconds';
  if (graph.transfers > LARGEST) return { title, rows: [{ what: 'graphology', note: 'does not fit into memory' }] };
  labelStore(store, graph, 'version 1');
  const snapshot = store.snapshot();
  say('building the graph of the library');
  const began = performance.now();
  const library = new LibraryWalk(snapshot);
  const seconds = (performance.now() - began) / 1000;
  const [ours, theirs] = [new Rounds(), new Rounds()];
  for (let round = 0; round < 3; round += 1) {
    const times: number[][] = [[], []];
    for (const [index, account] of wallets.entries()) {
      const subject = await snapshot.subject(addresses[index] ?? '');
      if (subject === null) continue;
      const first = performance.now();
      const found = await walk(snapshot, subject, 'bwd', { ...FIXED, evidence: false });
      const second = performance.now();
      const labelled = library.labelledShare(account, FIXED.threshold ?? 0);
      times[0]?.push(second - first);
      times[1]?.push(performance.now() - second);
      const share = found.rows.reduce((sum, row) => sum + row.share, 0);
      if (Math.abs(share - labelled) > found.residuals.not_followed + 1e-6) throw new Error('the library disagrees');
    }
    ours.add(times[0] ?? []);
    theirs.add(times[1] ?? []);
  }
  const row = (what: string, rounds: Rounds, note: string) => {
    const { p50, p90, p99, mean } = rounds.times;
    return { what, p50: ms(p50), p90: ms(p90), p99: ms(p99), mean: ms(mean), note };
  };
  return {
    title,
    rows: [row('memory store', ours, ''), row('graphology', theirs, `built in ${seconds.toFixed(1)} s`)],
  };
}
