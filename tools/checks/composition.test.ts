import { expect, it } from 'vitest';
import { compositionFiles, compositionProblems, decisionsIn } from './composition.ts';

const FILE = 'apps/server/src/app/composition/example.ts';

it('finds no decision in the composition but the stated ones', () => {
  const files = compositionFiles();
  expect(files.size).toBeGreaterThan(10);
  expect([...files.keys()].filter((file) => file.endsWith('/module.ts')).length).toBeGreaterThan(10);
  expect(compositionProblems(files)).toEqual([]);
});

it('counts branches, loops and error handlers, and neither defaults nor words in texts', () => {
  const source = `
    // if (this) were code
    export const part = (pool: Pool, log = noLog) => build({ pool, log, name: 'if (x) switch', kept: given ?? null });
    export function choose(a: boolean, list: string[]): string {
      try {
        if (a && list.length > 0) return 'one';
        for (const item of list) while (a) switch (item) { case 'x': break; }
      } finally { stop(); }
      return a ? 'two' : 'three';
    }`;
  expect(decisionsIn(source)).toEqual(
    new Map([
      ['&& or ||', 1],
      ['?:', 1],
      ['if', 1],
      ['loop', 2],
      ['switch', 1],
      ['try', 1],
    ]),
  );
});

it('refuses a decision that is not stated, and a statement of one that is gone', () => {
  const branch = new Map([[FILE, 'if (a) b();']]);
  const stated = [{ file: FILE, kind: 'if', count: 1, reason: 'not configured' }] as const;
  expect(compositionProblems(branch, [])).toEqual([expect.stringContaining("contains 1 × 'if', 0 stated")]);
  expect(compositionProblems(branch, stated)).toEqual([]);
  expect(compositionProblems(new Map([[FILE, 'b();']]), stated)).toEqual([expect.stringContaining('correct')]);
});

it('refuses decisions and what computes in the face of a module', () => {
  const file = 'apps/server/src/modules/drawer/module.ts';
  const loop = new Map([[file, 'export async function removeOld() { while (await removed()); return a && b; }']]);
  expect(compositionProblems(loop, [])).toEqual([
    expect.stringContaining("1 × 'loop'"),
    expect.stringContaining("1 × '&& or ||'"),
  ]);
  const computing = "import { createHmac } from 'node:crypto'; export const key = createHmac('sha256', secret);";
  expect(compositionProblems(new Map([[file, computing]]), [])).toEqual([expect.stringContaining('uses Node')]);
  expect(compositionProblems(new Map([[file.replace('module.ts', 'open/keys.ts'), computing]]), [])).toEqual([]);
});
