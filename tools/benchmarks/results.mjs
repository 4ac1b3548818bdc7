import { execFileSync } from 'node:child_process';
import { availableParallelism, cpus, totalmem } from 'node:os';
import { ROOT } from '../bootstrap/paths.mjs';

/**
 * A table that a benchmark printed: a row an object, by the names of the columns.
 *
 * @typedef {{ title: string | null, rows: Record<string, string>[] }} PrintedTable
 */

const RULE = /^\|(\s*:?-{3,}:?\s*\|)+$/;

/**
 * The tables in what a benchmark printed, in Markdown. The title is the line of text before a table.
 *
 * @param {string} output
 * @returns {PrintedTable[]}
 */
export function tablesIn(output) {
  const lines = output.split('\n').map((line) => line.trim());
  /** @type {PrintedTable[]} */
  const tables = [];
  for (const [at, line] of lines.entries()) {
    const header = lines[at - 1] ?? '';
    if (!RULE.test(line) || !header.startsWith('|')) continue;
    const names = cellsOf(header);
    const after = lines.slice(at + 1);
    const end = after.findIndex((row) => !row.startsWith('|'));
    const rows = (end < 0 ? after : after.slice(0, end)).map((row) => {
      const cells = cellsOf(row);
      return Object.fromEntries(names.map((name, index) => [name, cells[index] ?? '']));
    });
    const title = lines.slice(0, at - 1).findLast((text) => text !== '' && !text.startsWith('|'));
    tables.push({ title: title?.replaceAll(/^[#*\s]+|[*\s]+$/g, '') ?? null, rows });
  }
  return tables;
}

/** @param {string} row */
function cellsOf(row) {
  return row
    .replace(/^\|/, '')
    .replace(/\|$/, '')
    .split('|')
    .map((cell) => cell.trim());
}

/**
 * Where and of what the figures are.
 *
 * @param {string} node of the product
 */
export function machineFacts(node) {
  const git = (/** @type {string[]} */ ...args) => execFileSync('git', args, { cwd: ROOT, encoding: 'utf8' }).trim();
  return {
    commit: git('rev-parse', 'HEAD'),
    isChanged: git('status', '--porcelain', '--untracked-files=no') !== '',
    date: new Date().toISOString(),
    machine: {
      processor: cpus()[0]?.model ?? null,
      cores: availableParallelism(),
      memoryBytes: totalmem(),
      node: execFileSync(node, ['--version'], { encoding: 'utf8' }).trim(),
    },
  };
}
