import { closeSync, createReadStream, openSync, statSync, writeSync } from 'node:fs';
import { ColumnStore, columnBytes, readColumnBytes } from '@assay/exposure';
import { exposureOf } from '@assay/exposure/reference';
import { FIXED } from '../figures.ts';
import { type Limit, startLimit } from '../limit/limit.ts';
import type { Section } from '../results.ts';
import { Rounds, type Times } from '../statistics.ts';
import { absorbingCategories } from '../store/absorbing.ts';
import { type LabelledBy, labelStore, storeFile } from '../store/load-store.ts';
import { millions, ms, type PartContext } from './context.ts';

/** How the store is filled and what it takes. */
export async function storePart({ graph, store, loaded }: PartContext): Promise<Section> {
  const { transfers } = graph;
  const { records, addresses } = store.bytes;
  const file = storeFile(graph);
  const began = performance.now();
  const descriptor = openSync(file, 'w');
  for (const piece of columnBytes(store.parts())) {
    for (let done = 0; done < piece.length; ) done += writeSync(descriptor, piece, done);
  }
  closeSync(descriptor);
  const written = performance.now();
  const again = ColumnStore.from(await readColumnBytes(createReadStream(file, { highWaterMark: 2 ** 22 })));
  const read = performance.now();
  if (again.count !== store.count) throw new Error('the snapshot lost records');
  const { denseSeconds, dictionarySeconds, labelSeconds } = loaded;
  return {
    title: 'Memory store',
    rows: [
      { figure: 'bytes a transfer, all but dictionaries', value: (records / transfers).toFixed(1), limit: '85' },
      { figure: 'bytes an address in the dictionary', value: (addresses / store.accounts.count).toFixed(1), limit: '' },
      { figure: 'ingest, ends by number', value: `${millions(transfers / denseSeconds)} of processor time`, limit: '' },
      {
        figure: 'ingest, ends by address',
        value: `${millions(transfers / (denseSeconds + dictionarySeconds))} of processor time`,
        limit: '0.6 M/s',
      },
      { figure: 'labels, derived ones too', value: `${labelSeconds.toFixed(1)} s`, limit: '' },
      {
        figure: 'snapshot written',
        value: `${((written - began) / 1000).toFixed(2)} s, ${(statSync(file).size / 1e6).toFixed(0)} MB`,
        limit: '',
      },
      { figure: 'snapshot loaded', value: `${((read - written) / 1000).toFixed(2)} s`, limit: 'seconds' },
    ],
  };
}

/** Whose labels, and the most times a compiled walk over the same that a walk may take: docs/method, section 3. */
const LABELS: readonly {
  readonly by: LabelledBy;
  readonly name: string;
  readonly figure: string;
  readonly limit: string;
}[] = [
  { by: 'nobody', name: 'given', figure: 'given', limit: '2.5 / 2' },
  { by: 'version 1', name: 'given and derived, version 1', figure: 'derived-version-1', limit: '4 / 3' },
  { by: 'version 2', name: 'given and derived, version 2', figure: 'derived-version-2', limit: '4 / 3' },
];

/**
 * The walk beside the compiled one, in alternating rounds; with given labels alone, which the method's figures are
 * stated for, and with those that each version derives, which shorten both.
 */
export async function walkPart(context: PartContext): Promise<Section> {
  const rows: Section['rows'][number][] = [];
  const figures: Record<string, number> = {};
  for (const { by, name, figure, limit: most } of LABELS) {
    labelStore(context.store, context.graph, by);
    const limits = { plain: await openLimit(context, false), large: await openLimit(context, true) };
    const { ours, bare, compiled, large } = await measure(context, limits);
    limits.plain?.close();
    limits.large?.close();
    rows.push(
      { ...rowOf(name, 'memory store, evidence', ours, compiled), limit: most },
      { ...rowOf(name, 'memory store, no evidence', bare, compiled), limit: '' },
    );
    figures[`${figure}-p50-to-no-evidence`] = ours.p50 / bare.p50;
    figures[`${figure}-mean-to-no-evidence`] = ours.mean / bare.mean;
    if (compiled !== null) {
      rows.push({ ...rowOf(name, 'compiled walk (limit)', compiled, null), limit: '' });
      figures[`${figure}-p50-to-compiled`] = ours.p50 / compiled.p50;
      figures[`${figure}-mean-to-compiled`] = ours.mean / compiled.mean;
    }
    if (large !== null) rows.push({ ...rowOf(name, 'the same in large pages', large, compiled), limit: '' });
  }
  return { title: 'Checks, both directions, milliseconds a check', rows, figures };
}

function rowOf(labels: string, what: string, times: Times, limit: Times | null): Section['rows'][number] {
  return {
    labels,
    what,
    p50: ms(times.p50),
    p90: ms(times.p90),
    p99: ms(times.p99),
    mean: ms(times.mean),
    'p50 / limit': limit === null ? '' : (times.p50 / limit.p50).toFixed(2),
    'mean / limit': limit === null ? '' : (times.mean / limit.mean).toFixed(2),
  };
}

function openLimit({ graph, store, wallets }: PartContext, hasLargePages: boolean): Promise<Limit | null> {
  const { count } = store;
  const from = new Uint32Array(count);
  const to = new Uint32Array(count);
  const amount = new Float64Array(count);
  const snapshot = store.snapshot();
  for (let record = 1; record <= count; record += 1) {
    from[record - 1] = snapshot.fromOf(record);
    to[record - 1] = snapshot.toOf(record);
    amount[record - 1] = snapshot.amountAt(record);
  }
  const absorbing = { bwd: absorbingCategories(snapshot, 'bwd'), fwd: absorbingCategories(snapshot, 'fwd') };
  return startLimit(`${graph.transfers}-${graph.seed}`, { from, to, amount, wallets, absorbing }, hasLargePages);
}

async function measure(
  { store, addresses, rounds, say }: PartContext,
  limits: { readonly plain: Limit | null; readonly large: Limit | null },
) {
  const ours = new Rounds();
  const bare = new Rounds();
  const compiled = new Rounds();
  const large = new Rounds();
  const snapshot = store.snapshot();
  const one = async (evidence: boolean): Promise<readonly number[]> => {
    const times: number[] = [];
    for (const address of addresses) {
      const began = performance.now();
      await exposureOf(snapshot, address, { ...FIXED, evidence });
      times.push(performance.now() - began);
    }
    return times;
  };
  await one(true);
  for (let round = 1; round <= rounds; round += 1) {
    say(`round ${round} of ${rounds}`);
    if (limits.plain !== null) compiled.add(await timesOf(limits.plain));
    if (limits.large !== null) large.add(await timesOf(limits.large));
    ours.add(await one(true));
    bare.add(await one(false));
  }
  return {
    ours: ours.times,
    bare: bare.times,
    compiled: limits.plain === null ? null : compiled.times,
    large: limits.large === null ? null : large.times,
  };
}

async function timesOf(limit: Limit): Promise<readonly number[]> {
  return (await limit.run(FIXED.threshold ?? 0)).map((answer) => answer.ms);
}
