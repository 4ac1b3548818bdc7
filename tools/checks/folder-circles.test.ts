import { describe, expect, it } from 'vitest';
import { arrowsOf, circleProblems, type Import } from './folder-circles.ts';

const imports = (...lines: readonly string[]): Import[] =>
  lines.map((line) => {
    const [from = '', to = ''] = line.split(' > ');
    return { from, to };
  });

const CIRCLE = imports('p/src/walk/a.ts > p/src/labels/b.ts', 'p/src/labels/c.ts > p/src/walk/d.ts');

describe('the check of folder circles', () => {
  it('finds two folders that depend on each other, although no file does', () => {
    expect(circleProblems(CIRCLE)).toEqual([
      [
        'p/src: its parts depend on each other in a circle',
        '  walk → labels, 1 imports, such as p/src/walk/a.ts of p/src/labels/b.ts',
        '  labels → walk, 1 imports, such as p/src/labels/c.ts of p/src/walk/d.ts',
      ].join('\n'),
    ]);
  });

  it('finds a circle of three, one through a file beside the folders, and one deep inside', () => {
    expect(circleProblems(imports('s/a/1.ts > s/b/1.ts', 's/b/2.ts > s/c/1.ts', 's/c/2.ts > s/a/2.ts'))).toHaveLength(
      1,
    );
    expect(circleProblems(imports('s/index.ts > s/a/1.ts', 's/a/2.ts > s/index.ts'))).toHaveLength(1);
    expect(circleProblems(imports('s/x/a/1.ts > s/x/b/1.ts', 's/x/b/2.ts > s/x/a/1.ts'))[0]).toContain('s/x:');
  });

  it('reports two circles of one folder apart', () => {
    const two = imports('s/a/1.ts > s/b/1.ts', 's/b/1.ts > s/a/2.ts', 's/c/1.ts > s/d/1.ts', 's/d/1.ts > s/c/2.ts');
    expect(circleProblems([...two, ...imports('s/a/1.ts > s/c/1.ts')])).toHaveLength(2);
  });

  it('accepts folders that depend on each other in one direction', () => {
    expect(
      circleProblems(
        imports('s/index.ts > s/a/1.ts', 's/a/1.ts > s/b/1.ts', 's/a/x/1.ts > s/a/1.ts', 's/a/1.ts > s/c.ts'),
      ),
    ).toEqual([]);
  });

  it('accepts a circle whose closing arrow is exempt, and refuses an exemption that is not needed', () => {
    const exemption = { inside: 'p/src', from: 'labels', to: 'walk', reason: 'moves next' };
    expect(circleProblems(CIRCLE, [exemption])).toEqual([]);
    expect(circleProblems(CIRCLE.slice(0, 1), [exemption])).toEqual([
      'p/src: labels → walk closes no circle any more: remove its exemption',
    ]);
    expect(circleProblems(CIRCLE.slice(1), [exemption])).toHaveLength(1);
    expect(circleProblems(CIRCLE, [{ ...exemption, from: 'score' }])).toHaveLength(2);
  });

  it('counts the imports of an arrow', () => {
    const [arrow] = arrowsOf(imports('s/a/1.ts > s/b/1.ts', 's/a/2.ts > s/b/x/2.ts'));
    expect(arrow).toMatchObject({ inside: 's', from: 'a', to: 'b' });
    expect(arrow?.imports).toHaveLength(2);
  });
});
