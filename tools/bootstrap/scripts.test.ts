import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { ROOT } from './paths.mjs';

/** Plain JavaScript, which goes on under the product's Node, or a script of a workspace that is checked here too. */
const STARTS_ANYWHERE = /^(?:exec )?(?:node (?:\.\.\/)*tools\/[\w/-]+\.mjs|npm run -w)/;

const scriptsOf = (folder: string): Record<string, string> =>
  JSON.parse(readFileSync(path.join(ROOT, folder, 'package.json'), 'utf8')).scripts;

it('every script that people run starts on a Node older than the product’s, and before packages are installed', () => {
  const { typegen = '' } = scriptsOf('apps/web');
  const scripts = { ...scriptsOf('.'), ...scriptsOf('bench'), ...scriptsOf('e2e'), typegen };
  for (const [name, script] of Object.entries(scripts)) expect(script, name).toMatch(STARTS_ANYWHERE);
});

it.each(['apps/server', 'packages/exposure'])('every long run of %s names test files that are there', (folder) => {
  const runs = Object.entries(scriptsOf(folder)).filter(([, script]) => script.startsWith('vitest run '));
  expect(runs.length).toBeGreaterThan(0);
  for (const [name, script] of runs) {
    // Vitest says nothing of a filter that matches no file while another one does.
    const filters = script.replace(/^.* --project \w+ /, '').split(' ');
    for (const filter of filters) {
      const found = globSync([`${filter}*.test.ts`, `${filter}/**/*.test.ts`], { cwd: ROOT });
      expect(found.length, `${name}: ${filter}`).toBeGreaterThan(0);
    }
  }
});
