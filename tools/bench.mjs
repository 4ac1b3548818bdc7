// `npm run bench`: every benchmark of bench/package.json at its full size, one after the other, on a machine that should be
// quiet. Words after it choose some: `npm run bench -- walk bulk`. What they print is shown, and their tables are written
// to bench/results.json with the machine, its load and the commit. A benchmark that fails, or measures nothing, does not
// stop the rest, and fails the run. `npm run smoke` runs the same at a tiny size.
import { writeFileSync } from 'node:fs';
import { loadavg } from 'node:os';
import path from 'node:path';
import { machineFacts, tablesIn } from './benchmarks/results.mjs';
import { endRunsOnStop, whyNot } from './benchmarks/smoke.mjs';
import { chosen, measuringSteps } from './benchmarks/steps.mjs';
import { ensureBuilt } from './bootstrap/build.mjs';
import { npm } from './bootstrap/node.mjs';
import { ROOT } from './bootstrap/paths.mjs';
import { prepare } from './bootstrap/prepare.mjs';
import { runQuietly } from './bootstrap/run.mjs';
import { exitWith } from './bootstrap/say.mjs';

const RESULTS = path.join(ROOT, 'bench', 'results.json');

await exitWith(async () => {
  const steps = chosen(process.argv.slice(2), measuringSteps());
  const runtime = await prepare('all');
  await ensureBuilt(runtime);
  endRunsOnStop();
  const benchmarks = [];
  for (const { name, workspace, script } of steps) {
    process.stdout.write(`\n── ${name}\n`);
    const began = { at: Date.now(), load: loadavg()[0] };
    const { command, args } = npm(runtime.node);
    const run = await runQuietly(command, [...args, 'run', '--silent', '-w', workspace, script], {
      env: runtime.env,
      isShown: true,
    });
    benchmarks.push({
      name,
      failure: whyNot(run),
      seconds: Math.round((Date.now() - began.at) / 1000),
      load: { before: began.load, after: loadavg()[0] },
      tables: tablesIn(run.output),
    });
    // After each, so that a run that is stopped keeps what it has.
    writeFileSync(RESULTS, `${JSON.stringify({ ...machineFacts(runtime.node), benchmarks }, null, 1)}\n`);
  }
  const red = benchmarks.filter(({ failure }) => failure !== null).map(({ name, failure }) => `${name} ${failure}`);
  const said = red.length === 0 ? `${benchmarks.length} benchmarks run` : `Red: ${red.join(', ')}`;
  process.stdout.write(`\n${said}; their tables are in bench/results.json\n`);
  return red.length === 0 ? 0 : 1;
});
