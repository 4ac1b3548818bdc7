import { describe, expect, it } from 'vitest';
import { withSourcePlaces } from '../tools/source-places.ts';

const OUT = '/clone/apps/server/build/a';
const MODULE = '/clone/apps/server/src/platform/db/migrate.ts';
const placed = (code: string, file = MODULE) => withSourcePlaces(code, file, OUT);

describe('where a module is, in the bundle', () => {
  it('is where its source is', () => {
    expect(placed("new URL('./migrations/', import.meta.url)")).toBe(
      "new URL('./migrations/', new URL('../../src/platform/db/migrate.ts', import.meta.url).href)",
    );
    expect(placed('import.meta.dirname')).toContain("pathOfSource(new URL('../../src/platform/db', import.meta.url))");
    const font = placed('import.meta.resolve(font)', '/clone/packages/report/src/fonts/faces.ts');
    expect(font).toContain(
      "requireOfSource(new URL('../../../../packages/report/src/fonts/faces.ts', import.meta.url))",
    );
    expect(font).toContain('.href)(font)');
  });

  it('is the bundled entry for a thread, and for nothing else beside it', () => {
    expect(placed("new URL('./page-worker.ts', import.meta.url)")).toBe(
      "new URL('./page-worker.mjs', import.meta.url)",
    );
    expect(placed("new URL('leash.ts', import.meta.url)")).toContain('../../src/platform/db/migrate.ts');
  });

  it('is the entry of the process as it was', () => {
    expect(placed('if (import.meta.main) run();')).toBe('if (import.meta.main) run();');
  });

  it('keeps the lines of the source', () => {
    const code = 'const one = 1;\nconst two = import.meta.dirname;\n';
    expect(placed(code).split('\n')).toHaveLength(3);
  });

  it('is refused where it is asked for in another way', () => {
    expect(() => placed('import.meta.filename')).toThrow('import.meta.filename');
  });
});
