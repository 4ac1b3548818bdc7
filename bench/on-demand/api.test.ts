import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

it('the API of the live drills ends with the process that started it', async () => {
  const api = fork(fileURLToPath(new URL('api.ts', import.meta.url)), ['3', '42']);
  const [{ wallets }] = (await once(api, 'message')) as [{ readonly wallets: readonly string[] }];
  expect(wallets).toHaveLength(3);
  const ended = once(api, 'exit');
  // What the end of this process does to the channel.
  api.disconnect();
  expect(await ended).toEqual([0, null]);
});
