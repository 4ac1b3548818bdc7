// `npm run verify:long`: what takes long or needs a quiet machine. Every benchmark of bench/package.json beside its peer,
// Lighthouse over the first pages, and ten minutes under load with memory that stays flat. Words after it choose steps: `npm run verify:long -- lighthouse walk`. A red step
// does not stop the rest. `npm run verify` stays what every change has to pass.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { ensureBuilt } from './bootstrap/build.mjs';
import { ensureInstalled } from './bootstrap/install.mjs';
import { ensureNode, npm } from './bootstrap/node.mjs';
import { ROOT } from './bootstrap/paths.mjs';
import { runQuietly } from './bootstrap/run.mjs';
import { exitWith, PlainError } from './bootstrap/say.mjs';

await exitWith(async () => {
  const steps = chosen(process.argv.slice(2), allSteps());
  const runtime = await ensureNode();
  await ensureInstalled(runtime);
  await ensureBuilt(runtime);
  const red = [];
  for (const { name, workspace, script } of steps) {
    process.stdout.write(`\n── ${name}\n`);
    const startedAt = Date.now();
    const { command, args } = npm(runtime.node);
    const npmRun = [...args, 'run', '--silent', '-w', workspace, script];
    const { code } = await runQuietly(command, npmRun, { env: runtime.env, isShown: true });
    if (code !== 0) red.push(name);
    process.stdout.write(`${code === 0 ? 'ok ' : 'RED'} ${name}, ${Math.round((Date.now() - startedAt) / 1000)} s\n`);
  }
  process.stdout.write(`\n${red.length === 0 ? `All ${steps.length} steps are green.` : `Red: ${red.join(', ')}`}\n`);
  return red.length === 0 ? 0 : 1;
});

/** @typedef {{ name: string, workspace: string, script: string }} Step */

/** @returns {Step[]} */
function allSteps() {
  const { scripts } = JSON.parse(readFileSync(path.join(ROOT, 'bench', 'package.json'), 'utf8'));
  const benchmarks = Object.keys(scripts).map((script) => ({ name: script, workspace: '@assay/bench', script }));
  const ofSite = ['lighthouse', 'soak'].map((script) => ({ name: script, workspace: '@assay/e2e', script }));
  return [...benchmarks, ...ofSite];
}

/**
 * @param {readonly string[]} names
 * @param {Step[]} steps
 */
function chosen(names, steps) {
  const unknown = names.find((name) => !steps.some((step) => step.name === name));
  if (unknown !== undefined) {
    throw new PlainError(`There is no step ${unknown}. Steps: ${steps.map(({ name }) => name).join(', ')}`);
  }
  return names.length === 0 ? steps : steps.filter(({ name }) => names.includes(name));
}
