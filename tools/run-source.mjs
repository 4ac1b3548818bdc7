// `node tools/run-source.mjs [options of Node] file.ts [arguments]`: runs a source file on the product's Node, whatever
// Node the machine has. For scripts of workspaces, which npm starts in their own folder.

import { withLargePages } from './bootstrap/large-pages.mjs';
import { prepare } from './bootstrap/prepare.mjs';
import { runInForeground } from './bootstrap/run.mjs';
import { exitWith } from './bootstrap/say.mjs';

await exitWith(async () => {
  const runtime = await prepare('all');
  return runInForeground(runtime.node, process.argv.slice(2), withLargePages(runtime.env));
});
