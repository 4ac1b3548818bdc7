import { execFileSync, spawn } from 'node:child_process';
import { existsSync, openSync } from 'node:fs';
import { atExit, killQuietly } from '../drills/leftovers.ts';

/** Where Debian 12 puts PostgreSQL 15; its other programs are on the usual path. */
export const POSTGRES_BIN = '/usr/lib/postgresql/15/bin';

const NEEDED = [
  { program: '/usr/bin/etcd', package: 'etcd-server' },
  { program: '/usr/bin/patroni', package: 'patroni python3-etcd' },
  { program: '/usr/sbin/haproxy', package: 'haproxy' },
  { program: `${POSTGRES_BIN}/postgres`, package: 'postgresql-15' },
] as const;

/** @throws Error which packages of Debian are missing, with the command that installs them */
export function assertInstalled(): void {
  const missing = NEEDED.filter(({ program }) => !existsSync(program));
  if (missing.length === 0) return;
  const packages = missing.map((one) => one.package).join(' ');
  throw new Error(`These are missing: ${packages}. On Debian 12: apt-get install --no-install-recommends ${packages}`);
}

/** The account that PostgreSQL and Patroni run under: PostgreSQL refuses root. */
export function postgresAccount(): { readonly uid: number; readonly gid: number } | null {
  if (process.getuid?.() !== 0) return null;
  const id = (flag: string) => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }));
  return { uid: id('-u'), gid: id('-g') };
}

export interface Program {
  readonly pid: number;
  readonly hasEnded: () => boolean;
  /** Asks it to stop, and waits until it has. */
  readonly stop: () => Promise<void>;
}

/** Starts a program that runs until it is stopped, with the exit of this process at the latest. */
export function startProgram(
  command: string,
  args: readonly string[],
  options: { readonly log: string; readonly account?: ReturnType<typeof postgresAccount>; readonly cwd?: string },
): Program {
  const log = openSync(options.log, 'a', 0o600);
  const child = spawn(command, args, {
    stdio: ['ignore', log, log],
    env: { PATH: `${POSTGRES_BIN}:/usr/sbin:/usr/bin:/sbin:/bin`, LC_ALL: 'C.UTF-8', TZ: 'UTC' },
    ...(options.cwd === undefined ? {} : { cwd: options.cwd }),
    ...(options.account === undefined || options.account === null ? {} : options.account),
  });
  const { pid } = child;
  if (pid === undefined) throw new Error(`${command} could not be started`);
  const forget = atExit(() => killQuietly(pid));
  const ended = new Promise<void>((resolve) => {
    child.once('exit', () => {
      forget();
      resolve();
    });
  });
  return {
    pid,
    hasEnded: () => child.exitCode !== null || child.signalCode !== null,
    async stop() {
      child.kill('SIGTERM');
      await ended;
    },
  };
}
