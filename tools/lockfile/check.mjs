// `npm run check:lockfile`: every package in package-lock.json is complete and pinned by its hash.
import { readFileSync } from 'node:fs';
import { LOCKFILE, problemsOf } from './problems.mjs';

const { packages } = JSON.parse(readFileSync(LOCKFILE, 'utf8'));
const problems = problemsOf(packages);
for (const problem of problems) process.stderr.write(`package-lock.json: ${problem}\n`);
process.stdout.write(`${Object.keys(packages).length} entries read, ${problems.length} problems\n`);
process.exitCode = problems.length === 0 ? 0 : 1;
