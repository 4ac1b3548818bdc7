// `npm run -s assay -- …`: the command line from a clone. Nothing but the command's data goes to stdout.
import path from 'node:path';
import { withLargePages } from './bootstrap/large-pages.mjs';
import { envFileOptions, ROOT } from './bootstrap/paths.mjs';
import { prepare } from './bootstrap/prepare.mjs';
import { runInForeground } from './bootstrap/run.mjs';
import { exitWith } from './bootstrap/say.mjs';

await exitWith(async () => {
  const runtime = await prepare('product');
  const command = path.join(ROOT, 'apps', 'server', 'src', 'commands', 'index.ts');
  return runInForeground(
    runtime.node,
    [...envFileOptions(), command, ...process.argv.slice(2)],
    withLargePages(runtime.env),
  );
});
