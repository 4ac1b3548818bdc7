import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Front, startNginx } from './front.ts';

/** Serves one file, as the site of one version does, and says how often it was asked for what it does not have. */
class Version {
  readonly server: Server;
  missed = 0;

  constructor(file: string) {
    this.server = createServer(({ url }, response) => {
      if (url !== file) this.missed += 1;
      response.writeHead(url === file ? 200 : 404).end(file);
    });
  }

  async listen(): Promise<number> {
    await new Promise<void>((resolve) => this.server.listen(0, '127.0.0.1', resolve));
    return (this.server.address() as AddressInfo).port;
  }

  close(): void {
    this.server.closeAllConnections();
    this.server.close();
  }
}

const [former, next] = [new Version('/assets/entry-old111.js'), new Version('/assets/entry-new222.js')];
let front: Front;

beforeAll(async () => {
  front = await startNginx(await former.listen(), [await next.listen()]);
});
afterAll(async () => {
  await front?.close();
  former.close();
  next.close();
});

it('finds the files of a page of either version while servers are replaced', async () => {
  for (let round = 0; round < 6; round += 1) {
    for (const path of ['/assets/entry-old111.js', '/assets/entry-new222.js']) {
      // Servers take turns: one of two requests reaches the version that lacks the file.
      for (const _turn of [1, 2]) expect(await front.ask({ path })).toMatchObject({ status: 200, body: path });
    }
  }
  expect(former.missed + next.missed).toBeGreaterThan(0);
});

it('asks once for everything else that is not there', async () => {
  const before = former.missed + next.missed;
  expect((await front.ask({ path: '/api/nothing' })).status).toBe(404);
  expect(former.missed + next.missed).toBe(before + 1);
});
