import { globSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

/** What a pure function may not ask for: time and chance are arguments. A private method may share a name with it. */
const IMPURE =
  /(?<!#)\b(Date\.now\(|new Date\(\)|Math\.random\(|performance\.|process\.|fetch\(|setTimeout\(|localStorage)/;
const PURE = ['domain', 'address', 'exposure', 'contracts', 'certificate', 'figures'];

/** Lines of code, without comments, that reach for the clock, chance or the outside world. */
function impureLines(source: string): string[] {
  return source
    .replace(/\/\*[\s\S]*?\*\//g, '')
    .split('\n')
    .map((line) => line.replace(/\/\/.*$/, ''))
    .filter((line) => IMPURE.test(line));
}

describe('pure packages', () => {
  it('read no clock, no chance and no outside world', () => {
    const files = globSync(`packages/{${PURE.join(',')}}/src/**/*.{ts,tsx}`).filter(
      (file) => !/\.(test|bench)\./.test(file),
    );
    expect(files.length).toBeGreaterThan(10);
    const found = files.flatMap((file) =>
      impureLines(readFileSync(file, 'utf8')).map((line) => `${file}: ${line.trim()}`),
    );
    // The typed client takes `fetch` as an argument; calling that argument is not reaching out by itself.
    expect(found.filter((line) => !line.startsWith('packages/contracts/src/client'))).toEqual([]);
  });

  it('would be caught if they did', () => {
    expect(impureLines('const at = Date.now();\n// Date.now() in a comment\nconst r = Math.random();')).toHaveLength(2);
  });
});
