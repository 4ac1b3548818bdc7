// Loaded into a server and its threads by a test: does what a faulty library does, on a message of the test.
import { getEnvironmentData, isMainThread, setEnvironmentData } from 'node:worker_threads';

const FAULTS = {
  warning: () => process.emitWarning('a library is out of date'),
  'text on stderr': () => console.error('a library wrote\ntwo lines'),
  'rejected promise': () => void Promise.reject(new Error('nothing caught this')),
  thread: () => startThread('warns'),
  'broken thread': () => startThread('throws'),
};

async function startThread(fault) {
  setEnvironmentData('fault', fault);
  const { workerRenderer } = await import('../../src/modules/reports/outside/rendering/worker-renderer.ts');
  const job = { body: '{}', keyId: 'none', signedAt: new Date() };
  // What is rendered is not a result, so the job fails too.
  await workerRenderer()
    .renderPng(job)
    .catch(() => undefined);
}

if (isMainThread) {
  process.on('message', (name) => FAULTS[name]?.());
  process.channel?.unref();
} else if (getEnvironmentData('fault') === 'throws') {
  throw new Error('a thread could not start');
} else {
  console.error('a thread wrote this');
  process.emitWarning('a thread uses something that is out of date');
}
