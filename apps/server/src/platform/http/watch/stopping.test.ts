import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { text } from 'node:stream/consumers';
import Fastify, { type FastifyInstance } from 'fastify';
import { expect, it } from 'vitest';
import { stopping } from './stopping.ts';

/** A server that waits for a connection for ever unless `graceMs` limits it. */
async function server(graceMs: number, answer: () => Promise<string>): Promise<FastifyInstance> {
  const app = Fastify({ http: { headersTimeout: 0 }, forceCloseConnections: 'idle', return503OnClosing: false });
  await app.register(stopping, { graceMs });
  app.get('/', answer);
  await app.listen({ host: '127.0.0.1', port: 0 });
  return app;
}

function connectTo(app: FastifyInstance) {
  const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1');
  socket.on('error', () => undefined);
  return socket;
}

const FOR_EVER_MS = 3_600_000;

it('a server that stops does not wait for who has asked nothing, or only half', async () => {
  const app = await server(FOR_EVER_MS, async () => 'never asked for');
  const silent = connectTo(app);
  await once(app.server, 'connection');
  const half = connectTo(app);
  await once(app.server, 'connection');
  half.write('GET / HTTP/1.1\r\n');
  const left = Promise.all([once(silent, 'close'), once(half, 'close')]);
  await app.close();
  await left;
});

it('a server that stops answers what it was asked before, and then lets go', async () => {
  const asked = Promise.withResolvers<void>();
  const found = Promise.withResolvers<string>();
  const app = await server(FOR_EVER_MS, () => {
    asked.resolve();
    return found.promise;
  });
  const socket = connectTo(app);
  socket.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n');
  await asked.promise;
  const closed = app.close();
  found.resolve('the answer');
  expect(await text(socket)).toMatch(/^HTTP\/1\.1 200 OK[\s\S]*\r\n\r\nthe answer$/);
  await closed;
});

it('a server that stops answers what a connection asks that was opened just before', async () => {
  const app = await server(FOR_EVER_MS, async () => 'the answer');
  const socket = connectTo(app);
  await once(app.server, 'connection');
  const closed = app.close();
  socket.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n');
  expect(await text(socket)).toMatch(/^HTTP\/1\.1 200 OK[\s\S]*\r\n\r\nthe answer$/);
  await closed;
});

it('a server that was asked to stop and still listens ends each connection with its answer', async () => {
  const stop = new AbortController();
  const app = Fastify();
  await app.register(stopping, { stopSignal: stop.signal });
  app.get('/', async () => 'the answer');
  expect((await app.inject('/')).headers.connection).not.toBe('close');
  stop.abort();
  expect((await app.inject('/')).headers.connection).toBe('close');
  await app.close();
});

it('a server that stops breaks off what does not end in time', async () => {
  const asked = Promise.withResolvers<void>();
  const app = await server(50, () => {
    asked.resolve();
    return new Promise(() => undefined);
  });
  const socket = connectTo(app);
  socket.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n');
  await asked.promise;
  await app.close();
  expect(await text(socket)).toBe('');
});
