// `npm run smoke`: every benchmark and drill at its tiny size, so that none of them stops working unseen. Two run at a
// time. Words after it choose steps. A red step prints what it said and does not stop the rest. A step that does not end
// is killed with all that it started.
import { mkdtempSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import path from 'node:path';
import { readFigures, readTargets } from './benchmarks/figures.mjs';
import { endRunsOnStop, runTiny, whyNot } from './benchmarks/smoke.mjs';
import { allSteps, chosen, longestFirst } from './benchmarks/steps.mjs';
import { ensureBuilt } from './bootstrap/build.mjs';
import { npm } from './bootstrap/node.mjs';
import { prepare } from './bootstrap/prepare.mjs';
import { exitWith } from './bootstrap/say.mjs';

const AT_ONCE = Math.min(2, availableParallelism());

await exitWith(async () => {
  const waiting = longestFirst(chosen(process.argv.slice(2), allSteps()));
  const count = waiting.length;
  const targets = readTargets();
  const runtime = await prepare('all');
  await ensureBuilt(runtime);
  const scratch = mkdtempSync(path.join(tmpdir(), 'assay-smoke-'));
  endRunsOnStop();
  /** @type {string[]} */
  const red = [];
  const work = async () => {
    for (let step = waiting.shift(); step !== undefined; step = waiting.shift()) {
      const { name, workspace, script } = step;
      const startedAt = Date.now();
      const { command, args } = npm(runtime.node);
      // Folders of their own: two benchmarks at a time must not start one database twice.
      const env = { ...runtime.env, ASSAY_BENCH_SIZE: 'tiny', ASSAY_BENCH_DIR: path.join(scratch, name) };
      const run = await runTiny(command, [...args, 'run', '--silent', '-w', workspace, script], env);
      const why = whyNot(run) ?? readFigures(name, run.output, targets).fault;
      if (why !== null) red.push(name);
      const seconds = ((Date.now() - startedAt) / 1000).toFixed(1);
      process.stdout.write(
        `${why === null ? 'ok ' : 'RED'} ${name.padEnd(12)} ${seconds.padStart(6)} s${why === null ? '' : `  ${why}`}\n`,
      );
      if (why !== null) process.stdout.write(`${run.output}\n`);
    }
  };
  try {
    await Promise.all(Array.from({ length: AT_ONCE }, work));
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
  process.stdout.write(red.length === 0 ? `${count} benchmarks run\n` : `Red: ${red.join(', ')}\n`);
  return red.length === 0 ? 0 : 1;
});
