import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const run = promisify(execFile);
const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const MOST_OUTPUT = 64 * 1024 ** 2;

/** What every bait says, and no file of the product in one piece. */
const MARK = ['bait', 'for', 'the', 'image'].join('-');

/** Where an operator and a developer keep what is for nobody else. */
const BAITS = [
  'deploy/secrets/auth',
  'deploy/secrets/database-url',
  '.env',
  '.env.production',
  '.npmrc',
  '.data/keys/report.pem',
  '.git/config',
  '.tools/mark',
  'apps/server/.env',
  'apps/server/.data/mark',
  'packages/domain/.git/config',
  'apps/web/build/server/mark',
  'notes-of-the-operator.txt',
  'backups/assay.age',
];

export interface BaitedClone {
  readonly dir: string;
  /** The baits that lie below a folder, by their paths in it; all layers of an image are such a folder. */
  readonly found: (folder: string) => Promise<readonly string[]>;
  remove(): Promise<void>;
}

/** The files of this clone as they are, and baits in every place that no image may take anything from. */
export async function makeBaitedClone(): Promise<BaitedClone> {
  const dir = await mkdtemp(path.join(tmpdir(), 'baited-'));
  const asked = ['ls-files', '-z', '--cached', '--others', '--exclude-standard'];
  const { stdout } = await run('git', asked, { cwd: ROOT, maxBuffer: MOST_OUTPUT });
  for (const file of stdout.split('\0').filter((one) => one !== '')) {
    await cp(path.join(ROOT, file), path.join(dir, file), { recursive: true });
  }
  for (const bait of BAITS) {
    await mkdir(path.dirname(path.join(dir, bait)), { recursive: true });
    await writeFile(path.join(dir, bait), `${MARK} ${bait}\n`);
  }
  return { dir, found: baitsBelow, remove: () => rm(dir, { recursive: true, force: true }) };
}

async function baitsBelow(folder: string): Promise<readonly string[]> {
  try {
    const { stdout } = await run('grep', ['-rlF', '--binary-files=text', MARK, '.'], {
      cwd: folder,
      maxBuffer: MOST_OUTPUT,
    });
    return stdout.split('\n').filter((line) => line !== '');
  } catch (error) {
    // grep leaves with 1 where it finds nothing, and with 2 where it could not look.
    if (error instanceof Error && 'code' in error && error.code === 1) return [];
    throw error;
  }
}
