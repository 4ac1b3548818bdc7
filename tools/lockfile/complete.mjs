// `node tools/lockfile/complete.mjs`, after npm install: npm leaves optional packages of other machines out of the
// lockfile when the registry at hand does not offer them, and npm ci then refuses that lockfile everywhere. This adds
// them by name and version, so that npm ci installs them where they exist and belong. It also marks the packages whose
// native parts nobody uses, so that npm ci needs no compiler.
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { missingOptional, placeholder } from './optional.mjs';
import { leaveUnbuilt } from './unbuilt.mjs';

const LOCKFILE = fileURLToPath(new URL('../../package-lock.json', import.meta.url));

const text = readFileSync(LOCKFILE, 'utf8');
const lockfile = JSON.parse(text);
const missing = missingOptional(lockfile.packages);
for (const { name, spec } of missing) lockfile.packages[`node_modules/${name}`] = placeholder(name, spec);
leaveUnbuilt(lockfile.packages);
const entries = Object.entries(lockfile.packages).sort(([a], [b]) => a.localeCompare(b, 'en'));
lockfile.packages = Object.fromEntries(entries);
const completed = `${JSON.stringify(lockfile, null, 2)}\n`;
if (completed !== text) writeFileSync(LOCKFILE, completed);
process.stdout.write(`${missing.length} optional packages added to package-lock.json\n`);
