import underPressure from '@fastify/under-pressure';
import type { FastifyInstance } from 'fastify';
import plugin from 'fastify-plugin';
import { AppError } from '../../kernel/app-error.ts';
import { isWritable } from './database-trouble.ts';

export interface HealthOptions {
  /** Resolves when the product can answer; rejects with the reason otherwise. */
  readonly checkReady: () => Promise<void>;
  /** Tries a write; called only after one failed because the disk is full. By default it is taken to succeed. */
  readonly checkWritable?: (() => Promise<void>) | undefined;
  /** How long an answer of `checkReady` is waited for; 2,000 where not given. */
  readonly readyWithinMs?: number;
  /** Aborted when the server begins to stop: it cannot be given more work. */
  readonly stopSignal?: AbortSignal | undefined;
  /** Longest pause of the event loop before new work is refused; 0 switches the guard off. */
  readonly maxEventLoopDelayMs: number;
}

const READY_WITHIN_MS = 2_000;

/** `/healthz` says the process lives, `/readyz` that it can work. */
export const health = plugin(async (app: FastifyInstance, options: HealthOptions) => {
  await app.register(underPressure, {
    maxEventLoopDelay: options.maxEventLoopDelayMs,
    retryAfter: 5,
    pressureHandler: (request) => {
      if (!isAnsweredUnderPressure(request.url)) throw new AppError('Overloaded', { internal: 'event loop delay' });
    },
  });

  const askReady = readiness(app, options);
  app.get('/healthz', { schema: { hide: true } }, async () => ({ status: 'ok' }));
  app.get('/readyz', { schema: { hide: true } }, async (request, reply) => {
    try {
      if (!(await askReady())) {
        return await reply.code(503).header('retry-after', '5').send({ status: 'not ready', reason: 'storage full' });
      }
      return { status: 'ready' };
    } catch (error) {
      request.log.warn({ err: error }, 'not ready');
      return reply.code(503).header('retry-after', '5').send({ status: 'not ready' });
    }
  });
});

/**
 * Whether the database takes writes; rejects where the server cannot work. Probes share one question: a database that
 * does not answer would otherwise take a connection for each.
 */
function readiness({ server }: FastifyInstance, options: HealthOptions): () => Promise<boolean> {
  const { checkReady, checkWritable = async () => undefined, readyWithinMs = READY_WITHIN_MS, stopSignal } = options;
  let asked: Promise<boolean> | null = null;
  const ask = (): Promise<boolean> => {
    asked ??= checkReady()
      .then(() => isWritable(server, checkWritable))
      .finally(() => {
        asked = null;
      });
    return asked;
  };
  return async () => {
    if (stopSignal?.aborted) throw new Error('the server is stopping');
    const { promise: late, reject } = Promise.withResolvers<never>();
    const timer = setTimeout(() => reject(new Error(`no answer within ${readyWithinMs} ms`)), readyWithinMs);
    try {
      return await Promise.race([ask(), late]);
    } finally {
      clearTimeout(timer);
    }
  };
}

const PROBES: ReadonlySet<string> = new Set(['/healthz', '/readyz', '/metrics']);

/** Probes, and the scripts and styles of pages that were answered: a page without them looks whole and does nothing. */
function isAnsweredUnderPressure(url: string): boolean {
  return PROBES.has(url) || url.startsWith('/assets/');
}
