// `npm run bench`: every benchmark of bench/package.json at its full size, one after the other, on a machine that should be
// quiet. Words after it choose some, `--times 3` runs them three times: `npm run bench -- --times 3 walk bulk`. What they
// print is shown; at the end the figures of bench/targets.json are printed beside their targets, and the memory of each
// benchmark. All of it, with the tables that were printed, is written to bench/results.json with the machine, its load and
// the commit. A benchmark that fails, measures nothing or lacks a figure that has a target does not stop the rest, and
// fails the run; a target that is missed does not. `npm run smoke` runs the same at a tiny size.
import { writeFileSync } from 'node:fs';
import { loadavg } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { judge, readFigures, readTargets, runTable, targetTable } from './benchmarks/figures.mjs';
import { watchMemory } from './benchmarks/memory.mjs';
import { machineFacts, tablesIn } from './benchmarks/results.mjs';
import { endRunsOnStop, whyNot } from './benchmarks/smoke.mjs';
import { chosen, measuringSteps } from './benchmarks/steps.mjs';
import { ensureBuilt } from './bootstrap/build.mjs';
import { npm } from './bootstrap/node.mjs';
import { ROOT } from './bootstrap/paths.mjs';
import { prepare } from './bootstrap/prepare.mjs';
import { runQuietly } from './bootstrap/run.mjs';
import { exitWith, PlainError } from './bootstrap/say.mjs';

const RESULTS = path.join(ROOT, 'bench', 'results.json');

await exitWith(async () => {
  const { times, names } = readArguments();
  const steps = chosen(names, measuringSteps());
  const targets = readTargets();
  const runtime = await prepare('all');
  await ensureBuilt(runtime);
  endRunsOnStop();
  /** @type {import('./benchmarks/figures.mjs').BenchmarkRun[]} */
  const runs = [];
  // One round after the other: a busy quarter of an hour then hits one run of each benchmark, and not all of one.
  for (let round = 1; round <= times; round += 1) {
    for (const step of steps) {
      process.stdout.write(`\n── ${step.name}${times === 1 ? '' : `, run ${round} of ${times}`}\n`);
      runs.push({ ...(await runStep(step, runtime, targets)), round });
      // After each, so that a run that is stopped keeps what it has.
      const results = { ...machineFacts(runtime.node), targets: judge(targets, runs), runs };
      writeFileSync(RESULTS, `${JSON.stringify(results, null, 1)}\n`);
    }
  }
  process.stdout.write(`\n**Targets**\n\n${targetTable(judge(targets, runs))}\n\n**Runs**\n\n${runTable(runs)}\n`);
  const red = runs.filter(({ failure }) => failure !== null).map(({ name, failure }) => `${name} ${failure}`);
  const said = red.length === 0 ? `${steps.length} benchmarks run` : `Red: ${red.join(', ')}`;
  process.stdout.write(`\n${said}; their tables are in bench/results.json\n`);
  return red.length === 0 ? 0 : 1;
});

function readArguments() {
  const options = /** @type {const} */ ({ times: { type: 'string', default: '1' } });
  // Not strict: a wrong option gets the sentence below and no stack.
  const { values, positionals } = parseArgs({ options, allowPositionals: true, strict: false });
  const unknown = Object.keys(values).find((name) => name !== 'times');
  if (unknown !== undefined) throw new PlainError(`There is no option --${unknown}; there is --times 3`);
  if (typeof values.times !== 'string' || !/^[1-9]\d?$/.test(values.times)) {
    throw new PlainError(`--times is a number from 1 to 99, as in --times 3, not ${values.times}`);
  }
  return { times: Number(values.times), names: positionals };
}

/**
 * @param {import('./benchmarks/steps.mjs').Step} step
 * @param {import('./bootstrap/node.mjs').Runtime} runtime
 * @param {readonly import('./benchmarks/figures.mjs').Target[]} targets
 * @returns {Promise<Omit<import('./benchmarks/figures.mjs').BenchmarkRun, 'round'>>}
 */
async function runStep({ name, workspace, script }, runtime, targets) {
  const began = { at: Date.now(), load: loadavg()[0] ?? null };
  const { command, args } = npm(runtime.node);
  /** @type {ReturnType<typeof watchMemory> | undefined} */
  let memory;
  const run = await runQuietly(command, [...args, 'run', '--silent', '-w', workspace, script], {
    env: runtime.env,
    show: (chunk) => process.stdout.write(chunk),
    onStart: (pid) => {
      memory = watchMemory(pid);
    },
  });
  const peakMemoryBytes = memory?.stop() ?? null;
  const { figures, fault } = readFigures(name, run.output, targets);
  return {
    name,
    failure: whyNot(run) ?? fault,
    seconds: Math.round((Date.now() - began.at) / 1000),
    load: { before: began.load, after: loadavg()[0] ?? null },
    peakMemoryBytes,
    figures,
    tables: tablesIn(run.output),
  };
}
