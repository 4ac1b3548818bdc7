import { globSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

/** What every module shares, by the file that declares it. */
const DECLARED = [
  {
    what: 'Clock',
    pattern: /(?:interface|type) Clock(?: =| \{)|\{ now\(\): Date;? \}|[(,]\s*now: \(\) => Date\b/,
    in: 'apps/server/src/platform/kernel/time/clock.ts',
  },
  {
    what: 'Log',
    pattern: /interface \w*Log \{[^}]*\b(?:info|warn|error)\(/,
    in: 'apps/server/src/platform/kernel/log.ts',
  },
  {
    what: 'Transaction',
    pattern: /type Transaction = <|<T>\(\w+: \(\w+: Db\) => Promise<T>\) => Promise<T>/,
    in: 'apps/server/src/platform/db/transactions.ts',
  },
  {
    what: 'SYSTEM_CLOCK',
    pattern: /\{ now: \(\) => new Date\(\) \}/,
    in: 'apps/server/src/platform/kernel/time/clock.ts',
  },
] as const;

/** Each file that declares one of them, beside the one that may. */
function declaredAgain(files: readonly string[], read: (file: string) => string): string[] {
  return files.flatMap((file) => {
    const text = read(file);
    return DECLARED.filter((one) => one.in !== file && one.pattern.test(text)).map(({ what }) => `${file}: ${what}`);
  });
}

describe('Clock, Log, Transaction and SYSTEM_CLOCK', () => {
  const files = globSync('apps/server/{src,test}/**/*.ts', { exclude: ['**/*.test.ts', '**/app/composition/**'] });
  const read = (file: string) => readFileSync(file, 'utf8');

  it('are declared once, by the platform', () => {
    expect(declaredAgain(files, read)).toEqual([]);
    for (const one of DECLARED) expect(read(one.in), one.what).toMatch(one.pattern);
  });

  it('would be found in a module', () => {
    const texts: Readonly<Record<string, string>> = {
      'a.ts': 'export interface Clock {\n  now(): Date;\n}',
      'b.ts': 'interface PaymentsLog {\n  warn(facts: object, message: string): void;\n}',
      'c.ts': 'type Transaction = <T>(work: () => Promise<T>) => Promise<T>;',
      'd.ts': 'readonly clock: { now(): Date };',
      'e.ts': 'function open(now: () => Date = () => new Date()) {}',
      'f.ts': 'readonly transaction: <T>(work: (db: Db) => Promise<T>) => Promise<T>;',
      'g.ts': 'const clock = { now: () => new Date() };',
      'h.ts': "import { type Clock, SYSTEM_CLOCK } from './clock.ts'; interface AppliedLog { readonly erased: number }",
    };
    expect(declaredAgain(Object.keys(texts), (file) => texts[file] ?? '')).toEqual([
      'a.ts: Clock',
      'b.ts: Log',
      'c.ts: Transaction',
      'd.ts: Clock',
      'e.ts: Clock',
      'f.ts: Transaction',
      'g.ts: SYSTEM_CLOCK',
    ]);
  });
});
