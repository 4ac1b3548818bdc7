import { spawn } from 'node:child_process';
import { mkdirSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { print } from '../checks/product.ts';
import { reaches, sized } from '../size.ts';
import { readByDuckDb } from './duckdb.ts';

/**
 * Segments and the exact pass over them, at sizes that grow while memory does not: cost of a record, bytes, and the
 * greatest memory of the process. Beside it the pass with all records in memory, where that fits, which has to give the
 * same bytes, and DuckDB, which has to read the same records.
 */
const { values } = parseArgs({
  options: {
    /** Half records, in millions: each transfer is two. */
    millions: { type: 'string', default: sized('1,10,50,100', '0.02,0.04') },
    memory: { type: 'string', default: '1000' },
    /** Above so many half records, in millions, the pass in memory and DuckDB's links are left out. */
    peers: { type: 'string', default: '10' },
    /** Accounts that are walked over segments, at equal distances; 0 leaves walks out. */
    walks: { type: 'string', default: sized('1000', '50') },
    /** Memory of walks: less than of the pass, so that files lie beyond it at smaller sizes. */
    'walk-memory': { type: 'string', default: '600' },
    /** The pass, its peers and the reading by another engine can be left out. */
    pass: { type: 'string', default: 'yes' },
  },
});
const MEMORY = Number(values.memory) * 1e6;
const WALK_MEMORY = Number(values['walk-memory']) * 1e6;
const HAS_PASS = values.pass === 'yes';
/** Bytes a half record takes on disk at most, segments and working files together. */
const DISK_PER_HALF = 115;
const KEPT_FREE = 15e9;
const MOST_GROWN = 2;
/** At the smallest size all pages are in memory; beyond it a state may need a read. */
const MOST_GROWN_STATE = 4;

/** What a step reports; what it does not have is 0 or empty. */
const NOTHING = {
  ...{ cpu: 0, seconds: 0, peak: 0, notCounted: 0, accounts: 0, bytes: 0, workBytes: 0, outBytes: 0, windows: 0 },
  ...{ walked: 1, walkCpu: 0, directions: 1, states: 1, pageReads: 0, prepareCpu: 0, walkBytes: 0 },
  sha256: '',
  stages: {} as Readonly<Record<string, number>>,
  peaks: {} as Readonly<Record<string, number>>,
};

async function step(...args: readonly string[]): Promise<typeof NOTHING> {
  const script = fileURLToPath(new URL('./steps.ts', import.meta.url));
  const child = spawn(process.execPath, ['--max-old-space-size=4000', script, ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let text = '';
  for await (const chunk of child.stdout) text += String(chunk);
  if (child.exitCode !== 0 && text === '') throw new Error(`the step ${args[0]} failed`);
  const reported: Partial<typeof NOTHING> = JSON.parse(text);
  return { ...NOTHING, ...reported };
}

/** The largest cost as a multiple of that at the smallest size. */
function grownOf(all: readonly number[]): number {
  return all.length === 0 ? 1 : Math.max(...all) / (all[0] ?? 1);
}

/** Nanoseconds of processor time a record, of microseconds in all. */
const each = (micros: number, records: number): string => ((micros * 1000) / records).toFixed(0);
const mb = (bytes: number): string => (bytes / 1e6).toFixed(0);

const folder = path.join(process.env['ASSAY_BENCH_DIR'] ?? tmpdir(), `segments-${process.pid}`);
print(`Node ${process.version}; memory of the pass ${values.memory} MB; processor time in ns a record, bytes a record`);
const costs: number[] = [];
const stateCosts: number[] = [];
/** Rows of the table of walks, which is printed after that of the pass. */
const walked: (readonly string[])[] = [];
let isReached = true;

/** Walks over segments, and with all records in memory where that fits: both have to say the same. */
async function compareWalks(millions: number, records: number, accounts: number, hasPeer: boolean) {
  const there = await step('walk', folder, '', String(WALK_MEMORY), values.walks);
  const here = hasPeer ? await step('walk memory', folder, String(records), '', values.walks) : null;
  const isSame = here === null ? null : here.sha256 === there.sha256;
  if (isSame === false) isReached = false;
  if (there.peak > WALK_MEMORY) isReached = reaches(false) && isReached;
  const micros = ({ walkCpu, walked: count }: typeof NOTHING): string => (walkCpu / count).toFixed(0);
  const ofState = ({ walkCpu, states }: typeof NOTHING): string => (walkCpu / states).toFixed(2);
  stateCosts.push(there.walkCpu / there.states);
  return [
    ...[String(millions), (accounts / 1e6).toFixed(2), each(there.prepareCpu, records)],
    ...[(there.workBytes / records).toFixed(0), (there.walkBytes / records).toFixed(0), mb(there.walkBytes)],
    ...[String(there.walked), (there.states / there.directions).toFixed(0), micros(there), ofState(there)],
    ...[(there.pageReads / there.states).toFixed(2)],
    ...[((there.walkCpu / there.walked) * (accounts / records)).toFixed(0), mb(there.peak)],
    ...(here === null ? ['', '', ''] : [micros(here), ofState(here), mb(here.peak)]),
    isSame === null ? '' : isSame ? 'yes' : 'NO',
  ];
}

/** The pass over segments, and its peers where they fit: a row of the table. */
async function comparePass(millions: number, records: number, written: typeof NOTHING, hasPeers: boolean) {
  const exposed = await step('expose', folder, '', String(MEMORY));
  const memory = hasPeers ? await step('memory', folder, String(records)) : null;
  const duckdb = hasPeers ? await readByDuckDb(folder, MEMORY) : null;
  const isSame = memory === null || memory.sha256 === '' ? null : memory.sha256 === exposed.sha256;
  if (isSame === false || (duckdb !== null && duckdb.records !== records)) isReached = false;
  if (exposed.peak > MEMORY) isReached = reaches(false) && isReached;
  costs.push(exposed.cpu / records);
  const cells = [
    ...[String(millions), (written.accounts / 1e6).toFixed(2), each(written.cpu - written.notCounted, records)],
    ...[(written.bytes / records).toFixed(0), each(exposed.cpu, records), String(exposed.windows)],
    ...[(exposed.workBytes / records).toFixed(0), (exposed.outBytes / records).toFixed(0), mb(exposed.peak)],
    memory === null ? '' : each(memory.cpu - memory.notCounted, records),
    memory === null ? '' : mb(memory.peak),
    isSame === null ? '' : isSame ? 'yes' : 'NO',
    ...(duckdb === null ? ['', ''] : [each(duckdb.scan, records), each(duckdb.link, records)]),
  ];
  print(`| ${cells.join(' | ')} |`);
  const stages = Object.entries(exposed.stages).map(([name, micros]) => `${name} ${each(micros, records)}`);
  process.stderr.write(`  ${exposed.seconds.toFixed(0)} s; ns by what was reported last: ${stages.join(', ')}\n`);
  const peaks = Object.entries(exposed.peaks).map(([name, bytes]) => `${name} ${mb(bytes)}`);
  process.stderr.write(`  greatest memory until then, MB: ${peaks.join(', ')}\n`);
}

function printPassHead(): void {
  print(
    '\n| Half records, millions | Accounts, millions | Write, ns | Segments, B | Pass, ns | Windows | Working files, B | Shares, B | Peak, MB | In memory, ns | Its peak, MB | Same bytes | DuckDB reads, ns | DuckDB links, ns |',
  );
  print(`|${' --- |'.repeat(14)}`);
}

function printWalks(): void {
  print(
    '\n| Half records, millions | Accounts, millions | Link, ns a record | While linked, B a record | Files, B a record | Files, MB | Walked | States a direction | Walk, µs | A state, µs | Pages read a state | All accounts, µs a record | Peak, MB | In memory, µs | A state, µs | Its peak, MB | Same bytes |',
  );
  print(`|${' --- |'.repeat(17)}`);
  for (const cells of walked) print(`| ${cells.join(' | ')} |`);
}
try {
  if (HAS_PASS) printPassHead();
  for (const millions of values.millions.split(',').map(Number)) {
    const records = Math.round((millions * 1e6) / 2);
    mkdirSync(folder, { recursive: true });
    const { bavail, bsize } = statfsSync(folder);
    if (bavail * bsize < 2 * records * DISK_PER_HALF + KEPT_FREE) {
      print(`\nStopped before ${millions} million: ${mb(bavail * bsize)} MB are free on this disk.`);
      break;
    }
    const written = await step('write', folder, String(records));
    const hasPeers = millions <= Number(values.peers);
    if (HAS_PASS) await comparePass(millions, records, written, hasPeers);
    if (values.walks !== '0') walked.push(await compareWalks(millions, records, written.accounts, hasPeers));
    rmSync(folder, { recursive: true });
  }
  if (walked.length > 0) printWalks();
} finally {
  rmSync(folder, { recursive: true, force: true });
}
const grownPass = grownOf(costs);
const grownState = grownOf(stateCosts);
print(
  `\nA record costs the pass ${grownPass.toFixed(2)} times as much at most as at the smallest size, a state the walks ${grownState.toFixed(2)} times as much; target at most ${MOST_GROWN} and ${MOST_GROWN_STATE}.`,
);
if (!isReached || !reaches(grownPass <= MOST_GROWN && grownState <= MOST_GROWN_STATE)) process.exitCode = 1;
