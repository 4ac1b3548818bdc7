import { describe, expect, it } from 'vitest';
import { tablesIn } from './results.mjs';
import { chosen, measuringSteps } from './steps.mjs';

describe('the results of a benchmark', () => {
  it('are the rows of each table that it printed, under the line before the table', () => {
    const output = [
      'starting',
      '### 1,000,000 transfers',
      '',
      '**PostgreSQL, one client**',
      '',
      '| what | p50 | note |',
      '| --- | --- | --- |',
      '| ours | 3.2 | |',
      '| theirs | 6.1 | 2 stopped |',
      'done',
      '|a|b|',
      '|---|---:|',
      '|x|1|',
    ].join('\n');
    expect(tablesIn(output)).toEqual([
      {
        title: 'PostgreSQL, one client',
        rows: [
          { what: 'ours', p50: '3.2', note: '' },
          { what: 'theirs', p50: '6.1', note: '2 stopped' },
        ],
      },
      { title: 'done', rows: [{ a: 'x', b: '1' }] },
    ]);
  });

  it('are none where nothing was measured', () => {
    expect(tablesIn('ready\n| no | rule |\n')).toEqual([]);
  });

  it('are of every benchmark by default, and of no drill', () => {
    const names = measuringSteps().map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(['walk', 'bulk', 'checks', 'pages', 'report', 'label-scale']));
    expect(names).not.toContain('drills');
    expect(() => chosen(['drills'], measuringSteps())).toThrow('There is no step drills');
  });
});
