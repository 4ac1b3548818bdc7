import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'vitest';
import { ledger } from '../../src/modules/money/index.ts';
import { inWorkspace } from '../../src/platform/kernel/scope.ts';
import type { AuthApp } from './auth-app.ts';

export interface Reply {
  readonly status: number;
  readonly body: Record<string, unknown>;
  readonly text: string;
  readonly bytes: Buffer;
  readonly headers: Readonly<Record<string, unknown>>;
}

let people = 0;

/** A workspace with check credits and a key for batches, and the calls of its program. */
export async function batchProgram(server: AuthApp, checks = 10, wish: Readonly<Record<string, unknown>> = {}) {
  people += 1;
  const member = await server.signedIn(`batches-${people}@firm.example`);
  const sub = String((await member.get('/api/auth/me')).data['sub']);
  await inWorkspace(sub, () => ledger.topUp(server.pool, sub, checks, server.now()));
  const made = await member.post('/api/developers/keys', {
    name: 'Batches',
    scopes: ['batches', 'checks:read', 'checks:write'],
    ...wish,
  });
  expect(made.status, made.text).toBe(200);
  const authorization = `Bearer ${String(made.data['secret'])}`;

  async function send(
    method: string,
    path: string,
    payload?: string | Buffer,
    headers: Readonly<Record<string, string>> = { 'content-type': 'application/x-ndjson' },
  ): Promise<Reply> {
    const answer = await server.app.inject({
      method: method as 'POST',
      url: `/api/v1${path}`,
      headers: { authorization, ...(payload === undefined ? {} : headers) },
      ...(payload === undefined ? {} : { payload }),
    });
    const isJson = String(answer.headers['content-type']).includes('json') && !path.includes('/results');
    return {
      status: answer.statusCode,
      text: answer.payload,
      bytes: answer.rawPayload,
      headers: answer.headers,
      body: isJson ? answer.json() : {},
    };
  }
  const call = (method: string, path: string, body?: object, headers: Record<string, string> = {}) =>
    send(method, path, body === undefined ? undefined : JSON.stringify(body), {
      'content-type': 'application/json',
      ...headers,
    });

  /** The batch once it has a status of these. Asks less and less often: requests of a key are limited a minute. */
  async function until(id: string, statuses: readonly string[]): Promise<Record<string, unknown>> {
    for (let waitMs = 20; ; waitMs = Math.min(500, waitMs * 1.5)) {
      const { body, status, text } = await call('GET', `/batches/${id}`);
      expect(status, text).toBe(200);
      if (statuses.includes(String(body['status']))) return body;
      await sleep(waitMs);
    }
  }

  return {
    sub,
    member,
    authorization,
    send,
    call,
    left: async () => (await call('GET', '/usage')).body['checks_left'],
    until,
    finished: (id: string) => until(id, ['completed', 'canceled']),
    results: async (id: string): Promise<readonly Record<string, unknown>[]> => {
      const { status, text } = await send('GET', `/batches/${id}/results`);
      expect(status, text).toBe(200);
      return text
        .split('\n')
        .filter((line) => line !== '')
        .map((line) => JSON.parse(line));
    },
  };
}
