import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import { watchNpm } from './parents.mjs';
import { ROOT } from './paths.mjs';

/** @typedef {{ code: number, output: string }} Outcome */

/**
 * Runs a program to its end without a terminal and returns its exit code with everything it said.
 *
 * @param {string} command
 * @param {readonly string[]} args
 * @param {{ env?: NodeJS.ProcessEnv, cwd?: string, isShown?: boolean }} [options] isShown: pass its words on as they come
 * @returns {Promise<Outcome>}
 */
export function runQuietly(command, args, options = {}) {
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      cwd: options.cwd ?? ROOT,
      env: options.env ?? process.env,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (chunk) => {
        output += String(chunk);
        if (options.isShown === true) process.stdout.write(chunk);
      });
    }
    child.once('error', (error) => resolve({ code: 127, output: `${output}${error.message}` }));
    child.once('close', (code, signal) => resolve({ code: exitCode(code, signal), output }));
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
