import { once } from 'node:events';
import { getCompileCacheDir } from 'node:module';
import { Worker } from 'node:worker_threads';
import { expect, it } from 'vitest';
import { threadEnv } from './thread-env.ts';

const REPORT = `
  const { getCompileCacheDir } = require('node:module');
  require('node:worker_threads').parentPort.postMessage([getCompileCacheDir(), Object.keys(process.env)]);
`;

it('gives a thread the cache of compiled code that the process has, and nothing else', async () => {
  const worker = new Worker(REPORT, { eval: true, env: threadEnv() });
  const [[dir, names]] = await once(worker, 'message');
  expect(dir).toBe(getCompileCacheDir());
  expect(names).toEqual(dir === undefined ? [] : ['NODE_COMPILE_CACHE']);
});
