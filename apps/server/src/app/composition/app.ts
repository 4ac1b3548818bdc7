import type { FastifyBaseLogger, FastifyPluginAsync } from 'fastify';
import Fastify, { type FastifyInstance, type FastifyRequest, LogController } from 'fastify';
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod';
import type { Metric } from 'prom-client';
import type { SessionsService } from '../../modules/accounts/index.ts';
import { host } from '../../platform/host/host.ts';
import type { PageRenderer } from '../../platform/host/page-renderer.ts';
import { repeatPages } from '../../platform/host/repeat-pages.ts';
import { SharedPages } from '../../platform/host/shared-pages.ts';
import type { SiteSettings } from '../../platform/host/site-build.ts';
import type { SiteSource } from '../../platform/host/site-source.ts';
import { LONGEST_CALL_MS } from '../../platform/http/answer-call.ts';
import { openapi } from '../../platform/http/document/openapi.ts';
import { connectionFailure, expectation } from '../../platform/http/failures/connection-failure.ts';
import { errorHandler, sendFailure } from '../../platform/http/failures/error-handler.ts';
import { readablePath } from '../../platform/http/failures/readable-path.ts';
import { cardPagePolicy } from '../../platform/http/headers/card-page-policy.ts';
import { compression } from '../../platform/http/headers/compression.ts';
import { newRequestId, requestId } from '../../platform/http/headers/request-id.ts';
import { robotsHeader } from '../../platform/http/headers/robots-header.ts';
import { securityHeaders } from '../../platform/http/headers/security-headers.ts';
import { assertWithin, type Limiter } from '../../platform/http/limits/limiter.ts';
import { DEFAULT_RATE_LIMITS, networkOf, type RateLimits, rateLimit } from '../../platform/http/limits/rate-limit.ts';
import { linkPage } from '../../platform/http/link-page.ts';
import { health } from '../../platform/http/watch/health.ts';
import { metrics } from '../../platform/http/watch/metrics.ts';
import { securityEvents } from '../../platform/http/watch/security-events.ts';
import { stopping } from '../../platform/http/watch/stopping.ts';
import { requestLog, tracing } from '../../platform/http/watch/tracing.ts';
import { askingAgain } from '../../platform/http/who/ask-again.ts';
import { trustedProxies } from '../../platform/http/who/call.ts';
import { caller } from '../../platform/http/who/caller.ts';
import { crossSite } from '../../platform/http/who/cross-site.ts';
import { type LocalVisitGuard, localVisits } from '../../platform/http/who/local-visits.ts';
import { sessionCookie } from '../../platform/http/who/session-cookie.ts';
import { suspension } from '../../platform/http/who/suspension.ts';
import { AppError } from '../../platform/kernel/app-error.ts';
import type { SecurityEvents } from '../../platform/kernel/security-events/index.ts';

export interface AppSettings {
  /** The address the server listens on. */
  readonly host: string;
  /** The URL that visitors use, without a slash at the end. */
  readonly publicUrl: string;
  readonly productName: string;
  readonly version: string;
  /** How many proxies in front may name the client's address. */
  readonly trustProxy: number;
  /** Whether HSTS covers subdomains too; default false. */
  readonly hstsCoversSubdomains?: boolean;
}

/** What the HTTP server is made of. */
export interface AppDeps {
  readonly settings: AppSettings;
  readonly logger: FastifyBaseLogger;
  readonly securityEvents: SecurityEvents;
  /** Says who asks. */
  readonly sessions: SessionsService;
  /** The calls of all modules, below /api. */
  readonly calls: readonly FastifyPluginAsync[];
  /** What modules answer outside of the API. */
  readonly pages: readonly FastifyPluginAsync[];
  /** The key of the link that is printed in the terminal; without it there is no such link. */
  readonly local?: LocalVisitGuard;
  /** Resolves when the product is ready. */
  readonly checkReady: () => Promise<void>;
  /** Tries a write; by default it is taken to succeed. */
  readonly checkWritable?: () => Promise<void>;
  /** Aborted when the server begins to stop. */
  readonly stopSignal?: AbortSignal;
  /** How long checks under way may take once the server no longer listens; default 10 s. */
  readonly stopGraceMs?: number;
  /** Metrics in addition to those of the process and of HTTP. */
  readonly metrics?: readonly Metric[];
  /** What a scraper of metrics must show; by default scrapers on this machine are answered. */
  readonly metricsToken?: string | null;
  readonly site: {
    readonly source: SiteSource;
    readonly settings: () => Promise<SiteSettings>;
    /** Default: pages are rendered in this thread. */
    readonly renderer?: PageRenderer;
  };
  /** Address of the card provider's script, for the page of the card form; null where no card is taken. */
  readonly cardScriptUrl?: string | null;
  /** The shared rate-limit counter; by default this process counts alone. */
  readonly limiter?: Limiter;
  readonly limits?: Partial<RateLimits>;
  /** 0 switches the guard against overload off. */
  readonly maxEventLoopDelayMs?: number;
  /** A request that is incomplete after this time is answered 408; default 20 s. */
  readonly requestWithinMs?: number;
}

const BODY_LIMIT_BYTES = 64 * 1024;
const REQUEST_WITHIN_MS = 20_000;

/** The HTTP server, ready for `listen` or `inject`. Every plugin is registered here, in order. */
export async function buildApp(deps: AppDeps): Promise<FastifyInstance> {
  const { settings, requestWithinMs = REQUEST_WITHIN_MS } = deps;
  const limits = { ...DEFAULT_RATE_LIMITS, ...deps.limits };
  const reach = { host: settings.host, publicUrl: settings.publicUrl };
  const app = Fastify({
    loggerInstance: deps.logger,
    genReqId: newRequestId,
    rewriteUrl: readablePath,
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: trustedProxies(settings.trustProxy),
    bodyLimit: BODY_LIMIT_BYTES,
    requestTimeout: requestWithinMs,
    http: {
      // Node takes the longer of the two for the whole request, and its own for headers is a minute.
      headersTimeout: requestWithinMs,
      // By default Node checks every 30 s; by then the handler would have timed out with a server error.
      connectionsCheckingInterval: requestWithinMs / 10,
    },
    // Nothing is sent while rows are stored.
    connectionTimeout: LONGEST_CALL_MS + REQUEST_WITHIN_MS,
    keepAliveTimeout: 30_000,
    handlerTimeout: 30_000,
    routerOptions: { maxParamLength: 256 },
    forceCloseConnections: 'idle',
    // What arrives before the last connection is closed is answered as ever (`stopping`).
    return503OnClosing: false,
    frameworkErrors: (error, request, reply) => {
      sendFailure(error, request, reply);
    },
    clientErrorHandler: connectionFailure,
  });
  app.decorate('limits', limits);
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);
  // JSON only: a form of another site can send text without a preflight, but not JSON.
  app.removeContentTypeParser('text/plain');

  await deps.site.source.attach?.(app);
  await app.register(stopping, { graceMs: deps.stopGraceMs, stopSignal: deps.stopSignal });
  await app.register(errorHandler);
  await app.register(requestId);
  await app.register(requestLog);
  // After the log, whose last line of a request is still in its span.
  await app.register(tracing);
  await app.register(securityEvents, { events: deps.securityEvents });
  const pages = { ...deps.site, shared: new SharedPages(), pagesPerMinute: limits.pagesPerMinute };
  await app.register(repeatPages, pages);
  await app.register(compression);
  await app.register(securityHeaders, settings);
  await app.register(cardPagePolicy, { scriptUrl: deps.cardScriptUrl ?? null });
  await app.register(robotsHeader);
  await app.register(rateLimit, deps.limiter === undefined ? {} : { limiter: deps.limiter });
  await app.register(expectation);
  await app.register(health, {
    checkReady: deps.checkReady,
    checkWritable: deps.checkWritable,
    stopSignal: deps.stopSignal,
    maxEventLoopDelayMs: deps.maxEventLoopDelayMs ?? 3_000,
  });
  await app.register(metrics, { metrics: deps.metrics ?? [], token: deps.metricsToken ?? null });
  await app.register(linkPage);
  await app.register(sessionCookie, reach);
  await app.register(localVisits, { ...reach, ...deps.local });
  await app.register(crossSite, reach);
  await app.register(askingAgain);
  await app.register(caller, { ...reach, sessions: deps.sessions });
  await app.register(suspension);
  await app.register(openapi, settings);

  await app.register(
    async (api) => {
      for (const calls of deps.calls) await api.register(calls);
      api.get(
        '/openapi.json',
        { schema: { hide: true }, config: { rateLimit: { max: limits.readsPerMinute } } },
        async () => api.swagger(),
      );
      // The catch-all route of the pages must not answer API calls.
      const unknown = { schema: { hide: true }, config: { rateLimit: { max: limits.unknownPerMinute } } };
      api.all('/', unknown, notFound);
      api.all('/*', unknown, notFound);
    },
    { prefix: '/api' },
  );
  for (const module of deps.pages) await app.register(module);
  await app.register(host, {
    ...pages,
    productName: settings.productName,
    reach,
  });
  const unknownPaths = { name: 'unknown paths', max: limits.unknownPerMinute, windowMs: 60_000 };
  app.setNotFoundHandler(
    { preHandler: (request: FastifyRequest) => assertWithin(app.limiter, unknownPaths, networkOf(request)) },
    notFound,
  );
  await app.ready();
  return app;
}

function notFound(): never {
  throw new AppError('NotFound');
}
