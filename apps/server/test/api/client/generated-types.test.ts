import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { useAuthApp } from '../../support/auth-app.ts';

const server = useAuthApp();
const TYPES = fileURLToPath(new URL('../../../../../packages/client/src/generated/api.ts', import.meta.url));
const GENERATOR = path.join(
  path.dirname(createRequire(import.meta.url).resolve('openapi-typescript/package.json')),
  'bin/cli.js',
);

/** The types of the public API, as openapi-typescript makes them of the document. */
async function generatedTypes(): Promise<string> {
  const folder = mkdtempSync(path.join(tmpdir(), 'assay-client-types-'));
  try {
    const { text } = await server.client().get('/api/v1/openapi.json');
    writeFileSync(path.join(folder, 'openapi.json'), text);
    execFileSync(process.execPath, [GENERATOR, 'openapi.json', '-o', 'api.ts'], { cwd: folder, stdio: 'pipe' });
    return readFileSync(path.join(folder, 'api.ts'), 'utf8');
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

describe('the types of the client', () => {
  // UPDATE_CLIENT=1 writes them: a change of the document is then a change of the client that a review sees.
  it('are those of the document', async () => {
    const types = await generatedTypes();
    if (process.env['UPDATE_CLIENT'] === '1') writeFileSync(TYPES, types);
    expect(readFileSync(TYPES, 'utf8') === types, 'run UPDATE_CLIENT=1 npm run unit -- generated-types').toBe(true);
  });
});
