// `npm start`: everything the product needs, then the product. Plain JavaScript without dependencies, because it
// runs on whatever Node the machine has.
import path from 'node:path';
import { ensureBuilt } from './bootstrap/build.mjs';
import { withLargePages } from './bootstrap/large-pages.mjs';
import { envFileOptions, ROOT } from './bootstrap/paths.mjs';
import { prepare } from './bootstrap/prepare.mjs';
import { runInForeground } from './bootstrap/run.mjs';
import { exitWith } from './bootstrap/say.mjs';

await exitWith(async () => {
  const runtime = await prepare('product');
  await ensureBuilt(runtime);
  const command = path.join(ROOT, 'apps', 'server', 'src', 'commands', 'index.ts');
  return runInForeground(
    runtime.node,
    [...envFileOptions(), command, 'serve', ...process.argv.slice(2)],
    withLargePages(runtime.env),
  );
});
