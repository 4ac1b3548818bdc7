import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { assertWithin } from '../../../platform/http/limits/limiter.ts';
import { networkOf } from '../../../platform/http/limits/rate-limit.ts';
import { bearerOf } from '../../../platform/http/who/call.ts';
import { AppError } from '../../../platform/kernel/app-error.ts';

export interface BotLimits {
  /** All calls of the bot, per minute. */
  readonly botCallsPerMinute: number;
  /** Calls for one Telegram user, per minute. */
  readonly botCallsPerUser: number;
  /** Calls with a refused credential, per minute and network. */
  readonly botRefusalsPerMinute: number;
}

export const DEFAULT_BOT_LIMITS: BotLimits = {
  botCallsPerMinute: 12_000,
  botCallsPerUser: 90,
  botRefusalsPerMinute: 30,
};

const WINDOW_MS = 60_000;

/**
 * Admits only the bot, by any of the currently valid secrets, and limits its calls. Every given credential is
 * compared with every secret, as hashes, so that the response time reveals nothing.
 */
export function guardBotCalls(app: FastifyInstance, secrets: readonly string[], limits: BotLimits): void {
  const hashes = secrets.map(hashOf);
  const refusals = { name: 'refused bot calls', max: limits.botRefusalsPerMinute, windowMs: WINDOW_MS };
  const all = { name: 'bot calls', max: limits.botCallsPerMinute, windowMs: WINDOW_MS };
  const perUser = { name: 'bot calls for a user', max: limits.botCallsPerUser, windowMs: WINDOW_MS };

  app.addHook('onRequest', async (request) => {
    if (!isKnown(bearerOf(request), hashes)) {
      await assertWithin(app.limiter, refusals, networkOf(request));
      throw new AppError('ServiceCredentialRefused');
    }
    await assertWithin(app.limiter, all, 'bot');
    if (userOf(request) !== '') await assertWithin(app.limiter, perUser, userOf(request));
  });
}

function isKnown(given: string | null, hashes: readonly Buffer[]): boolean {
  if (given === null) return false;
  const hash = hashOf(given);
  return hashes.map((known) => timingSafeEqual(known, hash)).includes(true);
}

function hashOf(secret: string): Buffer {
  return createHash('sha256').update(secret).digest();
}

/** The Telegram user the call is for; empty for calls without one. */
function userOf({ params }: FastifyRequest): string {
  const named: unknown = typeof params === 'object' && params !== null && 'user_id' in params ? params.user_id : '';
  return typeof named === 'string' ? named : '';
}
