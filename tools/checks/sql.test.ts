import { globSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

/** A statement sent from here, whatever the client is called. */
const QUERY = /\.query\s*[(<]/;

/** Files that talk to the database without being a store, or what talks to others. */
function strayQueries(files: readonly string[], read: (file: string) => string): string[] {
  return files.filter((file) => !/(\.(store|test)\.ts$|\/(test|outside)\/)/.test(file) && QUERY.test(read(file)));
}

describe('SQL', () => {
  it('lives in the stores of a module, also where its use cases open the transaction', () => {
    const files = globSync('apps/server/src/{modules,platform/{audit,intake,mail}}/**/*.ts');
    expect(files.length).toBeGreaterThan(50);
    expect(strayQueries(files, (file) => readFileSync(file, 'utf8'))).toEqual([]);
  });

  it('would be found elsewhere', () => {
    const read = (): string => "await client.query<Row>('SELECT 1');";
    expect(
      strayQueries(['modules/a/a.ts', 'modules/a/a.store.ts', 'modules/a/a.test.ts', 'modules/a/outside/b.ts'], read),
    ).toEqual(['modules/a/a.ts']);
  });
});
