import { createHash, timingSafeEqual } from 'node:crypto';
import underPressure from '@fastify/under-pressure';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import plugin from 'fastify-plugin';
import { collectDefaultMetrics, Histogram, type Metric, Registry } from 'prom-client';
import { AppError } from '../kernel/app-error.ts';
import { hasForwardingHeader, isLoopbackAddress, isLoopbackHost } from '../kernel/network/loopback.ts';
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
  /** Shown with those of the process and of HTTP. */
  readonly metrics?: readonly Metric[];
  /** What a scraper must show (RFC 6750); null or not given answers scrapers on this machine only. */
  readonly metricsToken?: string | null;
}

const READY_WITHIN_MS = 2_000;

/** `/healthz` says the process lives, `/readyz` that it can work, `/metrics` (from this machine, or by token) how it does. */
export const health = plugin(async (app: FastifyInstance, options: HealthOptions) => {
  await app.register(underPressure, {
    maxEventLoopDelay: options.maxEventLoopDelayMs,
    retryAfter: 5,
    pressureHandler: (request) => {
      if (!PROBES.has(request.url)) throw new AppError('Overloaded', { internal: 'event loop delay' });
    },
  });

  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  for (const metric of options.metrics ?? []) registry.registerMetric(metric);
  const durations = new Histogram({
    name: 'assay_http_request_seconds',
    help: 'Time to answer, by route and status.',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 15],
    registers: [registry],
  });
  app.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url ?? 'unknown';
    durations.observe({ method: request.method, route, status: reply.statusCode }, reply.elapsedTime / 1000);
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
  app.get('/metrics', { schema: { hide: true } }, async (request, reply) => {
    if (!mayScrape(request, options.metricsToken ?? null)) throw new AppError('NotFound');
    return reply.type(registry.contentType).send(await registry.metrics());
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

/** With a token, nobody scrapes without it, on this machine neither: a container's neighbours may share its loopback. */
function mayScrape(request: FastifyRequest, token: string | null): boolean {
  if (token === null) return isLocalScrape(request);
  const shown = /^Bearer (\S+)$/i.exec(request.headers.authorization ?? '')?.[1];
  return shown !== undefined && timingSafeEqual(digest(shown), digest(token));
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

/**
 * A scraper on this machine: it names this machine as the host, and speaks HTTP/1.1, where a proxy that adds no header
 * of its own mostly speaks HTTP/1.0.
 */
function isLocalScrape({ socket, headers, raw }: FastifyRequest): boolean {
  return (
    isLoopbackAddress(socket.remoteAddress ?? '') &&
    isLoopbackHost(headers) &&
    !hasForwardingHeader(headers) &&
    raw.httpVersion !== '1.0'
  );
}

const PROBES: ReadonlySet<string> = new Set(['/healthz', '/readyz', '/metrics']);
