import { describe, expect, it } from 'vitest';
import { judge, readFigures, readTargets, runTable, spreadOf, targetTable } from './figures.mjs';
import { measuringSteps } from './steps.mjs';

const TARGETS = [
  { figure: 'walk/mean-ratio', what: 'a walk', unit: 'times', atMost: 2 },
  { figure: 'bulk/rows-per-second', what: 'an import', unit: 'rows/s', atLeast: 100 },
];

describe('the figures of a benchmark', () => {
  it('are the lines that say so, whatever else it prints', () => {
    const output = 'ready\n| a | b |\nfigure {"name":"mean-ratio","value":1.25}\nfigure 7: a picture\n';
    expect(readFigures('walk', output, TARGETS)).toEqual({ figures: { 'mean-ratio': 1.25 }, fault: null });
  });

  it('are a fault when one is no number, has no name or comes twice', () => {
    const line = 'figure {"name":"mean-ratio","value":1}\n';
    for (const output of [
      `${line}${line}`,
      'figure {"name":"mean-ratio"}',
      'figure {"name":"mean-ratio","value":null}',
      'figure {"name":"Mean ratio","value":1}',
      'figure {"name":',
    ]) {
      expect(readFigures('walk', output, []).fault, output).toMatch(
        /^printed what is no figure, or one twice: figure /,
      );
    }
  });

  it('are a fault when one that has a target is not printed', () => {
    expect(readFigures('walk', 'ready\n', TARGETS).fault).toBe('printed no figure mean-ratio');
    expect(readFigures('address', 'ready\n', TARGETS).fault).toBeNull();
    const maybe = TARGETS.map((target) => ({ ...target, unless: 'no g++' }));
    expect(readFigures('walk', 'ready\n', maybe).fault).toBeNull();
  });
});

describe('the targets', () => {
  it('each name a benchmark that is run, have a unit and one bound, and none comes twice', () => {
    const names = measuringSteps().map(({ name }) => name);
    const targets = readTargets();
    for (const { figure, what, unit, atLeast, atMost } of targets) {
      expect(names, figure).toContain(figure.split('/')[0]);
      expect(
        [what, unit].every((text) => text.length > 0),
        figure,
      ).toBe(true);
      expect([typeof atLeast, typeof atMost].sort(), figure).toEqual(['number', 'undefined']);
    }
    expect(new Set(targets.map(({ figure }) => figure)).size).toBe(targets.length);
  });

  it('are judged by the median of all runs', () => {
    const runs = [1.9, 2.4, 1.8].map((value) => ({ name: 'walk', figures: { 'mean-ratio': value } }));
    const slow = [{ name: 'bulk', figures: { 'rows-per-second': 99 } }];
    expect(judge(TARGETS, [...runs, ...slow]).map(({ measured, isReached }) => ({ measured, isReached }))).toEqual([
      { measured: { minimum: 1.8, median: 1.9, maximum: 2.4 }, isReached: true },
      { measured: { minimum: 99, median: 99, maximum: 99 }, isReached: false },
    ]);
  });

  it('say of a benchmark that did not run that it did not', () => {
    const table = targetTable(judge(TARGETS, [{ name: 'walk', figures: { 'mean-ratio': 2.04567 } }]));
    expect(table.split('\n').slice(2)).toEqual([
      '| a walk | walk/mean-ratio | at most 2 | times | 2.046 | 2.046 | 2.046 | no |',
      '| an import | bulk/rows-per-second | at least 100 | rows/s |  | not run |  |  |',
    ]);
  });
});

describe('the runs', () => {
  it('are a line a benchmark, with least, median and most', () => {
    const run = { name: 'walk', round: 1, failure: null, load: { before: 0.5, after: 1 } };
    const table = runTable([
      { ...run, seconds: 10, peakMemoryBytes: 300 * 1024 ** 2 },
      { ...run, round: 2, seconds: 30, peakMemoryBytes: 500 * 1024 ** 2, failure: 'ended with 1' },
      { ...run, name: 'bot', seconds: 5, peakMemoryBytes: null },
    ]);
    expect(table.split('\n').slice(2)).toEqual([
      '| walk | 2 | 10, 20, 30 | 300, 400, 500 | 0.5, 0.75, 1 | ended with 1 |',
      '| bot | 1 | 5 | unknown | 0.5, 0.75, 1 |  |',
    ]);
  });

  it('have the middle of an even number between the two in the middle', () => {
    expect(spreadOf([4, 1, 3, 2])).toEqual({ minimum: 1, median: 2.5, maximum: 4 });
  });
});
