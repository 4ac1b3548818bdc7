import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Random } from '@assay/testkit';
import {
  discardImport,
  importTransfers,
  recordsHeld,
  unfinishedImports,
} from '../../apps/server/src/modules/records/index.ts';
import { inTransaction, migrate, openPool, type Pool } from '../../apps/server/src/platform/db/index.ts';
import { SourceError, SourceFormatError } from '../../apps/server/src/platform/intake/index.ts';
import { sized } from '../size.ts';
import { newAddress } from './client.ts';
import { openCluster } from './cluster.ts';
import { runCommand } from './command.ts';
import { count, counted, type DrillRun } from './drill.ts';
import { SERVER_SETTINGS } from './installation.ts';

const FILES = sized(150, 18);
const BY_COMMAND_EVERY = sized(15, 9);
const ROWS = 400;
const IMPORT_WITHIN_MS = 120_000;
const HEAD = 'network,asset,from,to,amount,decimals,time,transaction,sequence';

type Expected = 'refused' | 'accepted or refused';

interface Breakage {
  readonly name: string;
  readonly expected: Expected;
  readonly ends: string;
  readonly break: (text: string, random: Random) => Buffer;
}

const flipped = (bytes: Buffer, at: number, random: Random): Buffer => {
  const copy = Buffer.from(bytes);
  copy[at] = (copy[at] ?? 0) ^ (1 << random.below(8));
  return copy;
};
const CUT = 0.05;
const BREAKAGES: readonly Breakage[] = [
  {
    name: 'cut gzip',
    expected: 'refused',
    ends: '.csv.gz',
    break: (text, random) => {
      const whole = gzipSync(text);
      return whole.subarray(0, Math.floor(whole.length * (CUT + (1 - 2 * CUT) * random.next())));
    },
  },
  {
    name: 'wrong byte in gzip',
    // The checksum at the end finds what the decoder does not.
    expected: 'refused',
    ends: '.csv.gz',
    break: (text, random) => {
      const whole = gzipSync(text);
      return flipped(whole, 20 + random.below(whole.length - 28), random);
    },
  },
  {
    name: 'wrong checksum',
    expected: 'refused',
    ends: '.csv.gz',
    break: (text, random) => {
      const whole = gzipSync(text);
      return flipped(whole, whole.length - 8 + random.below(4), random);
    },
  },
  {
    name: 'wrong byte',
    // A digit may have become another one: then it is a record like any other.
    expected: 'accepted or refused',
    ends: '.csv',
    break: (text, random) => flipped(Buffer.from(text), random.below(text.length), random),
  },
  { name: 'UTF-16', expected: 'refused', ends: '.csv', break: (text) => Buffer.from(`\uFEFF${text}`, 'utf16le') },
  {
    name: 'doubled column',
    expected: 'refused',
    ends: '.csv',
    break: (text) =>
      Buffer.from(
        text
          .split('\n')
          .map((line) => (line === '' ? line : `${line},${line.split(',')[4]}`))
          .join('\n'),
      ),
  },
];

/**
 * Files of records that are cut, damaged, in another encoding or with a column twice. Each is refused in words, or read
 * with every row accounted for; nothing of a refused one is visible, and a whole file is imported afterwards.
 */
export async function brokenImports(run: DrillRun): Promise<string> {
  const cluster = await openCluster(path.join(run.dir, 'cluster'));
  await migrate(cluster.databaseUrl);
  const pool = openPool(cluster.databaseUrl, { maxConnections: 4 });
  try {
    const outcomes = new Map<string, number>();
    let accepted = 0;
    for (let at = 0; at < FILES; at += 1) {
      const breakage = BREAKAGES[at % BREAKAGES.length];
      if (breakage === undefined) break;
      const file = path.join(run.dir, `broken-${at}${breakage.ends}`);
      await writeFile(file, breakage.break(textOf(run.random), run.random));
      const before = await recordsOf(pool);
      const isCommand = at % BY_COMMAND_EVERY === 0;
      const added = isCommand ? await byCommand(run, cluster.databaseUrl, file) : await byFunction(run, pool, file);
      const isRefused = added === null;
      if (!isRefused && breakage.expected === 'refused') run.fault(`${breakage.name}: was accepted`);
      const found = (await recordsOf(pool)) - before;
      if (found !== (added ?? 0))
        run.fault(`${breakage.name}: ${found} records are visible, ${added ?? 0} were reported`);
      accepted += added ?? 0;
      count(outcomes, `${breakage.name} ${isRefused ? 'refused' : 'read'}`);
      for (const { id } of await unfinishedImports(pool)) await inTransaction(pool, (tx) => discardImport(tx, id));
    }
    const whole = path.join(run.dir, 'whole.csv');
    await writeFile(whole, textOf(run.random));
    const last = await byCommand(run, cluster.databaseUrl, whole);
    if (last !== ROWS) run.fault(`of a whole file ${last} of ${ROWS} records were imported`);
    const held = await recordsOf(pool);
    if (held !== accepted + ROWS) run.fault(`${held} records are held, ${accepted + ROWS} were reported`);
    return `${FILES} files: ${counted(outcomes)}; afterwards a whole one with all its ${ROWS} records`;
  } finally {
    await pool.end();
    await cluster.close();
  }
}

async function recordsOf(pool: Pool): Promise<number> {
  return (await recordsHeld(pool)).reduce((sum, { records }) => sum + records, 0);
}

let made = 0;

function textOf(random: Random): string {
  const rows = Array.from({ length: ROWS }, (_, index) => {
    made += 1;
    const time = 1_600_000_000 + made;
    return `ETH,USDT,${newAddress(random)},${newAddress(random)},${random.amount()},6,${time},t${made},${index}`;
  });
  return `${HEAD}\n${rows.join('\n')}\n`;
}

/** The records that were added; null where the file was refused as a source. Anything else that is thrown is a fault. */
async function byFunction(run: DrillRun, pool: Pool, file: string): Promise<number | null> {
  try {
    const { added, counts } = await importTransfers(pool, {
      format: 'csv',
      network: null,
      asset: null,
      files: [file],
      signal: AbortSignal.timeout(IMPORT_WITHIN_MS),
    });
    if (counts.read + counts.rejected + counts.unknownTokens !== counts.rows) {
      run.fault(`of ${counts.rows} rows ${counts.read} were read and ${counts.rejected} rejected`);
    }
    return counts.read === 0 && added === 0 ? null : added;
  } catch (error) {
    if (!(error instanceof SourceError || error instanceof SourceFormatError)) run.fault(`threw ${String(error)}`);
    return null;
  }
}

async function byCommand(run: DrillRun, databaseUrl: string, file: string): Promise<number | null> {
  const env = { ...SERVER_SETTINGS, DATABASE_URL: databaseUrl, ASSAY_DATA_DIR: path.join(run.dir, 'data') };
  const { code, out, err } = await runCommand(['transfers', 'import', '--format', 'csv', '--json', file], env).ended;
  if (/\n {4}at /.test(err)) run.fault(`the command printed a stack: ${err.slice(0, 300)}`);
  if (code === 0) return (JSON.parse(out) as { readonly added: number }).added;
  if (typeof code !== 'number' || code === 0 || err.trim() === '')
    run.fault(`the command ended with ${code} and said nothing`);
  return null;
}
