import { createHash } from 'node:crypto';
import { readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { type ColumnSnapshot, type ExposureStore, exposureOf } from '@assay/exposure';
import {
  type Manifest,
  planWalks,
  prepareWalks,
  SegmentStore,
} from '../../apps/server/src/modules/segments/segments/index.ts';
import { accountAt, addressOf, labelsAt } from './world.ts';

/** Of walks of accounts at equal distances; times in microseconds of processor time. */
export interface SampledWalks {
  readonly walked: number;
  readonly walkCpu: number;
  /** Directions with records, and states taken in the best round of each, together. */
  readonly directions: number;
  readonly states: number;
  /** Pages that were not in memory. */
  readonly pageReads: number;
  /** Of what the walks say. */
  readonly sha256: string;
}

/** Makes the files that walks read within a memory, and walks some accounts over them, pages in what is left of it. */
export async function walkSegments(folder: string, manifest: Manifest, bytes: number, sample: number) {
  const dir = path.join(folder, 'walks');
  const plan = planWalks(bytes, manifest, 1);
  let workBytes = 0;
  const sizeOf = () => readdirSync(dir).reduce((sum, name) => sum + statSync(path.join(dir, name)).size, 0);
  const files = await prepareWalks(
    {
      ...{ folder, manifest, dir, plan, hasTransactions: false },
      signal: new AbortController().signal,
      onProgress: (text) => {
        if (!text.startsWith('comparing') && !text.startsWith('reading')) workBytes = Math.max(workBytes, sizeOf());
      },
    },
    {
      labelsOf: async (_network, addresses) => addresses.map((address) => labelsAt(accountAt(address))),
      incomplete: async function* () {
        yield [];
      },
    },
  );
  const prepared = process.cpuUsage();
  const store = new SegmentStore(files, plan.pageBytes);
  const walks = await walkSample(store, manifest.accounts, sample);
  return {
    ...walks,
    pageReads: store.pageReads,
    prepareCpu: prepared.user + prepared.system,
    workBytes,
    walkBytes: sizeOf(),
  };
}

/** The peer: the same walks with all records in memory. */
export function walkMemory(snapshot: ColumnSnapshot, sample: number): Promise<SampledWalks> {
  return walkSample(snapshot, snapshot.tables.accounts.count, sample);
}

async function walkSample(store: ExposureStore, accounts: number, sample: number): Promise<SampledWalks> {
  const hash = createHash('sha256');
  const from = process.cpuUsage();
  const step = Math.max(1, Math.floor(accounts / sample));
  let [walked, directions, states] = [0, 0, 0];
  for (let account = step; account <= accounts; account += step) {
    const found = await exposureOf(store, addressOf(account), { evidence: false });
    hash.update(JSON.stringify(found, withoutNumbers));
    walked += 1;
    for (const { records, cut } of found === null ? [] : [found.incoming, found.outgoing]) {
      if (records === 0) continue;
      directions += 1;
      states += cut.states;
    }
  }
  const { user, system } = process.cpuUsage(from);
  return { walked, directions, states, pageReads: 0, walkCpu: user + system, sha256: hash.digest('hex') };
}

/** Stores number accounts for themselves. */
function withoutNumbers(key: string, value: unknown): unknown {
  return key === 'node' ? 0 : typeof value === 'bigint' ? `${value}n` : value;
}
