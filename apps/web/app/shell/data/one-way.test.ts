import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const APP = fileURLToPath(new URL('../../', import.meta.url));

function filesWith(...patterns: readonly RegExp[]): readonly string[] {
  return globSync('**/*.{ts,tsx}', { cwd: APP })
    .filter((file) => !/\.test\.tsx?$/.test(file))
    .filter((file) => {
      const text = readFileSync(path.join(APP, file), 'utf8');
      return patterns.every((pattern) => pattern.test(text));
    })
    .toSorted();
}

describe('data in components', () => {
  it('is loaded by useData, the only place that holds an answer and a failure in its state', () => {
    expect(filesWith(/\buseState\b/, /instanceof ApiError/)).toEqual([
      // Loads the script of the card provider too.
      'features/card-payment/use-card-form.ts',
      // Reports a failed change with a text of its own.
      'features/feedback/use-editor.ts',
      'shell/data/use-action.ts',
      'shell/data/use-data.ts',
    ]);
  });

  it('is requested and aborted by useData, except for the check for a new build', () => {
    expect(filesWith(/\bnew AbortController\b/)).toEqual(['shell/build/build-check.tsx', 'shell/data/use-data.ts']);
  });

  it('is repeated by useData, except for the check for a new build', () => {
    expect(filesWith(/\bsetInterval\(/)).toEqual(['shell/build/check-build.ts']);
  });

  it('comes as events only for a running check', () => {
    expect(filesWith(/\bnew EventSource\b/)).toEqual(['features/result/use-check-state.ts']);
  });
});
