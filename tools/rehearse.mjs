// `npm run rehearse`: the installation of a company, from the image to a restored database, once through on this machine
// (bench/drills/README.md#the-rehearsal).
import { npm } from './bootstrap/node.mjs';
import { prepare } from './bootstrap/prepare.mjs';
import { runInForeground } from './bootstrap/run.mjs';
import { exitWith } from './bootstrap/say.mjs';
import { ensureImageBuilders } from './bootstrap/verifiers.mjs';

await exitWith(async () => {
  const runtime = await prepare('all');
  await ensureImageBuilders();
  const { command, args } = npm(runtime.node);
  return runInForeground(command, [...args, 'run', '--silent', '-w', '@assay/e2e', 'rehearse'], runtime.env);
});
