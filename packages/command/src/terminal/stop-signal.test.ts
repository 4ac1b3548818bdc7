import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const SOURCE = new URL('./stop-signal.ts', import.meta.url).href;

describe('listening for the stop of a command', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'assay-stop-'));
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  async function start(name: string, script: string): Promise<ChildProcess> {
    const file = path.join(folder, `${name}.mjs`);
    await writeFile(file, `import { listenForStop } from ${JSON.stringify(SOURCE)};\n${script}`);
    return fork(file, { execArgv: [] });
  }

  it('lets a finished command end', async () => {
    const child = await start('ends', 'listenForStop().dispose();');
    expect(await once(child, 'exit')).toEqual([0, null]);
  });

  it('leaves the channel of the process to others who listen to it', async () => {
    const child = await start(
      'others',
      `process.on('message', (sent) => process.send(sent, () => process.disconnect()));
       listenForStop().dispose();
       process.send('finished');`,
    );
    expect(await once(child, 'message')).toEqual(['finished', undefined]);
    // Long enough for a process that nothing keeps running to end.
    await new Promise((resolve) => setTimeout(resolve, 300));
    const answered = once(child, 'message');
    child.send('still here');
    expect(await answered).toEqual(['still here', undefined]);
  });

  it('stops by the message of the launcher', async () => {
    const child = await start(
      'stops',
      `const { signal, dispose } = listenForStop();
       signal.addEventListener('abort', () => { process.exitCode = 7; dispose(); });
       process.send('listens');`,
    );
    await once(child, 'message');
    child.send('stop');
    expect(await once(child, 'exit')).toEqual([7, null]);
  });
});
