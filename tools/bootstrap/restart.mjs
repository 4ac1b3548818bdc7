import { spawn } from 'node:child_process';
import { watch } from 'node:fs';
import path from 'node:path';
import { watchNpm } from './parents.mjs';
import { say } from './say.mjs';

/** An editor may write a file in several steps. */
const SETTLE_MS = 150;
/** A program that takes longer to stop is ended. */
const STOP_MS = 15_000;

/**
 * Runs a Node program, and starts it again whenever a file that matters changes. A program that ends by itself waits for
 * the next change. Ctrl-C ends both.
 *
 * @param {import('./node.mjs').Runtime} runtime
 * @param {object} options
 * @param {readonly string[]} options.args
 * @param {string} options.root
 * @param {readonly string[]} options.folders watched with all below them, relative to the root
 * @param {(file: string) => boolean} options.matters decides by the path below the root
 * @returns {Promise<number>} the exit code of the last run
 */
export function runRestarting({ node, env }, { args, root, folders, matters }) {
  return new Promise((resolve, reject) => {
    /** @type {import('node:child_process').ChildProcess | null} */
    let child = null;
    let isStopping = false;
    /** @type {string | null} the file of which a change has not led to a start yet */
    let changed = null;
    /** @type {NodeJS.Timeout | undefined} */
    let settling;

    const start = () => {
      changed = null;
      const started = spawn(node, args, { env, stdio: ['inherit', 'inherit', 'inherit', 'ipc'] });
      child = started;
      started.once('error', reject);
      started.once('exit', (code, signal) => {
        child = null;
        if (isStopping) end(code ?? (signal === null ? 1 : 0));
        else if (changed !== null) start();
        else say('The server ended. It starts again after the next change of a file.');
      });
    };
    const stopChild = () => {
      const stopped = child;
      if (stopped?.connected !== true) return;
      stopped.send('stop', () => undefined);
      const overdue = setTimeout(() => stopped.kill('SIGKILL'), STOP_MS);
      stopped.once('exit', () => clearTimeout(overdue));
    };
    const restart = () => {
      say(`Starting again: ${changed} changed.`);
      if (child === null) start();
      else stopChild();
    };
    const watchers = folders.map((folder) =>
      watch(path.join(root, folder), { recursive: true }, (_event, name) => {
        const file = name === null ? null : path.join(folder, name);
        if (file === null || isStopping || !matters(file)) return;
        changed = file;
        clearTimeout(settling);
        settling = setTimeout(restart, SETTLE_MS);
      }),
    );
    const stop = () => {
      isStopping = true;
      clearTimeout(settling);
      if (child === null) end(0);
      else stopChild();
    };
    /** @type {NodeJS.Signals[]} */
    const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'];
    for (const signal of signals) process.on(signal, stop);
    const endWatch = watchNpm(stop);

    /** @param {number} code */
    function end(code) {
      endWatch();
      for (const watcher of watchers) watcher.close();
      for (const signal of signals) process.off(signal, stop);
      resolve(code);
    }

    start();
  });
}
