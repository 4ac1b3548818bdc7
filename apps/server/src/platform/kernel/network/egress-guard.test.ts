import type { LookupAddress, lookup } from 'node:dns';
import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import { isIPv6 } from 'node:net';
import { fetch, request } from 'undici';
import { afterEach, describe, expect, it } from 'vitest';
import { type Destination, type EgressOptions, egressAgent, isOutside } from './egress-guard.ts';

const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

async function serve(listener: RequestListener): Promise<number> {
  const server = createServer(listener).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  closing.push(async () => {
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  });
  return address.port;
}

async function agentOf(options: EgressOptions) {
  const agent = await egressAgent(options);
  closing.push(() => agent.destroy());
  return agent;
}

/** A name server that gives its answers one after the other. No other one knows names of `.invalid` (RFC 6761). */
function resolver(...answers: readonly (readonly string[])[]) {
  const asked: string[] = [];
  const resolve = (name: string, _options: unknown, done: (error: Error | null, found: LookupAddress[]) => void) => {
    const answer = answers[Math.min(asked.length, answers.length - 1)] ?? [];
    asked.push(name);
    const found = answer.map((address) => ({ address, family: isIPv6(address) ? 6 : 4 }));
    setImmediate(() => done(null, found));
  };
  return { asked, resolve: resolve as unknown as typeof lookup };
}

const codeOf = async (response: Promise<unknown>) => {
  const error: unknown = await response.catch((thrown: unknown) => thrown);
  const fault = error instanceof TypeError ? error.cause : error;
  return fault instanceof Error && 'code' in fault ? fault.code : fault;
};

describe('the guard of requests to addresses that others name', () => {
  it.each([
    'http://127.0.0.1:1/',
    'http://localhost:1/',
    'http://2130706433:1/',
    'http://0x7f.1:1/',
    'http://017700000001:1/',
    'http://0:1/',
    'http://169.254.169.254/latest/meta-data/',
    'http://[::1]:1/',
    'http://[::]:1/',
    'http://[0:0:0:0:0:0:0:1]:1/',
    'http://[::ffff:127.0.0.1]:1/',
    'http://[::ffff:7f00:1]:1/',
    'http://[::ffff:a9fe:a9fe]:1/',
    'http://[64:ff9b::7f00:1]:1/',
    'http://[::ffff:0:7f00:1]:1/',
    'http://[2002:7f00:1::]:1/',
    'http://[fd00::1]:1/',
    'http://[fe80::1]:1/',
    'https://10.0.0.1/',
  ])('opens no connection to %s', async (url) => {
    expect(await codeOf(request(url, { dispatcher: await agentOf({}) }))).toBe('EPRIVATE');
  });

  it('opens none to a name any of whose addresses is private, in whatever form, or that has no address', async () => {
    for (const answer of [['10.0.0.1'], ['1.1.1.1', '127.0.0.1'], ['::ffff:127.0.0.1'], ['64:ff9b::a00:1'], []]) {
      const { resolve } = resolver(answer);
      expect(await codeOf(request('http://hooks.invalid/', { dispatcher: await agentOf({ resolve }) }))).toBe(
        'EPRIVATE',
      );
    }
  });

  it('connects to the very address that was judged, though the name leads elsewhere the next time', async () => {
    const port = await serve((incoming, response) => response.end(incoming.headers.host));
    const judged: Destination[] = [];
    // Had it looked up again, it would have connected to an address where nobody listens.
    const { asked, resolve } = resolver(['127.0.0.1'], ['127.0.0.2']);
    const allows = (to: Destination) => {
      judged.push(to);
      return to.addresses.every((address) => address === '127.0.0.1');
    };
    const answer = await request(`http://rebound.invalid:${port}/`, { dispatcher: await agentOf({ resolve, allows }) });
    expect(await answer.body.text()).toBe(`rebound.invalid:${port}`);
    expect(asked).toEqual(['rebound.invalid']);
    expect(judged).toEqual([{ host: 'rebound.invalid', port: String(port), addresses: ['127.0.0.1'] }]);
  });

  it('refuses a name that was of the internet when it was named, and is rebound to a private address', async () => {
    let hits = 0;
    const port = await serve((_incoming, response) => {
      hits += 1;
      response.end();
    });
    const { resolve } = resolver(['127.0.0.1']);
    const outside = isOutside({ host: 'rebound.invalid', port: String(port), addresses: ['1.1.1.1'] });
    expect(outside).toBe(true);
    const sent = request(`http://rebound.invalid:${port}/`, { dispatcher: await agentOf({ resolve }) });
    expect([await codeOf(sent), hits]).toEqual(['EPRIVATE', 0]);
  });

  it('judges the target of each redirect again', async () => {
    let inside = 0;
    const secret = await serve((_incoming, response) => {
      inside += 1;
      response.end('secret');
    });
    const port = await serve((_incoming, response) => {
      response.writeHead(302, { location: `http://127.0.0.1:${secret}/` }).end();
    });
    const allows = (to: Destination) => to.port === String(port) || isOutside(to);
    const dispatcher = await agentOf({ allows });
    expect(await codeOf(fetch(`http://127.0.0.1:${port}/`, { dispatcher }))).toBe('EPRIVATE');
    expect(inside).toBe(0);
    const open = await agentOf({ allows: () => true });
    expect(await (await fetch(`http://127.0.0.1:${port}/`, { dispatcher: open })).text()).toBe('secret');
  });
});
