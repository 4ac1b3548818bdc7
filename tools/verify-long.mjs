// `npm run verify:long`: what takes long or needs a quiet machine. Every benchmark of bench/package.json beside its peer,
// Lighthouse over the first pages, ten minutes under load with memory that stays flat, hundreds of random runs of a greedy
// user, hundreds of random requests of each call of the public API, methods 2 and 3 against their references on ten
// thousand random histories, the data that ship in whatever order they are loaded, walks and screening over 50 million transfers,
// the container image, and the installation of a company.
// Words after it choose steps:
// `npm run verify:long -- lighthouse walk`. A red step does not stop the rest.
// `npm run verify` stays what every change has to pass.
import { allSteps, chosen } from './benchmarks/steps.mjs';
import { ensureBuilt } from './bootstrap/build.mjs';
import { npm } from './bootstrap/node.mjs';
import { prepare } from './bootstrap/prepare.mjs';
import { runQuietly } from './bootstrap/run.mjs';
import { exitWith } from './bootstrap/say.mjs';
import { ensureImageBuilders } from './bootstrap/verifiers.mjs';

/** The same runs each time, and other ones than the few that CI runs, which have their own seed. */
const GREEDY = { GREEDY_RUNS: '500', GREEDY_SEED: '20261129' };
/** How many checks the rehearsed migration of a database from before workspaces holds. */
const REHEARSAL = { REHEARSAL_CHECKS: '100000' };

/** Requests of each call of the public API, the same each time. */
const FUZZ = { FUZZ_RUNS: '400', FUZZ_SEED: '20261129' };

/** Random histories on which methods 2 and 3 are compared with their references. */
const REFERENCE = { REFERENCE_RUNS: '10000' };

/** Addresses of each ledger that ships, checked on two installations that loaded it in different orders. */
const STARTER = { STARTER_SAMPLE: '40' };

/** What the benchmark of walks measures at its own size, over fifty times the records. */
const FIFTY_MILLION = ['--', '--transfers', '5e7', '--parts', 'walk,screen', '--rounds', '2'];

await exitWith(async () => {
  const greedy = { name: 'greedy', workspace: '@assay/server', script: 'greedy' };
  const fuzz = { name: 'fuzz', workspace: '@assay/server', script: 'fuzz' };
  const reference = { name: 'method-2', workspace: '@assay/exposure', script: 'method-2' };
  const reference3 = { name: 'method-3', workspace: '@assay/exposure', script: 'method-3' };
  const starter = { name: 'starter', workspace: '@assay/server', script: 'starter' };
  const rehearsal = { name: 'rehearsal', workspace: '@assay/server', script: 'rehearsal' };
  const image = { name: 'image', workspace: '@assay/e2e', script: 'image' };
  const installation = { name: 'rehearse', workspace: '@assay/e2e', script: 'rehearse' };
  const large = { name: 'walk-50-million', workspace: '@assay/bench', script: 'walk', words: FIFTY_MILLION };
  const own = [greedy, fuzz, reference, reference3, starter, rehearsal, large, image, installation];
  const steps = chosen(process.argv.slice(2), [...allSteps(), ...own]);
  const runtime = await prepare('all');
  if (steps.includes(image) || steps.includes(installation)) await ensureImageBuilders();
  await ensureBuilt(runtime);
  const red = [];
  for (const { name, workspace, script, words = [] } of steps) {
    process.stdout.write(`\n── ${name}\n`);
    const startedAt = Date.now();
    const { command, args } = npm(runtime.node);
    const npmRun = [...args, 'run', '--silent', '-w', workspace, script, ...words];
    const env = { ...GREEDY, ...FUZZ, ...REHEARSAL, ...REFERENCE, ...STARTER, ...runtime.env };
    const run = await runQuietly(command, npmRun, { env, show: (chunk) => process.stdout.write(chunk) });
    const why = run.fault ?? (run.code === 0 ? null : `ended with ${run.code}`);
    if (why !== null) red.push(name);
    const seconds = Math.round((Date.now() - startedAt) / 1000);
    process.stdout.write(`${why === null ? 'ok ' : 'RED'} ${name}, ${seconds} s${why === null ? '' : `, ${why}`}\n`);
  }
  process.stdout.write(`\n${red.length === 0 ? `All ${steps.length} steps are green.` : `Red: ${red.join(', ')}`}\n`);
  return red.length === 0 ? 0 : 1;
});
