import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { figure } from '../figure.ts';
import { childrenSeconds, spreadCells, spreadOf } from '../rounds.ts';
import { sized } from '../size.ts';

const ROOT = path.join(import.meta.dirname, '..', '..');
const ROUNDS = sized(15, 1);

interface Command {
  readonly name: string;
  readonly program: string;
  readonly args: readonly string[];
  /** Of each round. */
  readonly seconds: number[];
  readonly processorSeconds: number[];
}

function command(name: string, program: string, args: readonly string[]): Command {
  return { name, program, args, seconds: [], processorSeconds: [] };
}

function run({ name, program, args, seconds, processorSeconds }: Command): void {
  const processorBefore = childrenSeconds();
  const began = performance.now();
  const { status, stdout, stderr } = spawnSync(program, args, { cwd: ROOT, encoding: 'utf8' });
  seconds.push((performance.now() - began) / 1000);
  processorSeconds.push(childrenSeconds() - processorBefore);
  if (status !== 0 || stdout.trim() === '') throw new Error(`${name} ended with ${status}: ${stderr}`);
}

const folder = mkdtempSync(path.join(tmpdir(), 'assay-commands-'));
try {
  const packed = path.join(folder, 'dist', 'assay.js');
  const bundle = [path.join(ROOT, 'tools', 'bundle.mjs'), 'src/main.ts', packed];
  execFileSync(process.execPath, bundle, { cwd: path.join(ROOT, 'packages', 'cli') });
  const clone = (...args: string[]) =>
    command(`npm run -s assay -- ${args.join(' ')}`, 'npm', ['run', '-s', 'assay', '--', ...args]);
  const cli = (...args: string[]) =>
    command(`packed assay-cli: assay ${args.join(' ')}`, process.execPath, [packed, ...args]);
  const bare = command('node -e (prints a line), the peer', process.execPath, ['-e', 'console.log(0)']);
  const npm = command('npm --version, the peer of npm run', 'npm', ['--version']);
  const [help, version] = [clone('--help'), clone('--version')];
  const [packedHelp, packedVersion] = [cli('--help'), cli('--version')];
  const others = [clone('check', '--help'), clone('transfers', 'import', '--help'), cli('check', '--help')];
  const all = [bare, npm, help, version, packedHelp, packedVersion, ...others];
  // Once before it counts: compiled code is kept from then on.
  for (const one of all) run({ ...one, seconds: [], processorSeconds: [] });
  for (let round = 0; round < ROUNDS; round += 1) for (const one of all) run(one);
  const [, peerMedian] = spreadOf(bare.seconds);
  const rows = all.map(({ name, seconds, processorSeconds }) => {
    const [, median] = spreadOf(seconds);
    return `| ${name} | ${spreadCells(seconds)} | ${spreadCells(processorSeconds)} | ${(median / peerMedian).toFixed(1)} |`;
  });
  process.stdout.write(
    `Seconds of ${ROUNDS} rounds: least, median and most as elapsed, and the same of processor time.\n\n` +
      '| Command | Least | Median | Most | Processor, least | Median of it | Most of it | Times the peer |\n' +
      `|${' --- |'.repeat(8)}\n${rows.join('\n')}\n`,
  );
  const figures = { help, version, 'packed-help': packedHelp, 'packed-version': packedVersion };
  for (const [name, { seconds }] of Object.entries(figures)) figure(`${name}-seconds`, spreadOf(seconds)[1]);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
