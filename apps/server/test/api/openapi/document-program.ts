import { setTimeout as sleep } from 'node:timers/promises';
import { beforeAll, expect } from 'vitest';
import { testAddresses } from '../../../src/modules/api/test-mode/test-addresses.ts';
import { testTransactions } from '../../../src/modules/api/test-mode/test-transactions.ts';
import { ledger } from '../../../src/modules/money/index.ts';
import { inWorkspace } from '../../../src/platform/kernel/scope.ts';
import type { AuthApp } from '../../support/auth-app.ts';
import type { AnswerSeen } from './against-document.ts';
import { type DocumentedCall, type ServedDocument, servedDocument } from './served-document.ts';

const SCOPES = ['checks:read', 'checks:write', 'batches', 'webhooks', 'labels:read'];
/** Fewer than a key may send in a minute: then another key is made. */
const REQUESTS_OF_A_KEY = 400;
export const JSON_TYPE = 'application/json';
const ROWS = '{"address":"1MSJaQoRFWuLjYB4s2S4E6PaD1engBZhWf","asset":"BTC"}\n';

type ObjectKind =
  | 'check'
  | 'runningCheck'
  | 'transfer'
  | 'runningTransfer'
  | 'withdrawalAttempt'
  | 'event'
  | 'batch'
  | 'emptyBatch'
  | 'openBatch'
  | 'endedBatch'
  | 'endpoint'
  | 'delivery';

/** The object that `{id}` of a call names, so that the call succeeds; a network where it names none of these. */
const NAMED: Readonly<Record<string, ObjectKind>> = {
  retrieveCheck: 'check',
  cancelCheck: 'runningCheck',
  retrieveTransfer: 'transfer',
  cancelTransfer: 'runningTransfer',
  retrieveWithdrawalAttempt: 'withdrawalAttempt',
  retrieveEvent: 'event',
  putBatchPart: 'emptyBatch',
  closeBatch: 'openBatch',
  retrieveBatch: 'batch',
  retrieveBatchResults: 'batch',
  followBatch: 'endedBatch',
  cancelBatch: 'batch',
  resumeBatch: 'batch',
  retrieveWebhookEndpoint: 'endpoint',
  updateWebhookEndpoint: 'endpoint',
  deleteWebhookEndpoint: 'endpoint',
  rotateWebhookSecret: 'endpoint',
  testWebhookEndpoint: 'endpoint',
  listWebhookDeliveries: 'endpoint',
  retrieveWebhookDelivery: 'delivery',
  resendWebhookDelivery: 'delivery',
};
/** What a call is sent with. */
export interface Sent {
  readonly body?: string;
  readonly type?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A workspace with check credits, calls by its keys of both modes, and objects for paths to name. */
async function documentProgram(server: AuthApp, email: string) {
  const member = await server.signedIn(email);
  const sub = String((await member.get('/api/auth/me')).data['sub']);
  await inWorkspace(sub, () => ledger.topUp(server.pool, sub, 1_000, server.now()));
  const senderOf = (mode: 'live' | 'test') => {
    let count = 0;
    let key = { id: '', secret: '' };
    return async (method: string, url: string, sent: Sent = {}) => {
      if (count % REQUESTS_OF_A_KEY === 0) {
        if (count > 0) await member.delete(`/api/developers/keys/${key.id}`);
        const made = await member.post('/api/developers/keys', { name: mode, mode, scopes: SCOPES });
        expect(made.status, made.text).toBe(200);
        key = { id: String((made.data['key'] as { readonly id: string }).id), secret: String(made.data['secret']) };
      }
      count += 1;
      return sendPlain(method, url, { ...sent, headers: { authorization: `Bearer ${key.secret}`, ...sent.headers } });
    };
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

  const send = { live: senderOf('live'), test: senderOf('test'), none: sendPlain };
  const post = async (mode: 'live' | 'test', path: string, body: object | string = {}): Promise<string> => {
    const text = typeof body === 'string' ? body : JSON.stringify(body);
    const type = typeof body === 'string' ? 'application/x-ndjson' : JSON_TYPE;
    const ask = () => send[mode]('POST', `/api/v1${path}`, { body: text, type });
    let answer = await ask();
    // Hundreds of random requests of the same call may have used up its limit of the minute.
    if (answer.status === 429) {
      await sleep(Number(answer.headers['retry-after']) * 1000);
      answer = await ask();
    }
    expect(answer.status, answer.text).toBeLessThan(300);
    return String(JSON.parse(answer.text)['id']);
  };
  const check = (outcome: string, more: object = {}) => {
    const address = testAddresses().find((one) => one.network === 'TRX' && one.outcome === outcome)?.address;
    return post('test', '/checks', { address, asset: 'USDT', network: 'TRX', ...more });
  };
  const transfer = (outcome: string, more: object = {}) => {
    const transaction = testTransactions().find((one) => one.network === 'TRX' && one.outcome === outcome)?.id;
    return post('test', '/transfers', { transaction, direction: 'deposit', asset: 'USDT', network: 'TRX', ...more });
  };
  const withdrawalAttempt = () => {
    const { address } = testAddresses().find(({ network, outcome }) => network === 'TRX' && outcome === 'star_5') ?? {};
    return post('test', '/withdrawal_attempts', { address, amount: '1', asset: 'USDT', network: 'TRX' });
  };
  const listed = async (path: string): Promise<readonly { readonly id: string }[]> =>
    JSON.parse((await send.test('GET', `/api/v1${path}`)).text)['data'];
  /** A workspace has ten endpoints and ten unfinished batches at most: those that are there end first. */
  const endpoint = async () => {
    for (const { id } of await listed('/webhook_endpoints'))
      await send.test('DELETE', `/api/v1/webhook_endpoints/${id}`);
    return post('test', '/webhook_endpoints', { url: 'https://exchange.example/hooks' });
  };
  const newBatch = async (body: object | string) => {
    for (const { id } of await listed('/batches?limit=100')) await send.test('POST', `/api/v1/batches/${id}/cancel`);
    return post('test', '/batches', body);
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

  const objects: Readonly<Record<ObjectKind, () => Promise<string>>> = {
    check: () => check('star_5'),
    runningCheck: () => check('slow', { wait_seconds: 0 }),
    transfer: () => transfer('star_5'),
    runningTransfer: () => transfer('slow', { wait_seconds: 0 }),
    withdrawalAttempt: () => withdrawalAttempt(),
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
  /** The id of a new object that the path of a call can name, so that the call succeeds. */
  const objectOf = async (operationId: string): Promise<string> => {
    const kind = NAMED[operationId];
    return kind === undefined ? 'TRX' : await objects[kind]();
  };
  return { send, objectOf };
}

export type DocumentProgram = Awaited<ReturnType<typeof documentProgram>>;

/** The document and a program that calls what it describes, for all tests of a file. */
export function useDocumentProgram(server: AuthApp, email: string) {
  let served: { readonly document: ServedDocument; readonly calls: readonly DocumentedCall[] };
  let program: DocumentProgram;
  beforeAll(async () => {
    served = await servedDocument(server);
    program = await documentProgram(server, email);
  }, 60_000);
  return {
    get document() {
      return served.document;
    },
    get calls() {
      return served.calls;
    },
    get program() {
      return program;
    },
  };
}
