import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { Failure } from '@assay/contracts';
import Fastify from 'fastify';
import { describe, expect, it } from 'vitest';
import { networkOf, widerNetworkOf } from '../limits/rate-limit.ts';
import { health } from '../watch/health.ts';
import { connectionFailure } from './connection-failure.ts';
import { errorHandler } from './error-handler.ts';

async function sendBytes(port: number, bytes: string): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  const chunks: Buffer[] = [];
  socket.on('data', (chunk: Buffer) => chunks.push(chunk));
  socket.end(bytes);
  await new Promise((resolve) => socket.once('close', resolve));
  return Buffer.concat(chunks).toString();
}

describe('where no route is reached', () => {
  it('answers bytes that are no request, and headers without end, in the API’s own form', async () => {
    const app = Fastify({ clientErrorHandler: connectionFailure });
    await app.listen({ host: '127.0.0.1', port: 0 });
    const address = app.server.address();
    if (address === null || typeof address === 'string') throw new Error('no port');
    const cases = [
      ['GARBAGE\r\n\r\n', 400, 'MalformedRequest'],
      ['GET / HTTP/9.9\r\n\r\n', 400, 'MalformedRequest'],
      [`GET / HTTP/1.1\r\nhost: x\r\nx: ${'y'.repeat(40_000)}\r\n\r\n`, 431, 'HeadersTooLarge'],
    ] as const;
    for (const [bytes, status, errorName] of cases) {
      const [head = '', body = ''] = (await sendBytes(address.port, bytes)).split('\r\n\r\n');
      expect(head).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
      expect(Failure.parse(JSON.parse(body)).error.errorName).toBe(errorName);
    }
    await app.close();
  });

  it('refuses work while the event loop is late, but neither the question whether it lives nor files of a page', async () => {
    const app = Fastify();
    await app.register(errorHandler);
    await app.register(health, { checkReady: async () => undefined, maxEventLoopDelayMs: 20 });
    app.get('/work', async () => 'done');
    app.get('/assets/entry-abc123.js', async () => 'done');
    await app.ready();
    let refused: string | null = null;
    for (let round = 0; round < 40 && refused === null; round += 1) {
      const busyUntil = performance.now() + 200;
      while (performance.now() < busyUntil);
      await sleep(20);
      const answer = await app.inject('/work');
      if (answer.statusCode === 503) refused = `${answer.json().error.errorName} ${answer.headers['retry-after']}`;
      for (const url of ['/healthz', '/assets/entry-abc123.js']) {
        expect((await app.inject(url)).statusCode, url).toBe(200);
      }
    }
    await app.close();
    expect(refused).toBe('Overloaded 5');
  });
});

describe('the network of a caller', () => {
  it.each([
    ['203.0.113.9', '203.0.113.9'],
    ['::ffff:203.0.113.9', '203.0.113.9'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['2001:0db8:0001:0002:0003:0004:0005:0006', '2001:db8:1:2::/64'],
    ['2001:db8:1:2::%eth0', '2001:db8:1:2::/64'],
    ['::1', '0:0:0:0::/64'],
    ['fe80::', 'fe80:0:0:0::/64'],
    ['203.0.113.9:5001', '203.0.113.9'],
    ['[2001:db8::1]:5001', '2001:db8:0:0::/64'],
    ['[2001:db8::1]', '2001:db8:0:0::/64'],
    ['_hidden:5001', 'unknown'],
    ['203.0.113.999:5001', 'unknown'],
    ['', 'unknown'],
  ])('of %s is %s', (ip, network) => {
    expect(networkOf({ ip })).toBe(network);
  });

  it('around it is the same whatever port a proxy appends, and one for all whose address is unreadable', () => {
    const around = ['203.0.113.9:5001', '203.0.113.77:5002', '203.0.113.9'].map((ip) => widerNetworkOf({ ip }));
    expect(new Set(around)).toEqual(new Set(['203.0.113.0/24']));
    expect(['a.b.c.d', 'for=_x', 'unknown'].map((ip) => widerNetworkOf({ ip }))).toEqual(Array(3).fill('unknown'));
  });
});
