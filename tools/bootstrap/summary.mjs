import { readFileSync } from 'node:fs';
import path from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { ROOT } from './paths.mjs';

/**
 * What a step of the verification came to; `tests` when it is a test runner.
 *
 * @typedef {{ passed: number, failed: number }} TestCount
 * @typedef {{ file: string, test: string, message: string }} Failure `file` from the root; `test` is empty when the file could not be loaded
 * @typedef {{ name: string, isGreen: boolean, seconds: number, tests?: TestCount, failures?: Failure[], unsteady?: Failure[] }} StepResult `unsteady` are failures that did not come again in a second run
 */

/** What fast-check says of a counterexample. It stays one, however the next random inputs fare. */
const COUNTEREXAMPLE = /Property failed after/;

/** With more failing files than this, a second run takes long and says little. */
const MAX_REPEATED_FILES = 3;

/** In place of the file of a failure that belongs to no test. */
export const NO_TEST = 'no test';

/** The heading under which vitest prints errors that no test caught; they fail a run whose tests all passed. */
const UNHANDLED = 'Unhandled Error';

/**
 * The first lines of the errors that no test of a vitest run caught, which its JSON report leaves out.
 *
 * @param {string} output all that the run printed
 * @returns {string} empty when there were none
 */
export function unhandledErrors(output) {
  const text = stripVTControlCharacters(output);
  const from = text.lastIndexOf(`${UNHANDLED}s `);
  const only = from === -1 ? text.lastIndexOf(`${UNHANDLED} `) : from;
  return only === -1 ? '' : text.slice(only).split('\n').slice(0, 30).join('\n').trim();
}

/**
 * Counts a vitest JSON report. A file that could not even be loaded is one failure.
 *
 * @param {string} file
 * @returns {TestCount}
 */
export function countTests(file) {
  let report;
  try {
    report = JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    // No report: the runner itself broke, and its step is red.
    return { passed: 0, failed: 1 };
  }
  const brokenFiles = report.testResults.filter(
    (/** @type {{ status: string, assertionResults: unknown[] }} */ result) =>
      result.status === 'failed' && result.assertionResults.length === 0,
  ).length;
  return { passed: report.numPassedTests, failed: report.numFailedTests + brokenFiles };
}

/**
 * What failed in a vitest JSON report, with the first lines of each message.
 *
 * @param {string} file
 * @returns {Failure[]} empty as well when there is no report
 */
export function readFailures(file) {
  let report;
  try {
    report = JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    // No report: `countTests` counts that as a failure.
    return [];
  }
  return report.testResults.flatMap(
    (
      /** @type {{ name: string, status: string, message: string, assertionResults: { status: string, fullName: string, failureMessages: string[] }[] }} */ result,
    ) => {
      const from = path.relative(ROOT, result.name);
      const failed = result.assertionResults.filter(({ status }) => status === 'failed');
      if (failed.length === 0 && result.status === 'failed') {
        return [{ file: from, test: '', message: firstLines(result.message) }];
      }
      return failed.map(({ fullName, failureMessages }) => ({
        file: from,
        test: fullName,
        message: firstLines(failureMessages.join('\n')),
      }));
    },
  );
}

/**
 * The files worth a second run by themselves: a few that failed, none of them by a counterexample.
 *
 * @param {readonly Failure[]} failures
 * @returns {string[]}
 */
export function filesToRepeat(failures) {
  const files = [...new Set(failures.map(({ file }) => file))];
  const isExcluded =
    files.includes(NO_TEST) ||
    files.length > MAX_REPEATED_FILES ||
    failures.some(({ message }) => COUNTEREXAMPLE.test(message));
  return isExcluded ? [] : files;
}

/**
 * One line per step, what failed, also where it passed when repeated, the red steps by name, and the count of all tests
 * alone at the end. A red step that counts no failed test is one failure: '0 failed' means that everything is green.
 *
 * @param {readonly StepResult[]} results
 */
export function summarise(results) {
  const width = Math.max(...results.map(({ name }) => name.length));
  const lines = results.map(({ name, isGreen, seconds, tests }) => {
    const count = tests === undefined ? '' : `  ${tests.passed} passed, ${tests.failed} failed`;
    return `${isGreen ? 'ok ' : 'RED'}  ${name.padEnd(width)}  ${seconds.toFixed(1).padStart(6)} s${count}`;
  });
  const red = results.filter(({ isGreen }) => !isGreen).map(({ name }) => name);
  const passed = results.reduce((sum, { tests }) => sum + (tests?.passed ?? 0), 0);
  const failed = results.reduce((sum, { tests, isGreen }) => sum + Math.max(tests?.failed ?? 0, isGreen ? 0 : 1), 0);
  const unsteady = describeFailures('Failed, and passed when repeated', results, 'unsteady');
  const failures = describeFailures('Failed', results, 'failures');
  const verdict = red.length === 0 ? [] : ['', `Red: ${red.join(', ')}.`];
  return {
    isGreen: red.length === 0 && failed === 0,
    text: [...lines, ...unsteady, ...failures, ...verdict, '', `tests: ${passed} passed, ${failed} failed`].join('\n'),
  };
}

/**
 * @param {string} heading
 * @param {readonly StepResult[]} results
 * @param {'failures' | 'unsteady'} kind
 */
function describeFailures(heading, results, kind) {
  const lines = results.flatMap((result) =>
    (result[kind] ?? []).flatMap(({ file, test, message }) => [
      `  ${result.name}: ${file}${test === '' ? '' : ` > ${test}`}`,
      ...message.split('\n').map((line) => `    ${line}`),
    ]),
  );
  return lines.length === 0 ? [] : ['', `${heading}:`, ...lines];
}

/** @param {string | undefined} message */
function firstLines(message) {
  return (message ?? '').split('\n').slice(0, 6).join('\n').slice(0, 1_000);
}
