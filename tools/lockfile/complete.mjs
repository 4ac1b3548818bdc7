// `node tools/lockfile/complete.mjs`, after npm install: marks the packages whose native parts nobody uses, so that npm
// ci needs no compiler, removes the addresses of registries, and prints what `npm run check:lockfile` refuses.
import { readFileSync, writeFileSync } from 'node:fs';
import { LOCKFILE, problemsOf } from './problems.mjs';
import { leaveUnbuilt } from './unbuilt.mjs';

const text = readFileSync(LOCKFILE, 'utf8');
const lockfile = JSON.parse(text);
for (const entry of Object.values(lockfile.packages)) {
  if (entry.link !== true) delete entry.resolved;
}
leaveUnbuilt(lockfile.packages);
const completed = `${JSON.stringify(lockfile, null, 2)}\n`;
if (completed !== text) writeFileSync(LOCKFILE, completed);
const problems = problemsOf(lockfile.packages);
for (const problem of problems) process.stderr.write(`${problem}\n`);
process.exitCode = problems.length === 0 ? 0 : 1;
