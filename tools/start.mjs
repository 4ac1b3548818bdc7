// `npm start`: everything the product needs, then the product. Plain JavaScript without dependencies, because it
// runs on whatever Node the machine has.
import { ensureBuilt, serverEntry } from './bootstrap/build.mjs';
import { withLargePages } from './bootstrap/large-pages.mjs';
import { envFileOptions } from './bootstrap/paths.mjs';
import { prepare } from './bootstrap/prepare.mjs';
import { runInForeground } from './bootstrap/run.mjs';
import { exitWith } from './bootstrap/say.mjs';

await exitWith(async () => {
  const runtime = await prepare('product');
  await ensureBuilt(runtime);
  return runInForeground(
    runtime.node,
    [...envFileOptions(), serverEntry(), 'serve', ...process.argv.slice(2)],
    withLargePages(runtime.env),
  );
});
