import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { loadavg, tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Random, scratchFolder } from '@assay/testkit';
import { print } from '../checks/product.ts';
import { CLUSTER_MINUTES, cluster } from '../cluster/run.ts';
import { sized } from '../size.ts';
import { brokenImports } from './broken-imports.ts';
import { clock } from './clock.ts';
import type { Drill } from './drill.ts';
import { exchange } from './exchange.ts';
import { floods } from './floods.ts';
import { fullDisk } from './full-disk.ts';
import { kills } from './kills.ts';
import { lostDatabase } from './lost-database.ts';
import { plannedStop } from './planned-stop.ts';
import { restarts } from './restarts.ts';
import { rollingUpgrade } from './rolling-upgrade.ts';
import { slowReaders } from './slow-readers.ts';
import { twoServers } from './two-servers.ts';
import { upgrades } from './upgrades.ts';

/**
 * `npm run drills`: does on purpose what must neither stop the product nor make its books wrong. Words after it choose
 * drills, and DRILL_SEED repeats a run.
 */
const DRILLS: ReadonlyMap<string, Drill> = new Map([
  ['kills', kills],
  ['restarts', restarts],
  ['floods', floods],
  ['slow-readers', slowReaders],
  ['full-disk', fullDisk],
  ['lost-database', lostDatabase],
  ['clock', clock],
  ['broken-imports', brokenImports],
  ['two-servers', twoServers],
  ['planned-stop', plannedStop],
  ['upgrades', upgrades],
  ['rolling-upgrade', rollingUpgrade],
  ['exchange', exchange],
  ['cluster', cluster],
]);
/** What a tiny run has time for; the others are named. */
const TINY: readonly string[] = [
  'restarts',
  'floods',
  'full-disk',
  'lost-database',
  'broken-imports',
  'planned-stop',
  'upgrades',
];
/** Each waits a good part of its time for servers that start; at full size they measure, one alone. */
const AT_ONCE = sized(1, 2);
/** Only a drill that hangs takes so long. */
const LIMIT_MS = sized(900_000, 300_000);
const CLUSTER_LIMIT_MS = LIMIT_MS + CLUSTER_MINUTES * 60_000;

const named = process.argv.slice(2);
const names = named.length > 0 ? named : sized([...DRILLS.keys()], TINY);
const unknown = names.find((name) => !DRILLS.has(name));
if (unknown !== undefined) {
  process.stderr.write(`There is no drill ${unknown}. Drills: ${[...DRILLS.keys()].join(', ')}\n`);
  process.exit(2);
}
const seed = seedOf(process.env['DRILL_SEED']);
print(`DRILL_SEED=${seed}, Node ${process.versions.node}, load ${loadavg()[0]?.toFixed(1)}`);
print('');
print('| Drill | | Counted | Seconds |');
print('| --- | --- | --- | --- |');
const red: string[] = [];
const waiting = [...DRILLS].filter(([name]) => names.includes(name)).values();
await Promise.all(
  Array.from({ length: AT_ONCE }, async () => {
    for (const [name, drill] of waiting) await perform(name, drill);
  }),
);
print('');
print(red.length === 0 ? 'Every drill passed' : `Red: ${red.join(', ')}`);
process.exit(red.length === 0 ? 0 : 1);

async function perform(name: string, drill: Drill): Promise<void> {
  const dir = await mkdtemp(path.join(sized(tmpdir(), scratchFolder()), `assay-drill-${name}-`));
  // A tiny run waits for no disk. Under root, PostgreSQL runs under another account.
  await chmod(dir, 0o711);
  const faults: string[] = [];
  const startedAt = performance.now();
  const random = new Random(seed + numberOf(name));
  const work = drill({ random, dir, fault: (text) => faults.push(text) });
  const limitMs = name === 'cluster' ? CLUSTER_LIMIT_MS : LIMIT_MS;
  let figures = '';
  try {
    figures = await Promise.race([work, sleep(limitMs, null, { ref: false }).then(() => hangs(limitMs))]);
  } catch (error) {
    faults.push(error instanceof Error ? (error.stack ?? error.message) : String(error));
  }
  const took = Math.round((performance.now() - startedAt) / 1_000);
  if (faults.length > 0) red.push(name);
  print(`| ${name} | ${faults.length === 0 ? 'ok' : 'RED'} | ${figures || 'nothing'} | ${took} |`);
  for (const [fault, times] of countedFaults(faults)) process.stderr.write(`${name}: ${times} times: ${fault}\n`);
  await rm(dir, { recursive: true, force: true, maxRetries: 5 });
}

/** So that a drill draws the same numbers whether others run before it or not. */
function numberOf(name: string): number {
  return Array.from(name, (letter) => letter.charCodeAt(0)).reduce((sum, code) => (sum * 31 + code) % 2 ** 31, 7);
}

function hangs(limitMs: number): never {
  throw new Error(`did not end within ${limitMs / 1_000} s`);
}

function countedFaults(faults: readonly string[]): readonly (readonly [string, number])[] {
  const times = new Map<string, number>();
  for (const fault of faults) times.set(fault, (times.get(fault) ?? 0) + 1);
  return [...times].slice(0, 20);
}

function seedOf(text: string | undefined): number {
  if (text === undefined) return Date.now() % 2 ** 31;
  const given = Number(text);
  if (!Number.isSafeInteger(given)) throw new RangeError(`DRILL_SEED is a whole number, not ${text}`);
  return given;
}
