import type { LookupAddress, lookup } from 'node:dns';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { flakyReceiver } from '../../../../../test/support/flaky-receiver.ts';
import { webhookSender } from './webhook-sender.ts';

const NOBODY = { privateHosts: [], allowsLoopback: false };
let receiver: Awaited<ReturnType<typeof flakyReceiver>>;
beforeAll(async () => {
  receiver = await flakyReceiver();
});
afterAll(() => receiver.close());

/** A name server that answers every name with these addresses. */
const answering = (...addresses: readonly string[]) =>
  ((_name: string, _options: unknown, done: (error: null, found: LookupAddress[]) => void) =>
    done(
      null,
      addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
    )) as unknown as typeof lookup;

const sent = (url: string) => ({ url, headers: {}, body: '{}' });

describe('a request to a receiver', () => {
  it.each([['127.0.0.1'], ['1.1.1.1', '10.0.0.1'], ['::ffff:127.0.0.1'], ['fd00::1']])(
    'is not sent where its name leads to %s, however it looked when it was stored',
    async (...addresses) => {
      const sender = webhookSender(NOBODY, { resolve: answering(...addresses) });
      expect(sender.refusalOf('https://hooks.invalid/')).toBeNull();
      expect(await sender.send(sent('https://hooks.invalid/'))).toEqual({
        kind: 'failed',
        reason: 'its name leads into a private network',
      });
    },
  );

  it('is not sent to what may be named no longer', async () => {
    expect(await webhookSender(NOBODY).send(sent(receiver.url))).toMatchObject({ kind: 'failed' });
    expect(receiver.received).toEqual([]);
  });

  it.each([
    ['https://127.0.0.1/', false],
    ['https://localhost/', false],
    ['https://box.localhost/', false],
    ['https://2130706433/', false],
    ['https://[::1]/', false],
    ['https://[::ffff:10.0.0.1]/', false],
    ['https://inside.example/', true],
    ['https://93.184.215.14/', true],
  ])('may be named, or not: %s', (url, isAllowed) => {
    expect(webhookSender(NOBODY).refusalOf(url) === null).toBe(isAllowed);
  });

  it('reaches a private address where the operator names its host, over https only', async () => {
    const sender = webhookSender(
      { privateHosts: ['hooks.internal'], allowsLoopback: false },
      { resolve: answering('127.0.0.1') },
    );
    expect(sender.refusalOf('http://hooks.internal/')).toBe('Name a URL that begins with https://.');
    const { port } = new URL(receiver.url);
    // The receiver speaks no TLS: what matters is that the connection was tried.
    const outcome = await sender.send(sent(`https://hooks.internal:${port}/`));
    expect(outcome).toEqual({ kind: 'failed', reason: expect.stringContaining('connection') });
    expect(await sender.send(sent(`https://other.internal:${port}/`))).toMatchObject({
      reason: 'its name leads into a private network',
    });
  });
});
