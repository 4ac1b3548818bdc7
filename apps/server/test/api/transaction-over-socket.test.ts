import { setImmediate } from 'node:timers/promises';
import type { TransactionData } from '@assay/contracts';
import fastify from 'fastify';
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { botTransactionRoutes } from '../../src/modules/bot/bot-accounts/bot.routes.ts';
import { buildBotTransactionsService } from '../../src/modules/bot/bot-accounts/bot-transactions.service.ts';
import { movesRoutes } from '../../src/modules/checks/checks/checks.routes.ts';
import { DEFAULT_RATE_LIMITS, rateLimit } from '../../src/platform/http/limits/rate-limit.ts';

const REFUSED = { is: 'refused', reason: 'no record', text: 'Nothing is known of it.' } as const;

/** A look-up that takes a while, and ends with its signal as those of providers do. */
async function findMoves(_query: unknown, _reader: unknown, signal: AbortSignal): Promise<TransactionData> {
  for (let turn = 0; turn < 20; turn += 1) {
    await setImmediate();
    signal.throwIfAborted();
  }
  return { ...REFUSED, networks: [], other_assets: [] };
}

// Requests over a socket: an injected one has no body that ends before its answer.
const app = fastify();
const transactions = buildBotTransactionsService({
  chats: { assertActive: () => undefined, chatOf: async () => ({ owner: 'chat' }) as never },
  checks: { findMoves },
  kept: { keep: async () => [], find: async () => ({ transaction: '5a03', network: 'TRX', ticker: null }) as never },
});
const checkPayment = () => Promise.reject(new Error('not asked'));
beforeAll(async () => {
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);
  app.decorateRequest('caller', null);
  app.decorate('limits', DEFAULT_RATE_LIMITS);
  await app.register(rateLimit, {});
  await app.register(botTransactionRoutes, { bot: { transactions, checks: { checkPayment } } });
  await app.register(movesRoutes, { checks: { findMoves } });
  await app.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(() => app.close());

it.each([
  ['of a chat, by its id', '/bot/users/77/transactions', { transaction: '5a03' }],
  ['of a chat, by the button under it', `/bot/users/77/transactions/${'A'.repeat(22)}`, undefined],
  ['of the site', '/monitor/transaction?transaction=5a03', undefined],
])('a look-up %s goes on after the request was read', async (_what, path, body) => {
  const { port } = app.server.address() as { port: number };
  const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
    ...(body === undefined
      ? {}
      : { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
  });
  expect(await answer.json()).toMatchObject({ data: REFUSED });
  expect(answer.status).toBe(200);
});
