import { constants } from 'node:os';
import { watchNpm } from '../bootstrap/parents.mjs';
import { killGroup, runQuietly } from '../bootstrap/run.mjs';

/** Only what hangs takes so long at its tiny size. */
const LIMIT_MS = 300_000;

/** @type {Set<number>} process groups of the runs under way */
const groups = new Set();

/**
 * Runs a benchmark at its tiny size. At the limit, at its end, and when this process is asked to stop, everything that
 * it started ends too.
 *
 * @param {string} command
 * @param {readonly string[]} args
 * @param {NodeJS.ProcessEnv} env
 * @param {number} [limitMs]
 */
export async function runTiny(command, args, env, limitMs = LIMIT_MS) {
  let group = 0;
  const onStart = (/** @type {number} */ started) => {
    group = started;
    groups.add(group);
  };
  try {
    return await runQuietly(command, args, { env, limitMs, onStart });
  } finally {
    groups.delete(group);
  }
}

/** Ends the runs under way when this process is asked to stop: they have groups of their own, which no Ctrl-C reaches. */
export function endRunsOnStop() {
  const end = (/** @type {NodeJS.Signals} */ signal) => {
    for (const group of groups) killGroup(group);
    process.exit(128 + constants.signals[signal]);
  };
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) process.once(signal, end);
  watchNpm(() => end('SIGHUP'));
}

/**
 * Why a tiny run of a benchmark does not pass; null where it passes. A run that ends well without a table of results has
 * measured nothing.
 *
 * @param {import('../bootstrap/run.mjs').Outcome} run
 * @returns {string | null}
 */
export function whyNot({ code, output, fault }) {
  if (fault !== undefined) return fault;
  if (code !== 0) return `ended with ${code}`;
  const lines = output.split('\n').map((line) => line.trim());
  const under = lines.findIndex((line) => /^\|(\s*-{3,}\s*\|)+$/.test(line));
  if (under < 1) return 'printed no table';
  const columns = lines[under]?.split('|').length;
  const rows = lines.slice(under + 1).filter((line) => line.startsWith('|') && line.split('|').length === columns);
  if (!rows.some((row) => /\d/.test(row))) return 'printed a table without figures';
  return rows.some((row) => /\b(NaN|undefined)\b/.test(row)) ? 'printed a figure that is no number' : null;
}
