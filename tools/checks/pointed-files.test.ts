import extractOptions from 'dependency-cruiser/config-utl/extract-depcruise-options';
import { describe, expect, it } from 'vitest';
import { pathRules, pointedBy, pointedProblems } from './pointed-files.ts';

const { ruleSet } = await extractOptions('./.dependency-cruiser.cjs');
const RULES = pathRules(ruleSet?.forbidden ?? []);
const MODULES = 'apps/server/src/modules';

/** The rules that an arrow breaks. */
function broken(from: string, to: string): string[] {
  return pointedProblems([{ from, to }], RULES, []).map((problem) => problem.split(':')[0] ?? '');
}

describe('files that are pointed at by a URL', () => {
  it('are those of code, wherever the URL is used and however its call is broken into lines', () => {
    const text = `
      const worker = fileURLToPath(new URL('../../app/workers/walk-worker.ts', import.meta.url));
      new Worker(new URL(
        "./layout.worker.ts",
        import.meta.url,
      ));
      const data = new URL('../../starter/transfers/', import.meta.url);
      const link = new URL('/a.ts', publicUrl);`;
    expect(pointedBy('apps/server/src/modules/a.ts', text)).toEqual([
      { from: 'apps/server/src/modules/a.ts', to: 'apps/server/app/workers/walk-worker.ts' },
      { from: 'apps/server/src/modules/a.ts', to: 'apps/server/src/modules/layout.worker.ts' },
    ]);
  });

  it('are refused where an import of them is', () => {
    expect(RULES.length).toBeGreaterThan(20);
    expect(broken(`${MODULES}/checks/outside/a.ts`, 'apps/server/src/app/workers/b.ts')).toEqual([
      'nothing-imports-app',
    ]);
    expect(broken(`${MODULES}/labels/labels/a.ts`, `${MODULES}/checks/index.ts`)).toEqual(['modules']);
    expect(broken(`${MODULES}/checks/checks/a.ts`, `${MODULES}/labels/labels/b.ts`)).toEqual(['module-front-door']);
    expect(broken('apps/server/src/platform/a.ts', `${MODULES}/labels/index.ts`)).toEqual(['platform-knows-no-module']);
    expect(broken('apps/server/src/app/a.ts', 'apps/bot/src/main.ts')).toEqual(['who-may-import']);
    expect(broken('apps/web/app/features/a/b.ts', 'apps/web/app/features/c/d.ts')).toEqual([
      'web-features-do-not-meet',
    ]);
  });

  it('may be used where an import of them may', () => {
    expect(broken(`${MODULES}/reports/outside/a.ts`, `${MODULES}/reports/outside/b-worker.ts`)).toEqual([]);
    expect(broken(`${MODULES}/checks/checks/a.ts`, `${MODULES}/labels/index.ts`)).toEqual([]);
    expect(broken('apps/server/src/commands/a.ts', 'apps/server/src/app/workers/b.ts')).toEqual([]);
  });

  it('may be programs of a list that only gets shorter', () => {
    const started = { from: 'apps/server/src/app/a.ts', to: 'apps/bot/src/main.ts', reason: 'a process of its own' };
    expect(pointedProblems([started], RULES, [started])).toEqual([]);
    expect(pointedProblems([], RULES, [started])).toEqual([expect.stringContaining('remove it from the list')]);
  });
});
