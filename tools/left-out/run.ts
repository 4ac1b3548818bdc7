/** Leaves modules of the server out, each in turn, and proves that the rest is whole; `tools/left-out.mjs` says how. */
import { execFileSync } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import * as contracts from '@assay/contracts';
import * as contractsV1 from '@assay/contracts/v1';
import { OPTIONAL } from '../../apps/server/src/app/modules.ts';
import { startProduct, temporaryDataDir } from '../../apps/server/test/support/product.ts';
import { fillData } from '../benchmarks/fill-data.ts';
import { ROOT } from '../bootstrap/paths.mjs';
import { runQuietly } from '../bootstrap/run.mjs';
import { COPY, copySources, restoreServer } from './copy.ts';
import { leaveOut } from './leave-out.ts';
import { type LocalVisit, visitLocally } from './local-visit.ts';

const SERVER = path.join(COPY, 'apps', 'server');
const OPEN_WITHIN_MS = 120_000;

const names = OPTIONAL.map(({ name }) => name);
const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !names.includes(name));
if (unknown.length > 0)
  throw new Error(`No module that can be left out: ${unknown.join(', ')}. There are: ${names.join(', ')}`);

const red: string[] = [];
const filled = await temporaryDataDir();
try {
  // Each server without a module finds them there: they take a while to load.
  await fillData(filled.dataDir);
  copySources();
  for (const name of wanted.length > 0 ? wanted : names) {
    const startedAt = Date.now();
    const outcome = await proveWithout(name).catch((error: unknown) => {
      red.push(name);
      return `RED: ${error instanceof Error ? error.message : String(error)}`;
    });
    process.stdout.write(`without ${name}: ${outcome}; ${((Date.now() - startedAt) / 1000).toFixed(1)} s\n`);
  }
} finally {
  await filled.remove();
  rmSync(COPY, { recursive: true, force: true });
}
if (red.length > 0) process.stdout.write(`Cannot be left out: ${red.join(', ')}\n`);
process.exitCode = red.length === 0 ? 0 : 1;

/** What was done, in words. */
async function proveWithout(name: string): Promise<string> {
  restoreServer();
  leaveOut(COPY, name);
  const build = path.join(SERVER, 'build');
  const faults = await Promise.all([
    faultOf('its types', 'tsc', ['-b', '--checkers', '1', SERVER]),
    faultOf('its build', process.execPath, [path.join(SERVER, 'tools', 'bundle.ts'), build]),
  ]);
  for (const fault of faults) if (fault !== null) throw new Error(fault);
  const { dataDir, remove } = await temporaryDataDir();
  try {
    // By a program that leaves each file to the account that has it.
    execFileSync('cp', ['-a', filled.dataDir, dataDir]);
    const product = startProduct({
      dataDir,
      command: path.join(build, 'assay.mjs'),
      env: { STARTER_DATA: 'on' },
      openWithinMs: OPEN_WITHIN_MS,
    });
    let proven: string;
    try {
      proven = await proveVisit(name, await visitLocally(await product.printedLink));
    } catch (error) {
      product.child.kill('SIGKILL');
      await product.exited;
      throw new Error(`${error instanceof Error ? error.message : String(error)}\n${product.said()}`, { cause: error });
    }
    product.child.kill('SIGTERM');
    const end = await product.exited;
    if (end !== 0) throw new Error(`the server ended with ${end}\n${product.said()}`);
    return `types, build, ${proven}, stop`;
  } finally {
    await remove();
  }
}

async function proveVisit(name: string, visit: LocalVisit): Promise<string> {
  const bought = await visit.buy();
  const stars = await visit.check();
  if (stars === 0) throw new Error('the check ended without stars');
  const calls = callsOf(name);
  for (const { method, path: place } of calls) {
    if (!(await visit.isUnknown(method, place))) throw new Error(`${method} ${place} is still answered`);
  }
  return `payment of ${bought} checks, check of ${stars} stars, ${calls.length} calls unknown`;
}

interface Call {
  readonly method: string;
  readonly path: string;
}

/** The calls below the paths that the README of a module names. */
function callsOf(name: string): Call[] {
  const readme = readFileSync(path.join(ROOT, 'apps', 'server', 'src', 'modules', name, 'README.md'), 'utf8');
  const [line = ''] = /^- \*\*Calls\*\*: .*$/m.exec(readme) ?? [];
  const below = [...line.matchAll(/`(\/[^`]+)`/g)].map(([, place]) => `${place}/`);
  const all: unknown[] = [contracts, contractsV1].flatMap(Object.values);
  return all.filter(isCall).filter((call) => below.some((place) => `${call.path}/`.startsWith(place)));
}

function isCall(value: unknown): value is Call {
  return typeof value === 'object' && value !== null && 'method' in value && 'path' in value && 'summary' in value;
}

async function faultOf(what: string, command: string, args: readonly string[]): Promise<string | null> {
  const env = { GOGC: '400', ...process.env };
  const { code, output } = await runQuietly(command, args, { env });
  return code === 0 ? null : `${what} failed\n${output}`;
}
