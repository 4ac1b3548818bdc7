// `npm run verify`: everything that must hold before a change is done, one step after the other; steps that wait
// more than they compute two at a time, their output still one after the other. A red step does not stop the rest; the
// end names every red one. The very last line counts the tests of all runners.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { ensureBuilt } from './bootstrap/build.mjs';
import { npm } from './bootstrap/node.mjs';
import { ROOT } from './bootstrap/paths.mjs';
import { prepare } from './bootstrap/prepare.mjs';
import { runQuietly } from './bootstrap/run.mjs';
import { exitWith, PlainError } from './bootstrap/say.mjs';
import { countTests, filesToRepeat, NO_TEST, readFailures, summarise, unhandledErrors } from './bootstrap/summary.mjs';
import { takeTurns } from './bootstrap/turns.mjs';

/** @typedef {import('./bootstrap/summary.mjs').StepResult} StepResult */

/** @typedef {(said: string | Uint8Array) => void} Show */

/** So many steps at a time, of those that leave a processor to others. */
const AT_ONCE = 2;

/** Directly, not by the script of the root: npm in between would take the reporters for itself. */
const JOURNEYS = ['run', '--silent', '-w', '@assay/e2e', 'journeys'];

await exitWith(async () => {
  const runtime = await prepare('all');
  const scratch = mkdtempSync(path.join(tmpdir(), 'assay-verify-'));
  try {
    const results = await runSteps(runtime, scratch);
    const { text, isGreen } = summarise(results);
    process.stdout.write(`\n${text}\n`);
    return isGreen ? 0 : 1;
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
});

/**
 * @param {import('./bootstrap/node.mjs').Runtime} runtime
 * @param {string} scratch
 */
async function runSteps(runtime, scratch) {
  const manifest = JSON.parse(readFileSync(path.join(ROOT, 'package.json'), 'utf8'));
  const checks = Object.keys(manifest.scripts).filter((script) => script.startsWith('check:'));
  /** @type {StepResult[]} */
  const results = [];
  // Both use all processors, and some of the checks read what the second generates.
  for (const script of ['lint', 'typecheck']) results.push(await runScript(script));
  results.push(...(await runScripts(checks)));
  results.push(await runTests('unit', ['run', '--silent', 'unit']));
  const build = await step('build', async () => {
    try {
      await ensureBuilt(runtime);
      return 0;
    } catch (error) {
      if (!(error instanceof PlainError)) throw error;
      process.stdout.write(`${error.details}\n${error.message}\n`);
      return 1;
    }
  });
  results.push(build);
  // A journey through the site of another build would prove nothing.
  results.push(build.isGreen ? await runTests('e2e', JOURNEYS) : { ...build, name: 'e2e', seconds: 0 });
  const last = ['left-out', 'smoke'];
  results.push(...(build.isGreen ? await runScripts(last) : last.map((name) => ({ ...build, name, seconds: 0 }))));
  return results;

  /** @param {readonly string[]} scripts */
  function runScripts(scripts) {
    return takeTurns(
      scripts.map((script) => (show) => runScript(script, show)),
      AT_ONCE,
    );
  }

  /**
   * @param {string} script
   * @param {Show} [show]
   */
  function runScript(script, show) {
    return step(script, async () => (await runNpm(['run', '--silent', script], show)).code, show);
  }

  /**
   * Few files that failed are run once more, by themselves, as help for who mends them: what is broken fails twice. The
   * step stays red however the second run ends.
   *
   * @param {string} name
   * @param {readonly string[]} npmRun how npm runs this vitest
   * @returns {Promise<StepResult>}
   */
  async function runTests(name, npmRun) {
    const first = await runReported(name, npmRun, []);
    const files = filesToRepeat(first.failures);
    if (first.isGreen || files.length === 0) return first;
    const second = await runReported(`${name}, repeated`, npmRun, [
      '--no-file-parallelism',
      ...files.map((file) => path.join(ROOT, file)),
    ]);
    const result = { ...first, seconds: first.seconds + second.seconds };
    return second.isGreen ? { ...result, failures: [], unsteady: first.failures } : result;
  }

  /**
   * @param {string} name
   * @param {readonly string[]} npmRun
   * @param {readonly string[]} args for vitest
   */
  async function runReported(name, npmRun, args) {
    const report = path.join(scratch, `${name}.json`);
    const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
    let besides = '';
    const result = await step(name, async () => {
      const { code, output, fault } = await runNpm([...npmRun, '--', ...reporters, ...args]);
      besides = fault ?? unhandledErrors(output);
      return code;
    });
    const tests = countTests(report);
    const isGreen = result.isGreen && tests.failed === 0;
    const failures = readFailures(report);
    if (besides !== '') failures.push({ file: NO_TEST, test: '', message: besides });
    return { ...result, isGreen, tests, failures };
  }

  /**
   * @param {readonly string[]} args
   * @param {Show} [show]
   */
  async function runNpm(args, show = print) {
    const { command, args: npmArgs } = npm(runtime.node);
    const run = await runQuietly(command, [...npmArgs, ...args], { env: runtime.env, show });
    if (run.fault === undefined) return run;
    show(`It ${run.fault}.\n`);
    return { ...run, code: run.code || 1 };
  }
}

/**
 * @param {string} name
 * @param {() => Promise<number>} work resolves to the exit code
 * @param {Show} [show]
 * @returns {Promise<StepResult>}
 */
async function step(name, work, show = print) {
  show(`\n── ${name}\n`);
  const startedAt = Date.now();
  const code = await work();
  return { name, isGreen: code === 0, seconds: (Date.now() - startedAt) / 1000 };
}

/** @type {Show} */
function print(said) {
  process.stdout.write(said);
}
