import { existsSync } from 'node:fs';
import { runQuietly } from './run.mjs';
import { PlainError, say } from './say.mjs';

/**
 * Programs that judge signed reports, encrypted backups and the files of deploy/ in the tests or run samples of the
 * guides, none of them ours, and their Debian packages.
 */
const VERIFIERS = [
  { program: 'openssl', args: ['version'], debian: 'openssl' },
  { program: 'pdfsig', args: ['-v'], debian: 'poppler-utils' },
  { program: 'mutool', args: ['-v'], debian: 'mupdf-tools' },
  { program: 'certutil', args: ['-H'], debian: 'libnss3-tools' },
  { program: 'nginx', args: ['-v'], debian: 'nginx-light' },
  { program: 'caddy', args: ['version'], debian: 'caddy' },
  { program: '/usr/lib/postgresql/15/bin/postgres', args: ['--version'], debian: 'postgresql-15' },
  { program: 'pgbackrest', args: ['version'], debian: 'pgbackrest' },
  { program: 'age', args: ['--version'], debian: 'age' },
  { program: 'curl', args: ['--version'], debian: 'curl' },
  { program: 'python3', args: ['--version'], debian: 'python3-minimal' },
  { program: 'promtool', args: ['--version'], debian: 'prometheus' },
  { program: 'systemd-analyze', args: ['--version'], debian: 'systemd' },
];

/** Programs that build a container image without an engine, and their Debian packages. */
const IMAGE_BUILDERS = [
  { program: 'buildah', args: ['--version'], debian: 'buildah' },
  { program: 'mmdebstrap', args: ['--version'], debian: 'mmdebstrap' },
];

/** Sees to it that every verifier is there; installs what is missing where that is possible. */
export async function ensureVerifiers() {
  await ensurePrograms(VERIFIERS, 'The tests of signed reports, backups, deployment files and guides');
}

/** Sees to it that an image can be built, and what runs beside it is there. */
export async function ensureImageBuilders() {
  await ensurePrograms([...IMAGE_BUILDERS, ...VERIFIERS], 'The steps of a rehearsal');
}

/**
 * @typedef {{ program: string, args: string[], debian: string }} Program
 *
 * @param {readonly Program[]} programs
 * @param {string} who needs them
 */
async function ensurePrograms(programs, who) {
  const missing = await findMissing(programs);
  if (missing.length === 0) return;
  say(`Installing ${missing.map(({ debian }) => debian).join(', ')}.`);
  const said = await installWithApt(missing.map(({ debian }) => debian));
  const left = await findMissing(programs);
  if (left.length === 0) return;
  throw new PlainError(
    `${who} need ${left.map(({ program, debian }) => `${program} (Debian: ${debian})`).join(', ')}, which could not be installed. Install them and try again.`,
    said,
  );
}

/** @param {readonly Program[]} programs */
async function findMissing(programs) {
  const missing = [];
  for (const verifier of programs) {
    if (!(await isThere(verifier))) missing.push(verifier);
  }
  return missing;
}

/** @param {{ program: string, args: string[] }} verifier */
async function isThere({ program, args }) {
  // Some of them leave with an error after printing their version or help: it is enough that they start.
  const { code } = await runQuietly(program, args);
  return code !== 127;
}

/** @param {string[]} packages */
async function installWithApt(packages) {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return '';
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const update = await runQuietly('apt-get', ['update', '-q'], { env });
  const install = await runQuietly('apt-get', ['install', '-y', '-q', '--no-install-recommends', ...packages], { env });
  return install.code === 0 ? '' : `${update.output}\n${install.output}`;
}
