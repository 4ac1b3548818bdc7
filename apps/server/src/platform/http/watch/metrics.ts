import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import plugin from 'fastify-plugin';
import { collectDefaultMetrics, Histogram, type Metric, Registry, type RegistryContentType } from 'prom-client';
import { AppError } from '../../kernel/app-error.ts';
import { hasForwardingHeader, isLoopbackAddress, isLoopbackHost } from '../../kernel/network/loopback.ts';

export interface MetricsOptions {
  /** Shown with those of the process and of HTTP. */
  readonly metrics: readonly Metric[];
  /** What a scraper must show (RFC 6750); null answers scrapers on this machine only. */
  readonly token: string | null;
}

/** `/metrics`, in Prometheus' text format or as OpenMetrics 1.0 where the scraper prefers that. */
export const metrics = plugin(async (app: FastifyInstance, options: MetricsOptions) => {
  const plain = new Registry();
  const open = new Registry<RegistryContentType>();
  open.setContentType(Registry.OPENMETRICS_CONTENT_TYPE);
  collectDefaultMetrics({ register: plain });
  const durations = new Histogram({
    name: 'assay_http_request_seconds',
    help: 'Time to answer, by route and status.',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 15],
    registers: [plain],
  });
  for (const metric of options.metrics) plain.registerMetric(metric);
  for (const { name } of await plain.getMetricsAsJSON()) open.registerMetric(plain.getSingleMetric(name) as Metric);
  app.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url ?? 'unknown';
    durations.observe({ method: request.method, route, status: reply.statusCode }, reply.elapsedTime / 1000);
  });

  app.get('/metrics', { schema: { hide: true } }, async (request, reply) => {
    if (!mayScrape(request, options.token)) throw new AppError('NotFound');
    const registry = request.headers.accept?.includes('application/openmetrics-text') === true ? open : plain;
    return reply.type(registry.contentType).send(await registry.metrics());
  });
});

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
