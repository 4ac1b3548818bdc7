// `npm test`: installs what the tests need, then runs all of them.
import path from 'node:path';
import { ensureChromium } from './bootstrap/chromium.mjs';
import { ROOT } from './bootstrap/paths.mjs';
import { prepare } from './bootstrap/prepare.mjs';
import { runInForeground } from './bootstrap/run.mjs';
import { exitWith, say } from './bootstrap/say.mjs';
import { ensureVerifiers } from './bootstrap/verifiers.mjs';

await exitWith(async () => {
  const runtime = await prepare('all');
  const chromium = await ensureChromium(runtime);
  await ensureVerifiers();
  say(`Testing with Node ${runtime.node} and Chromium ${chromium}.`);
  return runInForeground(runtime.node, [path.join(ROOT, 'tools', 'verify.mjs')], {
    ...runtime.env,
    CHROME_PATH: chromium,
  });
});
