import fastify from 'fastify';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { AppError } from '../../kernel/app-error.ts';
import { goneSignal } from './gone-signal.ts';

const app = fastify();
const asked = Promise.withResolvers<AbortSignal>();
app.get('/', (_request, reply) => {
  asked.resolve(goneSignal(reply));
  return new Promise(() => undefined);
});
beforeAll(() => app.listen({ port: 0, host: '127.0.0.1' }));
afterAll(() => app.close());

it('aborts once the client has closed the connection, and not while it waits', async () => {
  const { port } = app.server.address() as { port: number };
  const leaving = new AbortController();
  const answer = fetch(`http://127.0.0.1:${port}/`, { signal: leaving.signal }).catch(() => 'left');
  const signal = await asked.promise;
  expect(signal.aborted).toBe(false);
  leaving.abort();
  expect(await answer).toBe('left');
  await expect.poll(() => signal.aborted).toBe(true);
  expect(signal.reason).toBeInstanceOf(AppError);
});
