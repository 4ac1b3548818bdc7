import { readFileSync } from 'node:fs';

/**
 * What a step of the verification came to; `tests` when it is a test runner.
 *
 * @typedef {{ passed: number, failed: number }} TestCount
 * @typedef {{ name: string, isGreen: boolean, seconds: number, tests?: TestCount }} StepResult
 */

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
 * One line per step, the red ones by name, and the count of all tests alone at the end. A red step that counts no
 * failed test is one failure: '0 failed' means that everything is green.
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
  const verdict = red.length === 0 ? [] : ['', `Red: ${red.join(', ')}.`];
  return {
    isGreen: red.length === 0 && failed === 0,
    text: [...lines, ...verdict, '', `tests: ${passed} passed, ${failed} failed`].join('\n'),
  };
}
