import underPressure from '@fastify/under-pressure';
import type { FastifyInstance } from 'fastify';
import plugin from 'fastify-plugin';
import { collectDefaultMetrics, Histogram, type Metric, Registry } from 'prom-client';
import { AppError } from '../app-error.ts';
import { hasForwardingHeader, isLoopbackAddress } from './loopback.ts';

export interface HealthOptions {
  /** Resolves when the product can answer; rejects with the reason otherwise. */
  readonly checkReady: () => Promise<void>;
  /** Longest pause of the event loop before new work is refused; 0 switches the guard off. */
  readonly maxEventLoopDelayMs: number;
  /** Shown with those of the process and of HTTP. */
  readonly metrics?: readonly Metric[];
}

/** `/healthz` says the process lives, `/readyz` that it can work, `/metrics` (from this machine only) how it does. */
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

  app.get('/healthz', { schema: { hide: true } }, async () => ({ status: 'ok' }));
  app.get('/readyz', { schema: { hide: true } }, async (request, reply) => {
    try {
      await options.checkReady();
      return { status: 'ready' };
    } catch (error) {
      request.log.warn({ err: error }, 'not ready');
      return reply.code(503).header('retry-after', '5').send({ status: 'not ready' });
    }
  });
  app.get('/metrics', { schema: { hide: true } }, async (request, reply) => {
    const isLocal = isLoopbackAddress(request.socket.remoteAddress ?? '') && !hasForwardingHeader(request.headers);
    if (!isLocal) throw new AppError('NotFound');
    return reply.type(registry.contentType).send(await registry.metrics());
  });
});

const PROBES: ReadonlySet<string> = new Set(['/healthz', '/readyz', '/metrics']);
