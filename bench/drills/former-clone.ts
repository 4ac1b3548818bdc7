import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, readFile, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const run = promisify(execFile);
const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const RELEASE = new URL('./former-version.json', import.meta.url);
const MOST_OUTPUT = 64 * 1024 ** 2;

/** A clone of the version before this one, with its own packages and its own built site. */
export interface FormerClone {
  /** What its package.json says. */
  readonly version: string;
  readonly commit: string;
  readonly dir: string;
}

/**
 * Takes the version that `former-version.json` names out of this clone's history and builds it as an operator does. It is
 * kept under `.tools`, so that the next run starts at once.
 *
 * @throws Error where the history does not reach back that far, or the build fails
 */
export async function openFormerClone(): Promise<FormerClone> {
  const { version, commit } = JSON.parse(await readFile(RELEASE, 'utf8')) as { version: string; commit: string };
  const dir = path.join(ROOT, '.tools', 'former', commit);
  if (existsSync(dir)) return { version, commit, dir };
  const unfinished = `${dir}.${process.pid}`;
  try {
    await mkdir(unfinished, { recursive: true });
    await takeOut(commit, unfinished);
    const npm = process.env['npm_execpath'];
    if (npm === undefined) throw new Error('Run it by npm run');
    await run(process.execPath, [npm, 'run', 'build'], { cwd: unfinished, maxBuffer: MOST_OUTPUT });
    await rename(unfinished, dir);
  } finally {
    await rm(unfinished, { recursive: true, force: true });
  }
  return { version, commit, dir };
}

async function takeOut(commit: string, dir: string): Promise<void> {
  const archive = path.join(dir, 'former.tar');
  try {
    await run('git', ['archive', '--format=tar', `--output=${archive}`, commit], { cwd: ROOT });
  } catch (error) {
    throw new Error(`The former version needs the history of this clone (git fetch --unshallow): ${String(error)}`);
  }
  await run('tar', ['-xf', archive, '-C', dir]);
  await rm(archive);
}
