import { createHash } from 'node:crypto';
import { createReadStream, readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { ColumnStore, STREAM_KEYS, StreamPass, streamTotals } from '@assay/exposure';
import {
  appendSegment,
  emptyManifest,
  exposeSegments,
  planPass,
  readManifest,
} from '../../apps/server/src/modules/segments/segments/index.ts';
import { walkMemory, walkSegments } from './walks.ts';
import { accountAt, accountsFrom, addressOf, labelsAt, World } from './world.ts';

/** One step of the benchmark as a process of its own, so that its greatest memory is its own: prints a line of JSON. */
const LEDGER = { network: 'TRX', asset: 'USDT' } as const;
const SEGMENT = 2_000_000;
const BATCH = 50_000;
const PART_BYTES = 1e9;

const [step = '', folder = '', count = '', memory = '', sample = ''] = process.argv.slice(2);
const out = path.join(folder, 'shares.csv');
const workDir = path.join(folder, 'work');

async function* one<Row>(rows: readonly Row[]): AsyncGenerator<readonly Row[]> {
  yield rows;
}

async function write(records: number): Promise<object> {
  const world = new World();
  let manifest = emptyManifest('00000000-0000-4000-8000-000000000000', LEDGER, 6);
  let made = 0;
  while (manifest.records < records) {
    const size = Math.min(SEGMENT, records - manifest.records);
    const before = world.accounts;
    const transfers = async function* () {
      for (let done = 0; done < size; done += BATCH) {
        const from = process.cpuUsage();
        const batch = world.transfers(Math.min(BATCH, size - done));
        made += cpuSince(from);
        yield batch;
      }
    };
    manifest = await appendSegment(folder, manifest, {
      transfers: transfers(),
      accounts: () => one(accountsFrom(before + 1, world.accounts)),
    });
  }
  const bytes = manifest.segments.reduce((sum, { transfers, accounts }) => sum + transfers.bytes + accounts.bytes, 0);
  return { accounts: manifest.accounts, bytes, notCounted: made };
}

async function expose(bytes: number): Promise<object> {
  const manifest = await readManifest(folder, LEDGER);
  if (manifest === null) throw new Error('no segments');
  let workBytes = 0;
  const stages: Record<string, number> = {};
  const peaks: Record<string, number> = {};
  let from = process.cpuUsage();
  const { windows, shares, inexact } = await exposeSegments(
    {
      ...{ folder, manifest, workDir, out, plan: planPass(bytes, manifest), basis: 'bench' },
      signal: new AbortController().signal,
      onProgress: (text) => {
        const [stage = ''] = text.split(',');
        stages[stage] = (stages[stage] ?? 0) + cpuSince(from);
        peaks[stage] = process.resourceUsage().maxRSS * 1024;
        from = process.cpuUsage();
        if (text.includes('part')) workBytes = Math.max(workBytes, sizeOf(workDir));
      },
    },
    { labelsOf: async (_network, addresses) => addresses.map((address) => labelsAt(accountAt(address))) },
  );
  peaks['whole pass'] = process.resourceUsage().maxRSS * 1024;
  return {
    windows,
    shares,
    inexact,
    workBytes,
    outBytes: statSync(out).size,
    stages,
    peaks,
    sha256: await digest(out),
  };
}

/** The world's records in memory, with its labels. */
function made(records: number): { readonly store: ColumnStore; readonly world: World } {
  const world = new World();
  const store = new ColumnStore({ network: 'TRX' });
  for (let done = 0; done < records; done += BATCH) {
    const known = world.accounts;
    const batch = world.transfers(Math.min(BATCH, records - done));
    for (let account = known + 1; account <= world.accounts; account += 1) store.accountOf(addressOf(account));
    for (const { from, to, amount, time } of batch) store.write(from - 1, to - 1, Number(amount), time, time, 0);
  }
  store.relabel(Array.from({ length: world.accounts }, (_, account) => [account, labelsAt(account + 1)] as const));
  return { store, world };
}

async function walksInMemory(records: number, sample: number): Promise<object> {
  return walkMemory(made(records).store.snapshot(), sample);
}

async function walks(bytes: number, sample: number): Promise<object> {
  const manifest = await readManifest(folder, LEDGER);
  if (manifest === null) throw new Error('no segments');
  return walkSegments(folder, manifest, bytes, sample);
}

/** The peer: all records in memory, the pass in parts of a gigabyte, the same file. */
async function inMemory(records: number): Promise<object> {
  const { store, world } = made(records);
  const snapshot = store.snapshot();
  const from = process.cpuUsage();
  const keys = Math.max(1, Math.min(STREAM_KEYS.length, Math.floor(PART_BYTES / (16 * world.accounts))));
  const shares = { bwd: new Map<number, string>(), fwd: new Map<number, string>() };
  const isCompared = keys === STREAM_KEYS.length;
  for (const direction of ['bwd', 'fwd'] as const) {
    const totals = streamTotals(snapshot, direction);
    for (let first = 0; first < STREAM_KEYS.length; first += keys) {
      const pass = new StreamPass(snapshot, direction, first, Math.min(keys, STREAM_KEYS.length - first));
      pass.run(Number.POSITIVE_INFINITY);
      if (!isCompared) continue;
      const word = direction === 'bwd' ? 'incoming' : 'outgoing';
      for (let account = 0; account < world.accounts; account += 1) {
        let lines = '';
        for (const [key, name] of STREAM_KEYS.entries()) {
          const share = pass.shareOf(account, key, totals[account] ?? 0);
          if (share > 0) lines += `${addressOf(account + 1)},${word},${name},${share}\n`;
        }
        shares[direction].set(account, lines);
      }
    }
  }
  const pass = cpuSince(from);
  if (!isCompared) return { notCounted: cpuSince({ user: 0, system: 0 }) - pass };
  const hash = createHash('sha256');
  for (let account = 0; account < world.accounts; account += 1) {
    hash.update(shares.bwd.get(account) ?? '').update(shares.fwd.get(account) ?? '');
  }
  return { notCounted: cpuSince({ user: 0, system: 0 }) - pass, sha256: hash.digest('hex') };
}

/** Of the shares alone: whether they are exact is not the pass's to say. */
async function digest(file: string): Promise<string> {
  const hash = createHash('sha256');
  let rest = '';
  let isHead = true;
  for await (const chunk of createReadStream(file, 'utf8')) {
    const lines = (rest + String(chunk)).split('\n');
    rest = lines.pop() ?? '';
    for (const line of isHead ? lines.slice(1) : lines) hash.update(`${line.slice(0, line.lastIndexOf(','))}\n`);
    isHead = false;
  }
  return hash.digest('hex');
}

function sizeOf(dir: string): number {
  return readdirSync(dir).reduce(
    (sum, name) => sum + (statSync(path.join(dir, name), { throwIfNoEntry: false })?.size ?? 0),
    0,
  );
}

/** Microseconds. */
function cpuSince(from: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(from);
  return user + system;
}

const began = performance.now();
const STEPS: Readonly<Record<string, () => Promise<object>>> = {
  write: () => write(Number(count)),
  expose: () => expose(Number(memory)),
  walk: () => walks(Number(memory), Number(sample)),
  memory: () => inMemory(Number(count)),
  'walk memory': () => walksInMemory(Number(count), Number(sample)),
};
const result = await STEPS[step]?.();
const cpu = cpuSince({ user: 0, system: 0 });
process.stdout.write(
  `${JSON.stringify({ cpu, seconds: (performance.now() - began) / 1000, peak: process.resourceUsage().maxRSS * 1024, ...result })}\n`,
);
