import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import { watchNpm } from './parents.mjs';
import { ROOT } from './paths.mjs';

/** How long the pipes of a program that has ended may stay open. */
const CLOSE_WITHIN_MS = 2_000;

/**
 * @typedef {object} Outcome
 * @property {number} code
 * @property {string} output
 * @property {string} [fault] why the run is no good whatever its exit code says
 */

/**
 * Runs a program to its end without a terminal and returns its exit code with everything it printed. It always returns:
 * a process that the program leaves behind cannot hold the output open for ever.
 *
 * @param {string} command
 * @param {readonly string[]} args
 * @param {{ env?: NodeJS.ProcessEnv, cwd?: string, show?: (chunk: Uint8Array) => void, limitMs?: number, onStart?: (pid: number) => void }} [options]
 *   show: called with the output as it comes; limitMs: the program gets a process group of its own, which is killed at
 *   this limit and when the program has ended; onStart: called with the number of the process, which is that of such a group
 * @returns {Promise<Outcome>}
 */
export function runQuietly(command, args, options = {}) {
  const { limitMs } = options;
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      cwd: options.cwd ?? ROOT,
      env: options.env ?? process.env,
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: limitMs !== undefined,
    });
    if (child.pid !== undefined) options.onStart?.(child.pid);
    const endGroup = () => {
      if (child.pid !== undefined && limitMs !== undefined) killGroup(child.pid);
    };
    let output = '';
    /** @type {string | undefined} */
    let fault;
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (chunk) => {
        output += String(chunk);
        options.show?.(chunk);
      });
    }
    const limit =
      limitMs === undefined
        ? undefined
        : setTimeout(() => {
            fault = `did not end within ${limitMs / 1000} s`;
            endGroup();
          }, limitMs);
    child.once('error', (error) => {
      clearTimeout(limit);
      resolve({ code: 127, output: `${output}${error.message}` });
    });
    child.once('exit', () => {
      clearTimeout(limit);
      const late = setTimeout(() => {
        fault ??= 'left a process behind that holds its output open';
        endGroup();
        child.stdout.destroy();
        child.stderr.destroy();
      }, CLOSE_WITHIN_MS);
      child.once('close', (code, signal) => {
        clearTimeout(late);
        endGroup();
        resolve({ code: exitCode(code, signal), output, ...(fault === undefined ? {} : { fault }) });
      });
    });
  });
}

/**
 * Ends every process of a group at once.
 *
 * @param {number} group
 */
export function killGroup(group) {
  try {
    process.kill(-group, 'SIGKILL');
  } catch (error) {
    // It is empty, or what is left of it has ended and is not yet cleared away.
    if (!(error instanceof Error && 'code' in error && (error.code === 'ESRCH' || error.code === 'EPERM'))) throw error;
  }
}

/**
 * Runs a program with this process's terminal, input and output. The terminal sends Ctrl-C to both.
 *
 * @param {string} command
 * @param {readonly string[]} args
 * @param {NodeJS.ProcessEnv} env
 * @returns {Promise<number>} its exit code, 128 + n after signal n
 */
export function runHere(command, args, env) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { env, stdio: 'inherit' });
    child.once('error', reject);
    child.once('exit', (code, signal) => resolve(exitCode(code, signal)));
  });
}

/**
 * Runs a Node program in the foreground: same terminal, same input and output. Signals reach it as the message
 * 'stop', and so does the end of this process, however it comes: then its channel closes.
 *
 * @param {string} node
 * @param {readonly string[]} args
 * @param {NodeJS.ProcessEnv} env
 * @returns {Promise<number>} its exit code, 128 + n after signal n
 */
export function runInForeground(node, args, env) {
  return new Promise((resolve, reject) => {
    const child = spawn(node, args, { env, stdio: ['inherit', 'inherit', 'inherit', 'ipc'] });
    const stop = () => {
      if (child.connected) child.send('stop', () => undefined);
    };
    /** @type {NodeJS.Signals[]} */
    const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'];
    for (const signal of signals) process.on(signal, stop);
    const endWatch = watchNpm(stop);
    child.once('error', reject);
    child.once('exit', (code, signal) => {
      endWatch();
      for (const name of signals) process.off(name, stop);
      if (child.connected) child.disconnect();
      resolve(exitCode(code, signal));
    });
  });
}

/**
 * @param {number | null} code
 * @param {NodeJS.Signals | null} signal
 */
function exitCode(code, signal) {
  if (code !== null) return code;
  return signal === null ? 1 : 128 + constants.signals[signal];
}
