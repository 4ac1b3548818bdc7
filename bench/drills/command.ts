import { spawn } from 'node:child_process';
import { SERVER_COMMAND } from '@assay/testkit';
import { COMPILE_CACHE } from '../../apps/server/test/support/product.ts';
import { atExit, killQuietly } from './leftovers.ts';

export interface RunningCommand {
  readonly pid: number;
  readonly ended: Promise<{
    readonly code: number | NodeJS.Signals;
    readonly out: string;
    readonly err: string;
  }>;
}

/** The `assay` command in a process of its own. */
export function runCommand(args: readonly string[], env: Readonly<Record<string, string>>): RunningCommand {
  const child = spawn(process.execPath, [SERVER_COMMAND, ...args], {
    env: { ...COMPILE_CACHE, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const pid = child.pid ?? 0;
  const forget = atExit(() => killQuietly(pid));
  let out = '';
  let err = '';
  child.stdout.on('data', (chunk: Buffer) => {
    out += chunk.toString();
  });
  child.stderr.on('data', (chunk: Buffer) => {
    err += chunk.toString();
  });
  const ended = new Promise<Awaited<RunningCommand['ended']>>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code, signal) => {
      forget();
      resolve({ code: code ?? signal ?? 0, out, err });
    });
  });
  return { pid, ended };
}
