// `npm run dev`: the product from source. The server starts again when a file of the server or of a package it uses
// changes; the site's pages come from Vite, which brings a change of a component into the open page. The database is
// the embedded one of `npm start`.
import path from 'node:path';
import { envFileOptions, ROOT } from './bootstrap/paths.mjs';
import { prepare } from './bootstrap/prepare.mjs';
import { runRestarting } from './bootstrap/restart.mjs';
import { runQuietly } from './bootstrap/run.mjs';
import { exitWith, PlainError } from './bootstrap/say.mjs';

const WEB = path.join(ROOT, 'apps', 'web');
/** The packages of the browser: Vite follows them. */
const BROWSER_ONLY = /^packages[\\/]ui[\\/]/;

await exitWith(async () => {
  const runtime = await prepare('all');
  const icons = await runQuietly(runtime.node, ['tools/build-icons.ts'], { cwd: WEB, env: runtime.env });
  if (icons.code !== 0) throw new PlainError('The asset icons could not be written.', icons.output);
  return runRestarting(runtime, {
    // Vite loads the packages of the site in their development form; the server's host has to use the same ones.
    args: ['--conditions=development', ...envFileOptions(), path.join(ROOT, 'tools', 'dev', 'serve.ts')],
    root: ROOT,
    folders: ['apps/server/src', 'packages', 'tools/dev'],
    matters: (file) => /\.ts$/.test(file) && !/\.(test|d)\.ts$|node_modules/.test(file) && !BROWSER_ONLY.test(file),
  });
});
