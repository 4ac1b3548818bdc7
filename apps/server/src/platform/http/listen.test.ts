import { createServer, type Server } from 'node:net';
import { expect, it } from 'vitest';
import { readConfig } from '../config/config.ts';
import { settleAddress } from './listen.ts';

async function listenOn(port: number): Promise<Server> {
  const server = createServer();
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen({ host: '127.0.0.1', port }, resolve);
  });
  return server;
}

it('nobody else can take the free port that a server was given until it listens there', async () => {
  const { config, release } = await settleAddress(readConfig({ PORT: '0', HOST: '127.0.0.1' }));
  expect(config.port).toBeGreaterThan(0);
  expect(config.publicUrl).toBe(`http://127.0.0.1:${config.port}`);
  await expect(listenOn(config.port)).rejects.toThrow('EADDRINUSE');
  await release();
  const server = await listenOn(config.port);
  server.close();
});

it('a stated port is left alone until the server listens there', async () => {
  const { config: free, release } = await settleAddress(readConfig({ PORT: '0', HOST: '127.0.0.1' }));
  await release();
  const { config } = await settleAddress(readConfig({ PORT: String(free.port), HOST: '127.0.0.1' }));
  const server = await listenOn(config.port);
  server.close();
});
