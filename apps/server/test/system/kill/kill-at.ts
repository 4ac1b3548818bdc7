import { spawn } from 'node:child_process';
import { once } from 'node:events';

/**
 * Runs a program in a process of its own until it says that it is at `step`, and kills it there, without a word.
 *
 * @param program file of the program; its arguments are the address of the database, the step, and `more`
 * @throws Error with what it wrote to stderr, where it ends before the step
 */
export async function killAt(program: string, url: string, step: string, ...more: readonly string[]): Promise<void> {
  const child = spawn(process.execPath, [program, url, step, ...more], { stdio: ['ignore', 'pipe', 'pipe'] });
  let failure = '';
  child.stderr.on('data', (chunk: Buffer) => {
    failure += chunk.toString();
  });
  const closed = once(child, 'close');
  const arrived = new Promise<void>((resolve) => child.stdout.once('data', () => resolve()));
  await Promise.race([
    arrived,
    closed.then(() => {
      throw new Error(`The work ended before '${step}': ${failure}`);
    }),
  ]);
  child.kill('SIGKILL');
  await closed;
}
