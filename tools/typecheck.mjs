// `npm run typecheck`: types of every workspace that changed since the last run, and of what uses them. Words after it
// are for tsc. One checker for each project, since each of several checks again what the others need; and a heap that is
// collected less often, which takes a third of the compiler's time otherwise.
import { prepare } from './bootstrap/prepare.mjs';
import { runHere } from './bootstrap/run.mjs';
import { exitWith } from './bootstrap/say.mjs';

await exitWith(async () => {
  const { env } = await prepare('all');
  return runHere('tsc', ['-b', '--checkers', '1', ...process.argv.slice(2)], { GOGC: '400', ...env });
});
