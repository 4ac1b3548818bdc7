import { readFileSync } from 'node:fs';
import path from 'node:path';
import { ROOT } from '../bootstrap/paths.mjs';
import { PlainError } from '../bootstrap/say.mjs';

/**
 * A benchmark or a drill, by the npm script that runs it, with what follows its name.
 *
 * @typedef {{ name: string, workspace: string, script: string, words?: readonly string[] }} Step
 */

/** Tools of e2e that measure nothing. */
export const OTHER_TOOLS = ['tools/draw-site-pictures.ts'];

/**
 * Every benchmark and drill: all scripts of bench/package.json, and those of e2e/package.json that run a tool.
 *
 * @returns {Step[]}
 */
export function allSteps() {
  return [
    ...stepsOf('bench', '@assay/bench', () => true),
    ...stepsOf('e2e', '@assay/e2e', (run) => / tools\//.test(run)),
  ];
}

/**
 * Those that measure: the drills play what happens to a product, and judge that.
 *
 * @returns {Step[]}
 */
export function measuringSteps() {
  return allSteps().filter(({ name, workspace }) => workspace === '@assay/bench' && name !== 'drills');
}

/**
 * @param {string} folder
 * @param {string} workspace
 * @param {(run: string) => boolean} isStep
 * @returns {Step[]}
 */
function stepsOf(folder, workspace, isStep) {
  return Object.entries(scriptsOf(folder))
    .filter(([, run]) => isStep(run))
    .map(([script]) => ({ name: script, workspace, script }));
}

/**
 * @param {string} folder of a workspace
 * @returns {Record<string, string>}
 */
export function scriptsOf(folder) {
  return JSON.parse(readFileSync(path.join(ROOT, folder, 'package.json'), 'utf8')).scripts;
}

/**
 * The named steps, all without a name.
 *
 * @param {readonly string[]} names
 * @param {Step[]} steps
 * @throws {PlainError} for a name that no step has
 */
export function chosen(names, steps) {
  const unknown = names.find((name) => !steps.some((step) => step.name === name));
  if (unknown !== undefined) {
    throw new PlainError(`There is no step ${unknown}. Steps: ${steps.map(({ name }) => name).join(', ')}`);
  }
  return names.length === 0 ? steps : steps.filter(({ name }) => names.includes(name));
}

/** Those that take longest at their tiny size: 24 seconds of a processor and more, where the others take 15 at most. */
const LONG = ['drills', 'flooded-visit', 'walk', 'lighthouse'];

/** Those whose server begins with the data that ship; `first-check` measures how it loads them. */
export const FILLED = ['flooded-visit', 'lighthouse', 'soak', 'explorer-frames'];

/**
 * The same steps, those that take longest first: begun last, one of them would end alone.
 *
 * @param {readonly Step[]} steps
 */
export function longestFirst(steps) {
  const long = LONG.flatMap((name) => steps.find((step) => step.name === name) ?? []);
  return [...long, ...steps.filter((step) => !long.includes(step))];
}
