import { expect } from 'vitest';
import { ledger } from '../../src/modules/money/index.ts';
import { inWorkspace } from '../../src/platform/kernel/scope.ts';
import type { AuthApp } from '../support/auth-app.ts';

export interface ApiReply {
  readonly status: number;
  readonly body: Record<string, unknown>;
  readonly text: string;
  readonly headers: Readonly<Record<string, unknown>>;
}

let people = 0;

/** A workspace with checks, and calls with a key of it. The wish is that of the key; `checks`: 10 by default. */
export async function apiProgram(
  server: AuthApp,
  { checks = 10, ...wish }: { readonly checks?: number; readonly [field: string]: unknown } = {},
) {
  people += 1;
  const member = await server.signedIn(`program-${people}@firm.example`);
  const sub = String((await member.get('/api/auth/me')).data['sub']);
  await inWorkspace(sub, () => ledger.topUp(server.pool, sub, checks, server.now()));
  const made = await member.post('/api/developers/keys', {
    name: 'Program',
    scopes: ['checks:read', 'checks:write'],
    ...wish,
  });
  expect(made.status, made.text).toBe(200);
  const client = server.client({ authorization: `Bearer ${String(made.data['secret'])}` });
  const call = async (
    method: string,
    path: string,
    body?: unknown,
    headers?: Record<string, string>,
  ): Promise<ApiReply> => {
    const answer = await client.send(method, `/api/v1${path}`, body, headers);
    return { ...answer, body: answer.text === '' ? {} : JSON.parse(answer.text) };
  };
  const left = async () => (await call('GET', '/usage')).body['checks_left'];
  return { member, call, left, sub };
}
