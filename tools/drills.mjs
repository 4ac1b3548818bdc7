// `npm run drills`: does on purpose what must neither stop the product nor make its books wrong. Words after it
// choose drills: `npm run drills -- floods clock`. Pages are flooded, so the site is built first.
import path from 'node:path';
import { ensureBuilt } from './bootstrap/build.mjs';
import { ROOT } from './bootstrap/paths.mjs';
import { prepare } from './bootstrap/prepare.mjs';
import { runInForeground } from './bootstrap/run.mjs';
import { exitWith } from './bootstrap/say.mjs';

await exitWith(async () => {
  const runtime = await prepare('all');
  await ensureBuilt(runtime);
  const drills = path.join(ROOT, 'bench', 'drills', 'run.ts');
  return runInForeground(runtime.node, [drills, ...process.argv.slice(2)], runtime.env);
});
