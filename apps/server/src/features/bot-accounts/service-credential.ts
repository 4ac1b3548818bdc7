import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AppError } from '../../app-error.ts';
import { bearerOf } from '../../plugins/call.ts';
import { networkOf } from '../../plugins/rate-limit.ts';

export interface BotLimits {
  /** All calls of the bot a minute. */
  readonly botCallsPerMinute: number;
  /** Of them for one Telegram user. */
  readonly botCallsPerUser: number;
  /** Calls a minute and network whose credential was refused. */
  readonly botRefusalsPerMinute: number;
  /** Join links made, and joined accounts parted, a minute and network. */
  readonly joinLinksPerMinute: number;
}

export const DEFAULT_BOT_LIMITS: BotLimits = {
  botCallsPerMinute: 12_000,
  botCallsPerUser: 90,
  botRefusalsPerMinute: 30,
  joinLinksPerMinute: 10,
};

const WINDOW_MS = 60_000;

/**
 * Lets only the bot in, by any of the secrets that are valid now, and counts what it asks. Every given credential is
 * compared with every secret, as hashes, so that the time tells nothing.
 */
export function guardBotCalls(app: FastifyInstance, secrets: readonly string[], limits: BotLimits): void {
  const hashes = secrets.map(hashOf);
  const limit = (max: number, keyGenerator: (request: FastifyRequest) => string) =>
    app.createRateLimit({ max, timeWindow: WINDOW_MS, keyGenerator });
  const refusals = limit(limits.botRefusalsPerMinute, networkOf);
  const all = limit(limits.botCallsPerMinute, () => 'bot');
  const perUser = limit(limits.botCallsPerUser, userOf);

  app.addHook('onRequest', async (request) => {
    if (!isKnown(bearerOf(request), hashes)) {
      await assertRoom(refusals, request);
      throw new AppError('ServiceCredentialRefused');
    }
    await assertRoom(all, request);
    if (userOf(request) !== '') await assertRoom(perUser, request);
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

/** Whom the call is for; empty for calls about nobody. */
function userOf({ params }: FastifyRequest): string {
  const named: unknown = typeof params === 'object' && params !== null && 'user_id' in params ? params.user_id : '';
  return typeof named === 'string' ? named : '';
}

async function assertRoom(
  limit: ReturnType<FastifyInstance['createRateLimit']>,
  request: FastifyRequest,
): Promise<void> {
  const room = await limit(request);
  if (room.isAllowed || !room.isExceeded) return;
  throw new AppError('TooManyRequests', { retryAfterSeconds: Math.max(1, room.ttlInSeconds) });
}
