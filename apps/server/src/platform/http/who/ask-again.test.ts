import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { text } from 'node:stream/consumers';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { slowRequest } from '../../../../test/support/slow-request.ts';
import { askAgain, askingAgain } from './ask-again.ts';

let app: FastifyInstance;
/** What was done, in its order. */
const done: string[] = [];

beforeAll(async () => {
  app = Fastify();
  await app.register(askingAgain);
  app.decorateRequest('caller', null);
  app.decorateRequest('signedIn', null);
  app.decorateRequest('refused', null);
  app.addHook('onRequest', async (request) => {
    done.push('decided');
    request.readmit = async () => {
      done.push('decided again');
    };
  });
  app.addContentTypeParser('text/csv', (request, body, parsed) => {
    request.asksItself = true;
    parsed(null, body);
  });
  app.post('/json', async () => {
    done.push('handled');
    return {};
  });
  app.post('/rows', async (request) => {
    done.push(`read ${await text(request.body as NodeJS.ReadableStream)}`);
    await askAgain(request);
    done.push('handled');
    return {};
  });
  await app.listen({ host: '127.0.0.1', port: 0 });
});
beforeEach(() => {
  done.length = 0;
});
afterAll(() => app.close());

const BODIES = [
  ['/json', 'application/json', '{"a":1}', []],
  ['/rows', 'text/csv', 'a,b', ['read a,b']],
] as const;

it.each(BODIES)('is decided once where the body came with the head: %s', async (path, type, body, read) => {
  const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1');
  socket.write(
    `POST ${path} HTTP/1.1\r\nhost: x\r\ncontent-type: ${type}\r\ncontent-length: ${body.length}\r\nconnection: close\r\n\r\n${body}`,
  );
  const [answer] = (await once(socket, 'data')) as [Buffer];
  socket.destroy();
  expect(answer.toString()).toMatch(/^HTTP\/1\.1 200/);
  expect(done).toEqual(['decided', ...read, 'handled']);
});

it.each(BODIES)('is decided once more after a body that took time: %s', async (path, type, body, read) => {
  const call = await slowRequest(app, { method: 'POST', path, headers: { 'content-type': type }, body });
  expect(done).toEqual(['decided']);
  expect(await call.finish()).toMatchObject({ status: 200 });
  expect(done).toEqual(['decided', ...read, 'decided again', 'handled']);
});

it('is decided once more for a request that was made up in the process', async () => {
  await app.inject({ method: 'POST', url: '/json', payload: {} });
  expect(done).toEqual(['decided', 'decided again', 'handled']);
});
