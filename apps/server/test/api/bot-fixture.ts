import { createClient, type FetchAnswer, type FetchInit, withParameters } from '@assay/contracts/client';
import type { FastifyInstance, InjectOptions } from 'fastify';
import { expect } from 'vitest';
import { TEST_BOT_SECRET } from '../../src/modules/checks/checks/test/check-fixture.ts';
import { auditLedger, ledger } from '../../src/modules/money/index.ts';
import type { Pool } from '../../src/platform/db/index.ts';
import type { Visitor } from '../support/auth-app.ts';

let lastUser = 7_000_000_000;

/** A Telegram user nobody used before. */
export function newUser(): string {
  lastUser += 1;
  return String(lastUser);
}

export const BOT = { host: 'localhost:3000', authorization: `Bearer ${TEST_BOT_SECRET}` };

/** The client as the bot uses it, for itself and on behalf of a user, over an app that does not listen. */
export function botOf(app: FastifyInstance, secret: string = TEST_BOT_SECRET) {
  const fetch = async (url: string, { method, headers, body }: FetchInit<AbortSignal>): Promise<FetchAnswer> => {
    const answer = await app.inject({
      method: method as NonNullable<InjectOptions['method']>,
      url,
      headers: { host: 'localhost:3000', ...headers },
      ...(body === undefined ? {} : { payload: body }),
    });
    return {
      status: answer.statusCode,
      headers: { get: (name) => answer.headers[name]?.toString() ?? null },
      text: async () => answer.body,
      arrayBuffer: async () => new Uint8Array(answer.rawPayload).buffer,
    };
  };
  const client = createClient({ fetch, baseUrl: '/api', timezone: 'UTC', tokens: { accessToken: () => secret } });
  return { ...client, user: (userId: string) => withParameters(client, { user_id: userId }) };
}

/** A call of the bot as it goes over the wire, for what the client would not send. */
export async function callBot(
  app: FastifyInstance,
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  path: string,
  body?: unknown,
  headers: Record<string, string> = {},
) {
  const answer = await app.inject({
    method,
    url: `/api${path}`,
    headers: { ...BOT, ...headers },
    ...(body === undefined ? {} : { payload: body as object }),
  });
  const { error, data } = answer.json<{ error?: { errorName: string }; data?: Record<string, unknown> }>();
  return { status: answer.statusCode, errorName: error?.errorName ?? '', data: data ?? {}, headers: answer.headers };
}

/** The token of a join link that the signed-in visitor makes. */
export async function joinToken(visitor: Visitor): Promise<string> {
  const answer = await visitor.post('/api/telegram/link');
  const url = new URL(String(answer.data['url']));
  expect(url.origin + url.pathname).toBe('https://t.me/assay_test_bot');
  const payload = url.searchParams.get('start') ?? '';
  expect(payload).toMatch(/^j-[\w-]{43}$/);
  return payload.slice(2);
}

/** What an account holds; fails where the ledger does not add up. */
export async function checksOf(pool: Pool, sub: string): Promise<number> {
  expect(await auditLedger(pool)).toEqual([]);
  return (await ledger.stateOf(pool, sub)).checks;
}

export async function subOf(pool: Pool, email: string): Promise<string> {
  const found = await pool.query<{ sub: string }>('SELECT sub FROM users WHERE email = $1', [email]);
  return found.rows[0]?.sub ?? 'nobody';
}

export async function ownSubOf(pool: Pool, userId: string): Promise<string> {
  const found = await pool.query<{ sub: string }>('SELECT sub FROM bot_accounts WHERE telegram_id = $1', [userId]);
  return found.rows[0]?.sub ?? 'nobody';
}
