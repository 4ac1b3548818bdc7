import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { countTests, filesToRepeat, NO_TEST, readFailures, summarise, unhandledErrors } from './summary.mjs';

const scratch = mkdtempSync(path.join(tmpdir(), 'assay-summary-'));
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

function report(content: object): string {
  const file = path.join(scratch, 'report.json');
  writeFileSync(file, JSON.stringify(content));
  return file;
}

describe('countTests', () => {
  it('counts tests, and a file that could not be loaded as one failure', () => {
    const broken = { status: 'failed', assertionResults: [] };
    const fine = { status: 'passed', assertionResults: [{}] };
    expect(countTests(report({ numPassedTests: 5, numFailedTests: 1, testResults: [fine, broken] }))).toEqual({
      passed: 5,
      failed: 2,
    });
  });

  it('takes a missing report for a failure', () => {
    expect(countTests(path.join(scratch, 'none.json'))).toEqual({ passed: 0, failed: 1 });
  });
});

describe('what failed', () => {
  const failed = { status: 'failed', fullName: 'a test', failureMessages: ['expected 1 to be 2\nat a\nat b'] };

  it('is read from the report with its file, its name and its message', () => {
    const broken = { name: `${process.cwd()}/b.test.ts`, status: 'failed', message: 'no module', assertionResults: [] };
    const red = { name: `${process.cwd()}/a.test.ts`, status: 'failed', assertionResults: [failed] };
    expect(readFailures(report({ testResults: [broken, red] }))).toEqual([
      { file: 'b.test.ts', test: '', message: 'no module' },
      { file: 'a.test.ts', test: 'a test', message: 'expected 1 to be 2\nat a\nat b' },
    ]);
    expect(readFailures(path.join(scratch, 'none.json'))).toEqual([]);
  });

  it('is also what no test caught, which the report leaves out', () => {
    const heading = '\u001b[31m⎯⎯⎯ Unhandled Errors \u001b[39m⎯⎯⎯\n';
    expect(unhandledErrors(`✓ a test\n${heading}\nError: late\n at a`)).toMatch(/^Unhandled Errors ⎯+\n\nError: late/);
    expect(unhandledErrors('✓ says Unhandled Errors')).toBe('');
    expect(filesToRepeat([{ file: NO_TEST, test: '', message: 'Error: late' }])).toEqual([]);
  });

  it('is repeated when it is little, and never when a property has a counterexample', () => {
    const failure = (file: string, message = 'timed out') => ({ file, test: 'a test', message });
    expect(filesToRepeat([failure('a'), failure('a'), failure('b')])).toEqual(['a', 'b']);
    expect(filesToRepeat([failure('a'), failure('b'), failure('c'), failure('d')])).toEqual([]);
    expect(filesToRepeat([failure('a'), failure('b', 'Error: Property failed after 3 tests')])).toEqual([]);
  });
});

describe('summarise', () => {
  const green = { name: 'unit', isGreen: true, seconds: 1, tests: { passed: 100, failed: 0 } };
  const lint = { name: 'lint', isGreen: true, seconds: 2 };

  it('ends with the count of all tests alone on its line', () => {
    const { text, isGreen } = summarise([lint, green, { ...green, name: 'e2e', tests: { passed: 23, failed: 0 } }]);
    expect(isGreen).toBe(true);
    expect(text.split('\n').at(-1)).toBe('tests: 123 passed, 0 failed');
  });

  it('names what is red and never counts 0 failed then', () => {
    const { text, isGreen } = summarise([{ ...lint, isGreen: false }, green]);
    expect(isGreen).toBe(false);
    expect(text).toContain('Red: lint.');
    expect(text.split('\n').at(-1)).toBe('tests: 100 passed, 1 failed');
  });

  it('says what failed, and fails as well by what passed only when repeated', () => {
    const failure = { file: 'a.test.ts', test: 'a test', message: 'timed out' };
    const red = { ...green, isGreen: false, tests: { passed: 99, failed: 1 } };
    const { text } = summarise([{ ...red, failures: [failure] }]);
    expect(text).toContain('Failed:\n  unit: a.test.ts > a test\n    timed out\n');
    const repeated = summarise([{ ...red, failures: [], unsteady: [failure] }]);
    expect(repeated.isGreen).toBe(false);
    expect(repeated.text).toContain('Failed, and passed when repeated:\n  unit: a.test.ts > a test\n    timed out\n');
    expect(repeated.text.split('\n').at(-1)).toBe('tests: 99 passed, 1 failed');
  });
});
