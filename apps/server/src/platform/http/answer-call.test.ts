import { once } from 'node:events';
import { get } from 'node:http';
import { Readable } from 'node:stream';
import { setTimeout } from 'node:timers/promises';
import { type Contract, success } from '@assay/contracts';
import fastify, { type FastifyInstance } from 'fastify';
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { answerCall } from './answer-call.ts';
import { errorHandler } from './failures/error-handler.ts';

const CALL = { method: 'GET', summary: '', tag: 'site', limit: 10, credentials: 'none' } as const;
const Numbers = { ...CALL, path: '/numbers', contentType: 'text/plain' } as const satisfies Contract;
const Sum = {
  ...CALL,
  path: '/sum/:first',
  params: z.object({ first: z.coerce.number() }),
  query: z.object({ second: z.coerce.number().default(1) }),
  answers: { 200: success(z.object({ sum: z.number() })) },
} as const satisfies Contract;

async function* endless() {
  for (let number = 0; ; number += 1) {
    yield `${number}\n`;
    await setTimeout(1);
  }
}

describe('a call made from its contract', () => {
  const lines: string[] = [];
  let app: FastifyInstance;

  beforeAll(async () => {
    app = fastify({ logger: { level: 'warn', stream: { write: (line: string) => lines.push(line) } } });
    app.setValidatorCompiler(validatorCompiler);
    app.setSerializerCompiler(serializerCompiler);
    await app.register(errorHandler);
    answerCall(app, Numbers, async ({ reply }) => reply.type('text/plain').send(Readable.from(endless())));
    answerCall(app, Sum, async ({ params, query }) => ({ sum: params.first + query.second }));
    answerCall(app, { ...Sum, path: '/stored/:first' }, async () => ({ sum: 0 }), { isStorable: true });
    await app.listen({ port: 0, host: '127.0.0.1' });
  });
  afterAll(() => app.close());

  it('gives its handler the parts of the request as the contract reads them, and answers the data', async () => {
    const answer = await app.inject({ url: '/sum/2?second=3' });
    expect([answer.statusCode, answer.json()]).toEqual([200, { data: { sum: 5 } }]);
    expect((await app.inject({ url: '/sum/2' })).json()).toEqual({ data: { sum: 3 } });
    expect((await app.inject({ url: '/sum/two' })).statusCode).toBe(400);
  });

  it('is stored by nobody, unless that is left open', async () => {
    expect((await app.inject({ url: '/sum/2' })).headers['cache-control']).toBe('no-store');
    expect((await app.inject({ url: '/stored/2' })).headers['cache-control']).toBeUndefined();
  });

  it('is over where the client leaves a stream before its end', async () => {
    const { port } = app.server.address() as { port: number };
    const asked = get({ port, host: '127.0.0.1', path: '/numbers' });
    const [answer] = await once(asked, 'response');
    await once(answer, 'data');
    asked.destroy();
    await setTimeout(100);
    expect(lines).toEqual([]);
  });
});
