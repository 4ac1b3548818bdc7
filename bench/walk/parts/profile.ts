import type { Profiler } from 'node:inspector/promises';
import path from 'node:path';
import type { ColumnSnapshot } from '@assay/exposure';
import { exposureOf } from '@assay/exposure/reference';
import { profiled } from '../../processor-profile.ts';
import { sized } from '../../size.ts';
import { FIXED } from '../figures.ts';
import type { Section } from '../results.ts';
import { labelStore } from '../store/load-store.ts';
import type { PartContext } from './context.ts';

const ROUNDS = sized(8, 1);
/** Walks are shorter with derived labels. */
const DERIVED_ROUNDS = sized(24, 1);
const SHOWN = 16;

/** What the walk spends its time on: the profiler over the walks alone, evidence included, by kind of labels. */
export async function profilePart({ graph, store, addresses }: PartContext): Promise<Section> {
  const rows: Section['rows'][number][] = [];
  for (const isDerived of [false, true]) {
    labelStore(store, graph, isDerived ? 'version 1' : 'nobody');
    const labels = isDerived ? 'given and derived' : 'given';
    const found = await profileOf(store.snapshot(), addresses, isDerived ? DERIVED_ROUNDS : ROUNDS);
    rows.push(...found.map((row) => ({ labels, ...row })));
  }
  return { title: 'Profile of the walk: its own time by function', rows };
}

async function profileOf(
  snapshot: ColumnSnapshot,
  addresses: readonly string[],
  rounds: number,
): Promise<readonly { readonly function: string; readonly share: string }[]> {
  const walkAll = async (): Promise<void> => {
    for (const address of addresses) await exposureOf(snapshot, address, FIXED);
  };
  await walkAll();
  const { profile } = await profiled(async () => {
    for (let round = 0; round < rounds; round += 1) await walkAll();
  }, 200);
  return rowsOf(profile);
}

function rowsOf({ nodes, samples = [], timeDeltas = [] }: Profiler.Profile) {
  const names = new Map(
    nodes.map(({ id, callFrame: { functionName, url } }) => {
      const file = url === '' ? '' : `, ${path.basename(url)}`;
      return [id, `${functionName === '' ? 'anonymous' : functionName}${file}`];
    }),
  );
  const own = new Map<string, number>();
  let total = 0;
  for (const [index, sample] of samples.entries()) {
    const name = names.get(sample) ?? '';
    if (name === '(idle)') continue;
    const time = timeDeltas[index] ?? 0;
    own.set(name, (own.get(name) ?? 0) + time);
    total += time;
  }
  return [...own]
    .toSorted(([, a], [, b]) => b - a)
    .slice(0, SHOWN)
    .map(([name, time]) => ({ function: name, share: `${((100 * time) / total).toFixed(1)}%` }));
}
