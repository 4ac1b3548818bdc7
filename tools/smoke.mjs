// `npm run smoke`: every benchmark and drill at its tiny size, so that none of them stops working unseen. Two run at a
// time. Words after it choose steps. A red step prints what it said and does not stop the rest. A step that does not end
// is killed with all that it started.
import { mkdtempSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import path from 'node:path';
import { readFigures, readTargets } from './benchmarks/figures.mjs';
import { endRunsOnStop, runTiny, whyNot } from './benchmarks/smoke.mjs';
import { allSteps, chosen, FILLED, longestFirst } from './benchmarks/steps.mjs';
import { ensureBuilt, serverEntry } from './bootstrap/build.mjs';
import { npm } from './bootstrap/node.mjs';
import { ROOT } from './bootstrap/paths.mjs';
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
  // The server as it is built, which each step would compile from its sources otherwise.
  const tiny = { ...runtime.env, ASSAY_BENCH_SIZE: 'tiny', ASSAY_SERVER: serverEntry() };
  const filledDir = path.join(scratch, 'filled');
  /** @type {ReturnType<typeof runTiny> | undefined} */
  let filling;
  const fill = () => {
    filling ??= runTiny(runtime.node, [path.join(ROOT, 'tools', 'benchmarks', 'fill.ts'), filledDir], tiny);
    return filling;
  };
  /** @param {import('./benchmarks/steps.mjs').Step} step */
  const runStep = async ({ name, workspace, script }) => {
    const isFilled = FILLED.includes(name);
    const filled = isFilled ? await fill() : null;
    const isLost = filled !== null && (filled.code !== 0 || filled.fault !== undefined);
    if (isLost) return { ...filled, fault: 'the data that ship could not be loaded' };
    const { command, args } = npm(runtime.node);
    // Folders of their own: two benchmarks at a time must not start one database twice.
    const env = { ...tiny, ASSAY_BENCH_DIR: path.join(scratch, name) };
    const begun = isFilled ? { ...env, ASSAY_BENCH_FILLED: filledDir } : env;
    return runTiny(command, [...args, 'run', '--silent', '-w', workspace, script], begun);
  };
  /** @type {string[]} */
  const red = [];
  const work = async () => {
    for (let step = waiting.shift(); step !== undefined; step = waiting.shift()) {
      const { name } = step;
      const startedAt = Date.now();
      const run = await runStep(step);
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
