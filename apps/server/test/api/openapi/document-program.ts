import { expect } from 'vitest';
import { ledger } from '../../../src/features/ledger/index.ts';
import { TEST_ADDRESSES } from '../../../src/features/test-mode/index.ts';
import { inWorkspace } from '../../../src/kernel/scope.ts';
import type { AuthApp } from '../../support/auth-app.ts';
import type { AnswerSeen } from './against-document.ts';

const SCOPES = ['checks:read', 'checks:write', 'batches', 'webhooks', 'labels:read'];
export const JSON_TYPE = 'application/json';
const ROWS = '{"address":"1MSJaQoRFWuLjYB4s2S4E6PaD1engBZhWf","asset":"BTC"}\n';

/** What a call is sent with. */
export interface Sent {
  readonly body?: string;
  readonly type?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A workspace with check credits, calls by its keys of both modes, and objects for paths to name. */
export async function documentProgram(server: AuthApp, email: string) {
  const member = await server.signedIn(email);
  const sub = String((await member.get('/api/auth/me')).data['sub']);
  await inWorkspace(sub, () => ledger.topUp(server.pool, sub, 1_000, server.now()));
  const senderOf = async (mode: 'live' | 'test') => {
    const made = await member.post('/api/developers/keys', { name: mode, mode, scopes: SCOPES });
    expect(made.status, made.text).toBe(200);
    const authorization = `Bearer ${String(made.data['secret'])}`;
    return (method: string, url: string, sent: Sent = {}) =>
      sendPlain(method, url, { ...sent, headers: { authorization, ...sent.headers } });
  };

  async function sendPlain(method: string, url: string, { body, type, headers }: Sent = {}): Promise<AnswerSeen> {
    const answer = await server.app.inject({
      method: method as 'POST',
      url,
      headers: { host: 'localhost:3000', ...(type === undefined ? {} : { 'content-type': type }), ...headers },
      ...(body === undefined ? {} : { payload: body }),
    });
    return { status: answer.statusCode, headers: answer.headers, text: answer.payload };
  }

  const send = { live: await senderOf('live'), test: await senderOf('test'), none: sendPlain };
  const post = async (mode: 'live' | 'test', path: string, body: object | string = {}): Promise<string> => {
    const text = typeof body === 'string' ? body : JSON.stringify(body);
    const type = typeof body === 'string' ? 'application/x-ndjson' : JSON_TYPE;
    const answer = await send[mode]('POST', `/api/v1${path}`, { body: text, type });
    expect(answer.status, answer.text).toBeLessThan(300);
    return String(JSON.parse(answer.text)['id']);
  };
  const check = (outcome: string, more: object = {}) => {
    const address = TEST_ADDRESSES.find((one) => one.network === 'TRX' && one.outcome === outcome)?.address;
    return post('test', '/checks', { address, asset: 'USDT', network: 'TRX', ...more });
  };
  const endpoint = () => post('test', '/webhook_endpoints', { url: 'https://exchange.example/hooks' });
  let formerBatch: string | null = null;
  /** Ends the former one first: a workspace has ten unfinished batches at most. */
  const newBatch = async (body: object | string) => {
    if (formerBatch !== null) await send.test('POST', `/api/v1/batches/${formerBatch}/cancel`);
    formerBatch = await post('test', '/batches', body);
    return formerBatch;
  };
  const emptyBatch = () => newBatch({ name: 'Parts' });
  const openBatch = async () => {
    const id = await emptyBatch();
    const type = 'application/x-ndjson';
    await send.test('PUT', `/api/v1/batches/${id}/parts/1`, { body: ROWS, type });
    await send.test('PUT', `/api/v1/batches/${id}/parts/0`, { body: ROWS.replace('USDT', 'usdt'), type });
    return id;
  };
  const batch = () => newBatch(ROWS);
  const endedBatch = async () => {
    const id = await batch();
    await send.test('POST', `/api/v1/batches/${id}/cancel`);
    return id;
  };
  const delivery = async () => {
    const of = await endpoint();
    await post('test', `/webhook_endpoints/${of}/test`);
    const { text } = await send.test('GET', `/api/v1/webhook_endpoints/${of}/deliveries`);
    return String(JSON.parse(text)['data'][0]['id']);
  };

  /** New objects of their kind: what the path of a call can name, so that the call succeeds. */
  const objects = {
    check: () => check('star_5'),
    runningCheck: () => check('slow', { wait_seconds: 0 }),
    event: async () => {
      await check('star_4');
      return String(JSON.parse((await send.test('GET', '/api/v1/events')).text)['data'][0]['id']);
    },
    batch,
    emptyBatch,
    openBatch,
    endedBatch,
    endpoint,
    delivery,
  };
  return { send, objects };
}

export type DocumentProgram = Awaited<ReturnType<typeof documentProgram>>;
