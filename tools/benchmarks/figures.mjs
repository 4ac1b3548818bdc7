import { readFileSync } from 'node:fs';
import path from 'node:path';
import { ROOT } from '../bootstrap/paths.mjs';

/**
 * A row of bench/targets.json: the figure is `<benchmark>/<name>`, and has a least or a most in its unit. `unless` says
 * what keeps a machine from measuring it, such as a missing compiler: there it is not run, and no fault.
 *
 * @typedef {{ figure: string, what: string, unit: string, atLeast?: number, atMost?: number, unless?: string }} Target
 */

/**
 * What the figures of a target came to in all runs that printed it; null where none did.
 *
 * @typedef {{ minimum: number, median: number, maximum: number }} Spread
 * @typedef {Target & { measured: Spread | null, isReached: boolean | null }} Judged
 */

/**
 * One run of a benchmark, as results.json holds it.
 *
 * @typedef {object} BenchmarkRun
 * @property {string} name
 * @property {number} round from 1
 * @property {string | null} failure
 * @property {number} seconds
 * @property {{ before: number | null, after: number | null }} load
 * @property {number | null} peakMemoryBytes
 * @property {Record<string, number>} figures
 * @property {import('./results.mjs').PrintedTable[]} tables
 */

const NAME = /^[a-z0-9]+(-[a-z0-9]+)*$/;

/**
 * The figures in what a benchmark printed by `figure` of bench/figure.ts, a line each: `figure {"name":"a-ms","value":1}`.
 * The fault is a line that begins as a figure and is none, a name that comes twice, or a figure that has a target and was
 * not printed.
 *
 * @param {string} benchmark
 * @param {string} output
 * @param {readonly Target[]} targets
 * @returns {{ figures: Record<string, number>, fault: string | null }} figures by name
 */
export function readFigures(benchmark, output, targets) {
  /** @type {Record<string, number>} */
  const figures = {};
  for (const line of output.split('\n').filter((text) => text.startsWith('figure {'))) {
    const { name, value } = parsed(line.slice('figure '.length));
    if (typeof name !== 'string' || !NAME.test(name) || typeof value !== 'number' || name in figures) {
      return { figures, fault: `printed what is no figure, or one twice: ${line}` };
    }
    figures[name] = value;
  }
  const missing = targets
    .filter(({ unless }) => unless === undefined)
    .map((target) => target.figure.split('/'))
    .find(([owner, name = '']) => owner === benchmark && !(name in figures));
  return { figures, fault: missing === undefined ? null : `printed no figure ${missing[1]}` };
}

/**
 * @param {string} text
 * @returns {{ name?: unknown, value?: unknown }} empty for a text that is no JSON
 */
function parsed(text) {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return {};
    throw error;
  }
}

/**
 * The targets of bench/targets.json.
 *
 * @returns {Target[]}
 */
export function readTargets() {
  return JSON.parse(readFileSync(path.join(ROOT, 'bench', 'targets.json'), 'utf8'));
}

/**
 * @param {readonly number[]} values at least one
 * @returns {Spread}
 */
export function spreadOf(values) {
  const sorted = [...values].sort((a, b) => a - b);
  const at = (/** @type {number} */ index) => /** @type {number} */ (sorted[index]);
  const middle = sorted.length >> 1;
  const median = sorted.length % 2 === 1 ? at(middle) : (at(middle - 1) + at(middle)) / 2;
  return { minimum: at(0), median, maximum: at(sorted.length - 1) };
}

/**
 * Each target with what was measured. It is reached by the median of the runs.
 *
 * @param {readonly Target[]} targets
 * @param {readonly Pick<BenchmarkRun, 'name' | 'figures'>[]} runs
 * @returns {Judged[]}
 */
export function judge(targets, runs) {
  return targets.map((target) => {
    const [benchmark, name = ''] = target.figure.split('/');
    const values = runs.filter((run) => run.name === benchmark).flatMap(({ figures }) => figures[name] ?? []);
    if (values.length === 0) return { ...target, measured: null, isReached: null };
    const measured = spreadOf(values);
    const isReached =
      measured.median >= (target.atLeast ?? -Infinity) && measured.median <= (target.atMost ?? Infinity);
    return { ...target, measured, isReached };
  });
}

/**
 * The judged targets as a table of Markdown.
 *
 * @param {readonly Judged[]} judged
 */
export function targetTable(judged) {
  const rows = judged.map(({ figure, what, unit, atLeast, atMost, measured, isReached }) => [
    what,
    figure,
    [atLeast === undefined ? '' : `at least ${atLeast}`, atMost === undefined ? '' : `at most ${atMost}`]
      .join(' ')
      .trim(),
    unit,
    ...(measured === null
      ? ['', 'not run', '']
      : [shown(measured.minimum), shown(measured.median), shown(measured.maximum)]),
    isReached === null ? '' : isReached ? 'yes' : 'no',
  ]);
  return markdown(['What', 'Figure', 'Target', 'Unit', 'Minimum', 'Median', 'Maximum', 'Reached'], rows);
}

/**
 * What each benchmark took, as a table of Markdown.
 *
 * @param {readonly Omit<BenchmarkRun, 'tables' | 'figures'>[]} runs
 */
export function runTable(runs) {
  const names = [...new Set(runs.map(({ name }) => name))];
  const rows = names.map((name) => {
    const own = runs.filter((run) => run.name === name);
    const peaks = own.flatMap(({ peakMemoryBytes }) => peakMemoryBytes ?? []);
    const loads = own.flatMap(({ load }) => [load.before ?? [], load.after ?? []].flat());
    const failures = own.flatMap(({ failure }) => failure ?? []);
    return [
      name,
      String(own.length),
      ofAll(own.map(({ seconds }) => seconds)),
      ofAll(peaks.map((bytes) => Math.round(bytes / 1024 ** 2))),
      ofAll(loads.map((load) => Math.round(load * 10) / 10)),
      failures.join('; '),
    ];
  });
  return markdown(['Benchmark', 'Runs', 'Seconds', 'Peak memory, MB', 'Load', 'Fault'], rows);
}

/** @param {readonly number[]} values */
function ofAll(values) {
  if (values.length === 0) return 'unknown';
  const { minimum, median, maximum } = spreadOf(values);
  return [...new Set([minimum, median, maximum].map(shown))].join(', ');
}

/**
 * @param {readonly string[]} names
 * @param {readonly (readonly string[])[]} rows
 */
function markdown(names, rows) {
  return [names, names.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

/** @param {number} value */
function shown(value) {
  return String(Number(value.toPrecision(4)));
}
