import type { Profiler } from 'node:inspector/promises';

/** Parts of an import, by the files that do them; of the functions that run at a moment, the innermost decides. */
const PARTS = {
  parsing: /\/intake\/|\/import\/(csv-rows|read-rows|open-rows|source-files)\./,
  checking: /\/import\/(plain-csv|fields|map-rows)\.|\/packages\/(address|domain)\/|\/parties\./,
  staging: /\/import\/(staging\.store|import-manifest\.store|import-transfers)\./,
  'reading back': /\/import\/staged-transfers\.store\.|\/read-copied\./,
  deriving: /\/import\/placing\.|\/transfers\/(append-transfers|account-balance|record-key)\.|\/exposure\//,
  appending: /\/transfers\/(append\.store|accounts\.store|load-asset|asset-tables\.store)\./,
} as const;

export type Part = keyof typeof PARTS | 'sockets, garbage and the rest';
export const PART_NAMES: readonly Part[] = [...(Object.keys(PARTS) as Part[]), 'sockets, garbage and the rest'];

/** The share of each part of the processor time that a profile has seen; they add up to 1. */
export function sharesOf({ nodes, samples = [], timeDeltas = [] }: Profiler.Profile): ReadonlyMap<Part, number> {
  const parents = new Map(nodes.flatMap(({ id, children = [] }) => children.map((child) => [child, id] as const)));
  const frames = new Map(nodes.map(({ id, callFrame }) => [id, callFrame]));
  const known = new Map<number, Part | 'idle'>();
  const partOf = (sample: number): Part | 'idle' => {
    const found = known.get(sample) ?? find(sample);
    known.set(sample, found);
    return found;
  };
  const find = (sample: number): Part | 'idle' => {
    if (frames.get(sample)?.functionName === '(idle)') return 'idle';
    for (let id: number | undefined = sample; id !== undefined; id = parents.get(id)) {
      const url = frames.get(id)?.url ?? '';
      for (const [part, files] of Object.entries(PARTS)) if (files.test(url)) return part as Part;
    }
    return 'sockets, garbage and the rest';
  };
  const times = new Map<Part, number>();
  let total = 0;
  for (const [index, sample] of samples.entries()) {
    const part = partOf(sample);
    if (part === 'idle') continue;
    const time = timeDeltas[index] ?? 0;
    times.set(part, (times.get(part) ?? 0) + time);
    total += time;
  }
  return new Map([...times].map(([part, time]) => [part, time / total]));
}
