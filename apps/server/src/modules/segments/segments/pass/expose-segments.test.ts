import { appendFile, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { accountsForOwnWalks, type ColumnStore, STREAM_KEYS, StreamPass, streamTotals } from '@assay/exposure';
import { type AccountGraph, accountGraph } from '@assay/testkit';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { graphs, idOf, segmentsOf, storeOf } from '../test/graph-segments.ts';
import { exposeSegments } from './expose-segments.ts';
import type { PassPlan } from './pass-plan.ts';

let dir: string;
beforeAll(async () => {
  dir = await mkdtemp(path.join(tmpdir(), 'expose-segments-'));
});
afterAll(() => rm(dir, { recursive: true }));

/** The file as the pass over all records in memory would have written it. */
function expectedOf(store: ColumnStore, scale: number): string {
  const snapshot = store.snapshot();
  const inexact = new Set(accountsForOwnWalks(snapshot));
  const passes = (['bwd', 'fwd'] as const).map((direction) => {
    const pass = new StreamPass(snapshot, direction, 0, STREAM_KEYS.length);
    pass.run(Number.POSITIVE_INFINITY);
    return { pass, totals: streamTotals(snapshot, direction), word: direction === 'bwd' ? 'incoming' : 'outgoing' };
  });
  let lines = 'address,direction,category,share,exact\n';
  const accounts = [...store.parts().accounts.chunks.keys()].length === 0 ? 0 : store.parts().accounts.count;
  const order = Array.from({ length: accounts }, (_, account) => account).sort(
    (a, b) => idOf(a, scale) - idOf(b, scale),
  );
  for (const account of order) {
    const { address } = snapshot.factsOf(account);
    for (const { pass, totals, word } of passes) {
      for (const [key, name] of STREAM_KEYS.entries()) {
        const share = pass.shareOf(account, key, totals[account] ?? 0);
        if (share > 0) lines += `${address},${word},${name},${share},${!inexact.has(account)}\n`;
      }
    }
  }
  return lines;
}

interface Exposing {
  readonly graph: AccountGraph;
  readonly plan: PassPlan;
  readonly scale?: number;
}

/** What a kill in the middle of a window leaves: files that have grown since the last note of their lengths. */
async function tearFiles(workDir: string): Promise<void> {
  const names = await readdir(workDir);
  const growing = names.some((name) => name.includes('-fwd-')) ? /^(states|results)-fwd-/ : /^(states|results)-/;
  for (const name of names) {
    if (growing.test(name)) await appendFile(path.join(workDir, name), 'torn');
  }
}

let folders = 0;

/** The file that the pass over segments writes; broken off at a step and resumed, where `stopAt` says so. */
async function exposed({ graph, plan, scale = 1 }: Exposing, stopAt = Number.POSITIVE_INFINITY) {
  folders += 1;
  const folder = path.join(dir, String(folders));
  const store = storeOf(graph);
  const manifest = await segmentsOf(store, folder, 250, scale);
  const labels = {
    labelsOf: async (_network: string, addresses: readonly string[]) =>
      addresses.map((address) => graph.labels.get(address) ?? []),
  };
  const stop = new AbortController();
  let steps = 0;
  const request = {
    ...{ folder, manifest, plan, basis: 'test', workDir: path.join(folder, 'work'), out: path.join(folder, 'out.csv') },
    onProgress: () => {
      steps += 1;
      if (steps === stopAt) stop.abort();
    },
  };
  const first = exposeSegments({ ...request, signal: stop.signal }, labels);
  if (Number.isFinite(stopAt)) {
    await expect(first).rejects.toThrow();
    await tearFiles(request.workDir);
    await exposeSegments({ ...request, signal: new AbortController().signal }, labels);
  } else await first;
  const written = await readFile(request.out, 'utf8');
  await rm(folder, { recursive: true });
  return { written, expected: expectedOf(store, scale), steps };
}

const plans = fc.record({
  windowAccounts: fc.integer({ min: 4, max: 60 }),
  windowRecords: fc.integer({ min: 10, max: 200 }),
  partitions: fc.integer({ min: 1, max: 5 }),
  bufferBytes: fc.constantFrom(0, 1e6),
});
describe('the exposure of all accounts from segments', { timeout: 120_000 }, () => {
  it('is that of the pass in memory, byte for byte, whatever the sizes of windows, ranges and buffers', async () => {
    await fc.assert(
      fc.asyncProperty(graphs, plans, fc.constantFrom(1, 2 ** 20), async (graph, plan, scale) => {
        const { written, expected } = await exposed({ graph, plan, scale });
        expect(written).toBe(expected);
      }),
      { numRuns: 20 },
    );
  });

  it('is the same when it was broken off at any step and resumed', async () => {
    const graph = accountGraph({ seed: 8, accounts: 50, transfers: 600 });
    const plan = { windowAccounts: 20, windowRecords: 60, partitions: 3, bufferBytes: 1e5 };
    const { steps } = await exposed({ graph, plan });
    expect(steps).toBeGreaterThan(20);
    for (let stopAt = 1; stopAt < steps; stopAt += 13) {
      const { written, expected } = await exposed({ graph, plan }, stopAt);
      expect(written).toBe(expected);
    }
  });

  it('marks the accounts whose own label may have absorbed what came back to them', async () => {
    const graph = accountGraph({ seed: 8, accounts: 50, transfers: 600 });
    const { written } = await exposed({
      graph,
      plan: { windowAccounts: 20, windowRecords: 60, partitions: 3, bufferBytes: 0 },
    });
    const inexact = new Set(
      written.split('\n').flatMap((line) => (line.endsWith(',false') ? [line.split(',')[0]] : [])),
    );
    const store = storeOf(graph);
    const own = accountsForOwnWalks(store.snapshot()).map((account) => store.snapshot().factsOf(account).address);
    expect(own.length).toBeGreaterThan(0);
    expect(inexact).toEqual(new Set(own));
  });
});
