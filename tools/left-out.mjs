// `npm run left-out`: leaves each module that can be left out of the server, one after the other, out of a copy of the
// sources, and proves that the rest is whole: it type-checks, builds, starts, and runs one check and one payment. Words
// after it choose modules. A module that fails does not stop the rest.
import path from 'node:path';
import { ensureBuilt } from './bootstrap/build.mjs';
import { withLock } from './bootstrap/lock.mjs';
import { ROOT } from './bootstrap/paths.mjs';
import { prepare } from './bootstrap/prepare.mjs';
import { runInForeground } from './bootstrap/run.mjs';
import { exitWith } from './bootstrap/say.mjs';

await exitWith(async () => {
  const runtime = await prepare('all');
  await ensureBuilt(runtime);
  const program = path.join(ROOT, 'tools', 'left-out', 'run.ts');
  return withLock('left-out', () => runInForeground(runtime.node, [program, ...process.argv.slice(2)], runtime.env));
});
