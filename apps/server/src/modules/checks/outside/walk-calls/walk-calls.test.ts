import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Direction, DirectionExposure } from '@assay/exposure';
import { request } from 'undici';
import { afterEach, describe, expect, it } from 'vitest';
import type { CheckWalks } from '../../checks/index.ts';
import type { AnswerWalk, WalkQuestion } from '../../memory-servers/index.ts';
import { digestOf, isAnswerTo, type SharedKeys, signAnswer, signRequest } from './signatures.ts';
import { walkCallClient } from './walk-call-client.ts';
import { type WalkCallListener, walkCallListener } from './walk-call-listener.ts';
import { bytesOfWalks } from './walks-wire.ts';

const never = new AbortController().signal;
const key = (fill: number): Uint8Array => new Uint8Array(32).fill(fill);
const KEYS: SharedKeys = [key(1)];

const QUESTION: WalkQuestion = {
  ...{ product: '1.2.3', network: 'ETH', ticker: 'USDT', ledger: 3, revision: 17, lastChange: 'one' },
  ...{ labelDigest: 'a'.repeat(64), method: { version: '1', revision: 2, textSet: 4 } },
  ...{ address: `0x${'ab'.repeat(20)}`, isSummary: false, withinMs: 2_000 },
};
const exposureOf = (direction: Direction): DirectionExposure => ({
  ...{ direction, records: 1, amount: 2n ** 70n, rows: [] },
  residuals: { unknown_origin: 1 / 3, not_followed: -0, still_held: 0, fee: Number.MIN_VALUE },
  cut: { threshold: 1e-4, rounds: 1, states: 1, recordsRead: 1, partial: [] },
});
const WALKS: CheckWalks = { incoming: exposureOf('bwd'), outgoing: exposureOf('fwd'), withdrawals: [] };

const open: { close(): Promise<unknown> }[] = [];
afterEach(async () => {
  for (const one of open.splice(0).toReversed()) await one.close();
});

interface Served {
  readonly url: string;
  readonly asked: WalkQuestion[];
  readonly refused: () => number;
}

async function serve(answer: AnswerWalk = async () => WALKS, keys = KEYS): Promise<Served> {
  const asked: WalkQuestion[] = [];
  let refused = 0;
  // A port that is free now: the address is part of what is signed, so it has to be known before.
  const probe = listenerAt('http://127.0.0.1:1');
  await probe.listen({ host: '127.0.0.1', port: 0 });
  const port = probe.port();
  await probe.close();
  const url = `http://127.0.0.1:${port}`;
  const listener = listenerAt(url);
  await listener.listen({ host: '127.0.0.1', port });
  open.push(listener);
  return { url, asked, refused: () => refused };

  function listenerAt(own: string): WalkCallListener {
    return walkCallListener({
      ...{ keys, url: own, log: { error: (facts, message) => expect.fail(`${message} ${String(facts.err)}`) } },
      answer: (question, signal) => {
        asked.push(question);
        return answer(question, signal);
      },
      onRefused: () => {
        refused += 1;
      },
    });
  }
}

function client(keys = KEYS) {
  const opened = walkCallClient(keys);
  open.push(opened);
  return opened;
}

interface Sent {
  readonly body?: string;
  readonly signed?: string;
  readonly path?: string;
  readonly method?: 'POST' | 'GET';
  readonly keys?: SharedKeys;
  readonly created?: Date;
  readonly nonce?: string;
  readonly signedFor?: string;
  readonly headers?: Record<string, string>;
}

/** A request as a stranger might send it. */
async function send(url: string, sent: Sent = {}): Promise<number> {
  const body = sent.body ?? JSON.stringify(QUESTION);
  const path = sent.path ?? '/walks';
  const method = sent.method ?? 'POST';
  const plain = { 'content-type': 'application/json', 'content-digest': digestOf(Buffer.from(sent.signed ?? body)) };
  const signed = await signRequest(
    { method, url: new URL(path, sent.signedFor ?? url), headers: plain },
    sent.keys ?? KEYS,
    {
      ...(sent.created === undefined ? {} : { created: sent.created }),
      ...(sent.nonce === undefined ? {} : { nonce: sent.nonce }),
    },
  );
  const answer = await request(new URL(path, url), {
    method,
    headers: sent.headers ?? signed,
    ...(method === 'POST' ? { body } : {}),
  });
  expect(await answer.body.text()).toBe('');
  return answer.statusCode;
}

const secondsAgo = (seconds: number): Date => new Date(Date.now() - seconds * 1000);

describe('a walk call', () => {
  it('brings the walks with every bit, and is asked exactly what was meant', async () => {
    const { url, asked } = await serve();
    const reply = await client().ask(url, QUESTION, never);
    expect(reply).toEqual({ is: 'answered', walks: WALKS });
    expect(reply.is === 'answered' && Object.is(reply.walks.incoming.residuals.not_followed, -0)).toBe(true);
    expect(asked).toEqual([QUESTION]);
  });

  it.each([
    ['another state', 'another state'],
    ['busy', 'busy'],
  ] as const)('that is answered %s says so', async (given, is) => {
    const { url } = await serve(async () => given);
    expect(await client().ask(url, QUESTION, never)).toEqual({ is });
  });

  it('is refused without the secret, before anything is walked, and the client says so', async () => {
    const { url, asked, refused } = await serve();
    expect(await client([key(2)]).ask(url, QUESTION, never)).toEqual({ is: 'refused' });
    expect([asked, refused()]).toEqual([[], 1]);
  });

  it.each<[string, Sent]>([
    ['has no signature', { headers: { 'content-type': 'application/json' } }],
    ['is signed by another key', { keys: [key(2)] }],
    ['is two minutes old', { created: secondsAgo(120) }],
    ['is of a time to come', { created: secondsAgo(-120) }],
    ['was signed for another server', { signedFor: 'http://127.0.0.1:9' }],
    ['has another body than was signed', { signed: 'something else' }],
    ['is for another path', { path: '/metrics' }],
    ['is of another method', { method: 'GET' }],
    ['has a nonce that is too short', { nonce: 'short' }],
  ])('is answered 401 and not a word where it %s', async (_why, sent) => {
    const { url, asked } = await serve();
    expect(await send(url, sent)).toBe(401);
    expect(asked).toEqual([]);
  });

  it('counts once: the same request again is answered 401', async () => {
    const { url, asked } = await serve();
    const plain = {
      'content-type': 'application/json',
      'content-digest': digestOf(Buffer.from(JSON.stringify(QUESTION))),
    };
    const headers = await signRequest({ method: 'POST', url: new URL('/walks', url), headers: plain }, KEYS);
    const ask = () => request(new URL('/walks', url), { method: 'POST', headers, body: JSON.stringify(QUESTION) });
    const [first, second] = [await ask(), await ask()];
    expect([first.statusCode, second.statusCode]).toEqual([200, 401]);
    await Promise.all([first.body.dump(), second.body.dump()]);
    expect(asked).toHaveLength(1);
  });

  it('with two signatures is refused, whichever is right', async () => {
    const { url } = await serve();
    const plain = {
      'content-type': 'application/json',
      'content-digest': digestOf(Buffer.from(JSON.stringify(QUESTION))),
    };
    const target = { method: 'POST', url: new URL('/walks', url), headers: plain };
    const headers = await signRequest(target, KEYS);
    const twice = {
      ...headers,
      'signature-input': `${headers['signature-input']}, other=("@method");created=1;keyid="x"`,
      signature: `${headers['signature']}, other=:AAAA:`,
    };
    expect(await send(url, { headers: twice })).toBe(401);
  });

  it.each([
    ['too large a body', 'x'.repeat(20_000), 413],
    ['a body that is no question', '{"address":"a"}', 400],
    ['a body that is no JSON', '{', 400],
    ['a question with more in it than is asked', JSON.stringify({ ...QUESTION, query: 'DROP TABLE' }), 400],
  ])('with %s is refused', async (_what, body, status) => {
    const { url, asked } = await serve();
    expect(await send(url, { body })).toBe(status);
    expect(asked).toEqual([]);
  });

  it('is signed by the first of two secrets and accepted by either, so that a secret can be replaced', async () => {
    const [old, next] = [key(1), key(3)];
    for (const [asking, answering] of [
      [[old], [old, next]],
      [
        [old, next],
        [next, old],
      ],
      [
        [next, old],
        [old, next],
      ],
      [[next], [next, old]],
    ] as const) {
      const { url } = await serve(async () => WALKS, answering);
      expect((await client(asking).ask(url, QUESTION, never)).is).toBe('answered');
    }
    const { url } = await serve(async () => WALKS, [next]);
    expect((await client([old]).ask(url, QUESTION, never)).is).toBe('refused');
  });

  it('that is cancelled ends the walk there', async () => {
    const ended = Promise.withResolvers<boolean>();
    const begun = Promise.withResolvers<void>();
    const { url } = await serve(async (_question, signal) => {
      begun.resolve();
      await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
      ended.resolve(true);
      return 'cancelled';
    });
    const gone = new AbortController();
    const asking = client().ask(url, QUESTION, gone.signal);
    await begun.promise;
    gone.abort();
    expect(await asking).toEqual({ is: 'cancelled' });
    expect(await ended.promise).toBe(true);
  });

  it('is late where the server is too slow, and failed where there is none', async () => {
    const { url } = await serve(async (_question, signal) => {
      await sleep(60_000, undefined, { signal }).catch(() => undefined);
      return 'cancelled';
    });
    expect(await client().ask(url, { ...QUESTION, withinMs: 100 }, never)).toEqual({ is: 'late' });
    expect(await client().ask('http://127.0.0.1:1', QUESTION, never)).toMatchObject({
      is: 'failed',
      reason: 'ECONNREFUSED',
    });
  });
});

describe('an answer', () => {
  const url = new URL('http://127.0.0.1:9/walks');
  const body = Buffer.from('walks');
  const signed = async (keys: SharedKeys) => {
    const headers = await signRequest({ method: 'POST', url, headers: { 'content-digest': digestOf(body) } }, keys);
    const asked = { method: 'POST', url, headers };
    const answer = { status: 200, headers: { 'content-digest': digestOf(body) } };
    return { asked, answer: { ...answer, headers: await signAnswer(answer, asked, keys) } };
  };

  it('fits the request it was signed for, and no other', async () => {
    const [one, other] = [await signed(KEYS), await signed(KEYS)];
    expect(await isAnswerTo(one.answer, one.asked, KEYS)).toBe(true);
    expect(await isAnswerTo(one.answer, other.asked, KEYS)).toBe(false);
    expect(await isAnswerTo(one.answer, one.asked, [key(2)])).toBe(false);
    expect(await isAnswerTo({ ...one.answer, status: 201 }, one.asked, KEYS)).toBe(false);
    const changed = { ...one.answer.headers, 'content-digest': digestOf(Buffer.from('others')) };
    expect(await isAnswerTo({ ...one.answer, headers: changed }, one.asked, KEYS)).toBe(false);
  });

  it.each([
    ['without a signature', {}],
    ['with the digest of another body', { 'content-digest': digestOf(Buffer.from('others')) }],
  ])('%s is not believed', async (_what, given) => {
    const forger = createServer((asked, answer) => {
      asked.resume();
      answer.writeHead(200, { 'content-digest': digestOf(bytesOfWalks(WALKS)), ...given }).end(bytesOfWalks(WALKS));
    });
    forger.listen(0, '127.0.0.1');
    await once(forger, 'listening');
    open.push({ close: async () => forger.close() });
    const { port } = forger.address() as AddressInfo;
    const reply = await client().ask(`http://127.0.0.1:${port}`, QUESTION, never);
    expect(reply).toEqual({ is: 'failed', reason: 'the answer is not signed by a shared secret' });
  });
});
