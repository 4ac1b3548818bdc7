import Fastify, { type FastifyInstance, type FastifyRequest, LogController } from 'fastify';
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod';
import {
  accountRoutes,
  authRoutes,
  companySignInRoutes,
  DEFAULT_SIGN_IN_LIMITS,
  factorsRoutes,
  identityRoutes,
  recoveryRoutes,
  sessionsRoutes,
  undoRoutes,
  workspacesRoutes,
} from '../../modules/accounts/index.ts';
import { type ReadSourceHealth, sourceHealthRoutes } from '../../modules/chains/index.ts';
import {
  checksRoutes,
  counterpartiesRoutes,
  doneResultOf,
  explorerRoutes,
  historyRoutes,
  securityTxtRoutes,
  showcaseRoutes,
  siteRoutes,
  suggestRoutes,
} from '../../modules/checks/index.ts';
import { entitiesRoutes } from '../../modules/labels/index.ts';
import {
  DEFAULT_SURVEY_LIMITS,
  paymentsRoutes,
  promoRoutes,
  surveyRoutes,
  webhookRoutes,
} from '../../modules/money/index.ts';
import { certificateRoutes, keyRoutes, reportsRoutes } from '../../modules/reports/index.ts';
import { auditRoutes } from '../../platform/audit/index.ts';
import { host } from '../../platform/host/host.ts';
import { repeatPages } from '../../platform/host/repeat-pages.ts';
import { SharedPages } from '../../platform/host/shared-pages.ts';
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
import { assertWithin } from '../../platform/http/limits/limiter.ts';
import { DEFAULT_RATE_LIMITS, networkOf, rateLimit } from '../../platform/http/limits/rate-limit.ts';
import { linkPage } from '../../platform/http/link-page.ts';
import { health } from '../../platform/http/watch/health.ts';
import { metrics } from '../../platform/http/watch/metrics.ts';
import { securityEvents } from '../../platform/http/watch/security-events.ts';
import { stopping } from '../../platform/http/watch/stopping.ts';
import { requestLog, tracing } from '../../platform/http/watch/tracing.ts';
import { askingAgain } from '../../platform/http/who/ask-again.ts';
import { caller } from '../../platform/http/who/caller.ts';
import { crossSite } from '../../platform/http/who/cross-site.ts';
import { localVisits } from '../../platform/http/who/local-visits.ts';
import { sessionCookie } from '../../platform/http/who/session-cookie.ts';
import { suspension } from '../../platform/http/who/suspension.ts';
import { trustedProxies } from '../../platform/http/who/trusted-proxies.ts';
import { AppError } from '../../platform/kernel/app-error.ts';
import { outboxRoutes } from '../../platform/mail/index.ts';
import type { AppDeps } from './app-deps.ts';

const BODY_LIMIT_BYTES = 64 * 1024;
const REQUEST_WITHIN_MS = 20_000;
const OUTBOX_PATH = '/outbox';
const NOBODY_ASKED: ReadSourceHealth = async () => ({ isOn: false, networks: [] });

/** The HTTP server, ready for `listen` or `inject`. Every plugin and feature is registered here, in order. */
export async function buildApp(deps: AppDeps): Promise<FastifyInstance> {
  const { settings, requestWithinMs = REQUEST_WITHIN_MS } = deps;
  const limits = {
    ...DEFAULT_RATE_LIMITS,
    ...DEFAULT_SIGN_IN_LIMITS,
    ...DEFAULT_SURVEY_LIMITS,
    ...deps.limits,
  };
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
  await app.register(caller, { ...reach, sessions: deps.auth.sessions });
  await app.register(suspension);
  await app.register(openapi, settings);

  await app.register(
    async (api) => {
      await api.register(authRoutes, {
        signIn: deps.auth.signIn,
        sessions: deps.auth.sessions,
        outboxPath: deps.auth.outbox === null ? null : OUTBOX_PATH,
        userOf: (who, refusal) => deps.balance.userOf(who, refusal),
        limits,
      });
      await api.register(factorsRoutes, {
        ...deps.factors,
        sessions: deps.auth.sessions,
        userOf: (who) => deps.balance.userOf(who),
      });
      await api.register(companySignInRoutes, {
        companySignIn: deps.identity.companySignIn,
        sessions: deps.auth.sessions,
        userOf: (who) => deps.balance.userOf(who),
      });
      await api.register(recoveryRoutes, {
        recovery: deps.factors.recovery,
        sessions: deps.auth.sessions,
        userOf: (who) => deps.balance.userOf(who),
      });
      await api.register(undoRoutes, { undo: deps.factors.undo });
      await api.register(sessionsRoutes, { sessions: deps.auth.sessions });
      await api.register(suggestRoutes, { suggestions: deps.suggestions });
      await api.register(checksRoutes, {
        checks: deps.checks,
        userOf: (who, balance) => deps.balance.userOf(who, null, balance),
      });
      const { recordDownload } = deps.auditLog;
      await api.register(explorerRoutes, { explorer: deps.explorer });
      await api.register(counterpartiesRoutes, { ...deps, recordDownload });
      await api.register(historyRoutes, {
        history: deps.history,
        resultOf: (subId, owner) => doneResultOf(deps.checks, subId, owner),
      });
      await api.register(accountRoutes, { account: deps.account });
      await api.register(auditRoutes, { auditLog: deps.auditLog });
      await api.register(surveyRoutes, deps.surveys);
      await api.register(certificateRoutes, { checks: deps.checks, certificates: deps.certificates });
      const { productName } = settings;
      await api.register(reportsRoutes, { reports: deps.reports, recordDownload, productName });
      await api.register(paymentsRoutes, {
        payments: deps.payments,
        isTrial: deps.isPaymentTrial,
        renderInvoice: deps.renderInvoice,
        recordDownload,
        ...reach,
      });
      await api.register(webhookRoutes, { payments: deps.payments });
      await api.register(promoRoutes, { promo: deps.promo });
      await api.register(workspacesRoutes, deps.workspaces);
      await api.register(identityRoutes, {
        settings: deps.identity.settings,
        publicUrl: settings.publicUrl,
      });
      await api.register(siteRoutes, {
        coverage: deps.coverage,
        site: { buildId: async () => (await deps.site.source.current())?.id ?? null },
      });
      await api.register(entitiesRoutes, { entities: deps.entities });
      await api.register(sourceHealthRoutes, { read: deps.sourceHealth ?? NOBODY_ASKED });
      await api.register(showcaseRoutes, { showcase: deps.showcase });
      for (const calls of deps.more) await api.register(calls);
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
  if (deps.auth.outbox !== null) {
    const { outbox } = deps.auth;
    await app.register(outboxRoutes, { outbox, path: OUTBOX_PATH, productName: settings.productName, ...limits });
  }
  await app.register(keyRoutes, { certificates: deps.certificates, ...limits });
  await app.register(securityTxtRoutes, {
    contact: { ...settings, email: deps.supportEmail },
    ...limits,
  });
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
