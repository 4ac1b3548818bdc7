import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** The account PostgreSQL runs under when this process is root. */
export interface Account {
  readonly name: string;
  readonly uid: number;
  readonly gid: number;
}

/** Preferred first. 'nobody' is the last resort: other services may share it. */
const ACCOUNT_NAMES = ['assay', 'postgres', 'nobody'] as const;

/**
 * PostgreSQL refuses to run as root, so under root it gets an account of its own: 'assay', made when missing.
 * Returns null for an ordinary user, who runs PostgreSQL as itself.
 */
export function databaseAccount(): Account | null {
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
