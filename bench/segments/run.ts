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
    walks: { type: 'string', default: sized('100', '50') },
  },
});
const MEMORY = Number(values.memory) * 1e6;
/** Bytes a half record takes on disk at most, segments and working files together. */
const DISK_PER_HALF = 115;
const KEPT_FREE = 15e9;

/** What a step reports; what it does not have is 0 or empty. */
const NOTHING = {
  ...{ cpu: 0, seconds: 0, peak: 0, notCounted: 0, accounts: 0, bytes: 0, workBytes: 0, outBytes: 0, windows: 0 },
  ...{ walked: 1, walkCpu: 0, prepareCpu: 0, sortedBytes: 0, walkBytes: 0 },
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

/** Nanoseconds of processor time a record, of microseconds in all. */
const each = (micros: number, records: number): string => ((micros * 1000) / records).toFixed(0);
const mb = (bytes: number): string => (bytes / 1e6).toFixed(0);

const folder = path.join(process.env['ASSAY_BENCH_DIR'] ?? tmpdir(), `segments-${process.pid}`);
print(`Node ${process.version}; memory of the pass ${values.memory} MB; processor time in ns a record, bytes a record`);
const costs: number[] = [];
/** Rows of the table of walks, which is printed after that of the pass. */
const walked: (readonly string[])[] = [];
let isReached = true;

/** Walks over segments, and with all records in memory where that fits: both have to say the same. */
async function compareWalks(millions: number, records: number, accounts: number, hasPeer: boolean) {
  const there = await step('walk', folder, '', String(MEMORY), values.walks);
  const here = hasPeer ? await step('walk memory', folder, String(records), '', values.walks) : null;
  const isSame = here === null ? null : here.sha256 === there.sha256;
  if (isSame === false) isReached = false;
  if (there.peak > MEMORY) isReached = reaches(false) && isReached;
  const micros = ({ walkCpu, walked: count }: typeof NOTHING): string => (walkCpu / count).toFixed(0);
  return [
    ...[String(millions), (accounts / 1e6).toFixed(2), each(there.prepareCpu, records)],
    ...[(there.sortedBytes / records).toFixed(0), (there.walkBytes / records).toFixed(0)],
    ...[String(there.walked), micros(there), mb(there.peak)],
    ...[here === null ? '' : micros(here), here === null ? '' : mb(here.peak)],
    isSame === null ? '' : isSame ? 'yes' : 'NO',
  ];
}

function printWalks(): void {
  print(
    '\n| Half records, millions | Accounts, millions | Sort, ns a record | Runs, B a record | Files, B a record | Walked | Walk, µs | Peak, MB | In memory, µs | Its peak, MB | Same bytes |',
  );
  print(`|${' --- |'.repeat(11)}`);
  for (const cells of walked) print(`| ${cells.join(' | ')} |`);
}
try {
  print(
    '\n| Half records, millions | Accounts, millions | Write, ns | Segments, B | Pass, ns | Windows | Working files, B | Shares, B | Peak, MB | In memory, ns | Its peak, MB | Same bytes | DuckDB reads, ns | DuckDB links, ns |',
  );
  print(`|${' --- |'.repeat(14)}`);
  for (const millions of values.millions.split(',').map(Number)) {
    const records = Math.round((millions * 1e6) / 2);
    mkdirSync(folder, { recursive: true });
    const { bavail, bsize } = statfsSync(folder);
    if (bavail * bsize < 2 * records * DISK_PER_HALF + KEPT_FREE) {
      print(`\nStopped before ${millions} million: ${mb(bavail * bsize)} MB are free on this disk.`);
      break;
    }
    const written = await step('write', folder, String(records));
    const exposed = await step('expose', folder, '', String(MEMORY));
    const hasPeers = millions <= Number(values.peers);
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
    if (values.walks !== '0') walked.push(await compareWalks(millions, records, written.accounts, hasPeers));
    rmSync(folder, { recursive: true });
  }
  if (walked.length > 0) printWalks();
} finally {
  rmSync(folder, { recursive: true, force: true });
}
const [first = 0] = costs;
const grown = Math.max(...costs) / first;
print(`\nA record of the largest size costs ${grown.toFixed(2)} times one of the smallest; target at most 2.`);
if (!isReached || !reaches(grown <= 2)) process.exitCode = 1;
