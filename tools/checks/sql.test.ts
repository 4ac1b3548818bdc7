import { globSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

/** A statement sent from here, whatever the client is called. */
const QUERY = /\.query\s*[(<]/;

/** Files of server features that talk to the database without being a store. */
function strayQueries(files: readonly string[], read: (file: string) => string): string[] {
  return files.filter((file) => !/(\.(store|test)\.ts$|\/test\/)/.test(file) && QUERY.test(read(file)));
}

describe('SQL', () => {
  it('lives in the stores of a feature, also where its use cases open the transaction', () => {
    const files = globSync('apps/server/src/features/**/*.ts');
    expect(files.length).toBeGreaterThan(50);
    expect(strayQueries(files, (file) => readFileSync(file, 'utf8'))).toEqual([]);
  });

  it('would be found elsewhere', () => {
    const read = (): string => "await client.query<Row>('SELECT 1');";
    expect(strayQueries(['features/a/a.ts', 'features/a/a.store.ts', 'features/a/a.test.ts'], read)).toEqual([
      'features/a/a.ts',
    ]);
  });
});
