import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import Fastify, { LogController } from 'fastify';
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod';
import type { Metric } from 'prom-client';
import { AppError } from './app-error.ts';
import { type AccountService, accountRoutes } from './features/account/index.ts';
import {
  authRoutes,
  DEFAULT_SIGN_IN_LIMITS,
  type SessionsService,
  type SignInLimits,
  type SignInService,
  sessionsRoutes,
} from './features/auth/index.ts';
import {
  type BotFeatures,
  type BotLimits,
  botRoutes,
  DEFAULT_BOT_LIMITS,
  telegramRoutes,
} from './features/bot-accounts/index.ts';
import { type CertificateService, certificateRoutes, keyRoutes } from './features/certificate/index.ts';
import { type ChecksService, checksRoutes, doneResultOf } from './features/checks/index.ts';
import { type HistoryService, historyRoutes } from './features/history/index.ts';
import type { BalanceService } from './features/ledger/index.ts';
import { type Outbox, outboxRoutes } from './features/mail/index.ts';
import {
  invoiceRoutes,
  type PaymentsService,
  paymentsRoutes,
  type RenderInvoice,
  webhookRoutes,
} from './features/payments/index.ts';
import { type PromoService, promoRoutes } from './features/promo/index.ts';
import { type ReportsService, reportsRoutes } from './features/reports/index.ts';
import { type ShowcaseService, showcaseRoutes } from './features/showcase/index.ts';
import { type CoverageService, siteRoutes } from './features/site/index.ts';
import { type ReadSourceHealth, sourceHealthRoutes } from './features/source-health/index.ts';
import { type SuggestService, suggestRoutes } from './features/suggest/index.ts';
import {
  DEFAULT_SURVEY_LIMITS,
  type FeedbackService,
  feedbackRoutes,
  type SurveyFormService,
  type SurveyLimits,
  type SurveyService,
  surveyAdminRoutes,
  surveyRoutes,
} from './features/survey/index.ts';
import { host } from './host/host.ts';
import type { SiteSettings } from './host/site-build.ts';
import type { SiteSource } from './host/site-source.ts';
import { caller } from './plugins/caller.ts';
import { cardPagePolicy } from './plugins/card-page-policy.ts';
import { compression } from './plugins/compression.ts';
import { connectionFailure } from './plugins/connection-failure.ts';
import { crossSite } from './plugins/cross-site.ts';
import { errorHandler, sendFailure } from './plugins/error-handler.ts';
import { health } from './plugins/health.ts';
import { linkPage } from './plugins/link-page.ts';
import { openapi } from './plugins/openapi.ts';
import { DEFAULT_RATE_LIMITS, type RateLimits, rateLimit } from './plugins/rate-limit.ts';
import { newRequestId, requestId } from './plugins/request-id.ts';
import { requestLog } from './plugins/request-log.ts';
import { robotsHeader } from './plugins/robots-header.ts';
import { securityHeaders } from './plugins/security-headers.ts';
import { sessionCookie } from './plugins/session-cookie.ts';
import { stopping } from './plugins/stopping.ts';

export interface AppSettings {
  /** The address the server listens on. */
  readonly host: string;
  /** The address visitors use, without a slash at the end. */
  readonly publicUrl: string;
  readonly productName: string;
  readonly version: string;
  /** How many proxies in front may name the client's address. */
  readonly trustProxy: number;
}

export interface AppDeps {
  readonly settings: AppSettings;
  readonly logger: FastifyBaseLogger;
  readonly checks: ChecksService;
  readonly certificates: CertificateService;
  readonly reports: ReportsService;
  readonly payments: PaymentsService;
  /** True where stand-ins on this machine take the place of payment providers. */
  readonly isPaymentTrial: boolean;
  readonly invoices: {
    readonly render: RenderInvoice;
    readonly seller: { readonly company: string; readonly email: string };
  };
  readonly promo: PromoService;
  readonly telegram: {
    readonly features: BotFeatures;
    /** What the bot may show; without any it has no routes. */
    readonly secrets: readonly string[];
  };
  readonly suggestions: SuggestService;
  readonly balance: BalanceService;
  readonly history: HistoryService;
  readonly account: AccountService;
  readonly surveys: {
    readonly survey: SurveyService;
    readonly form: SurveyFormService;
    readonly feedback: FeedbackService;
  };
  readonly auth: {
    readonly sessions: SessionsService;
    readonly signIn: SignInService;
    /** Mails that were not sent; null where they are. */
    readonly outbox: Outbox | null;
  };
  /** Resolves when the product can answer. */
  readonly checkReady: () => Promise<void>;
  readonly coverage: CoverageService;
  /** Who is asked for chains read live; nobody where it is left out. */
  readonly sourceHealth?: ReadSourceHealth;
  /** Beside those of the process and of HTTP. */
  readonly metrics?: readonly Metric[];
  readonly showcase: Pick<ShowcaseService, 'read'>;
  readonly site: { readonly source: SiteSource; readonly settings: () => Promise<SiteSettings> };
  /** Address of the card provider's script, for the page of the card form; null where no card is taken. */
  readonly cardScriptUrl?: string | null;
  readonly limits?: Partial<RateLimits & SignInLimits & SurveyLimits & BotLimits>;
  /** 0 switches the guard against overload off. */
  readonly maxEventLoopDelayMs?: number;
  /** A request that has not come whole by then is answered 408; default 20 s. */
  readonly requestWithinMs?: number;
}

const BODY_LIMIT_BYTES = 64 * 1024;
const REQUEST_WITHIN_MS = 20_000;
const OUTBOX_PATH = '/outbox';
const NOBODY_ASKED: ReadSourceHealth = async () => ({ isOn: false, networks: [] });

/** The whole HTTP side, ready to listen or to be asked by `inject`. Every plugin and feature is named here, in order. */
export async function buildApp(deps: AppDeps): Promise<FastifyInstance> {
  const { settings, requestWithinMs = REQUEST_WITHIN_MS } = deps;
  const limits = {
    ...DEFAULT_RATE_LIMITS,
    ...DEFAULT_SIGN_IN_LIMITS,
    ...DEFAULT_SURVEY_LIMITS,
    ...DEFAULT_BOT_LIMITS,
    ...deps.limits,
  };
  const reach = { host: settings.host, publicUrl: settings.publicUrl };
  const app = Fastify({
    loggerInstance: deps.logger,
    genReqId: newRequestId,
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: settings.trustProxy === 0 ? false : (_address, hop) => hop < settings.trustProxy,
    bodyLimit: BODY_LIMIT_BYTES,
    requestTimeout: requestWithinMs,
    http: {
      // Node takes the longer of the two for the whole request, and its own for headers is a minute.
      headersTimeout: requestWithinMs,
      // By itself it looks every half minute: until then the handler would have timed out, as if by our fault.
      connectionsCheckingInterval: requestWithinMs / 10,
    },
    connectionTimeout: 60_000,
    keepAliveTimeout: 30_000,
    handlerTimeout: 30_000,
    routerOptions: { maxParamLength: 256 },
    forceCloseConnections: 'idle',
    frameworkErrors: (error, request, reply) => {
      sendFailure(error, request, reply);
    },
    clientErrorHandler: connectionFailure,
  });
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);
  // JSON only: a form of another site can send text, but not JSON, without asking first.
  app.removeContentTypeParser('text/plain');

  await app.register(stopping);
  await app.register(errorHandler);
  await app.register(requestId);
  await app.register(requestLog);
  await app.register(compression);
  await app.register(securityHeaders, { publicUrl: settings.publicUrl });
  await app.register(cardPagePolicy, { scriptUrl: deps.cardScriptUrl ?? null });
  await app.register(robotsHeader);
  await app.register(rateLimit);
  await app.register(health, {
    checkReady: deps.checkReady,
    maxEventLoopDelayMs: deps.maxEventLoopDelayMs ?? 3_000,
    metrics: deps.metrics ?? [],
  });
  await app.register(linkPage);
  await app.register(sessionCookie, reach);
  await app.register(crossSite, reach);
  await app.register(caller, { ...reach, sessions: deps.auth.sessions });
  await app.register(openapi, { productName: settings.productName, version: settings.version });

  await app.register(
    async (api) => {
      await api.register(authRoutes, {
        signIn: deps.auth.signIn,
        sessions: deps.auth.sessions,
        outboxPath: deps.auth.outbox === null ? null : OUTBOX_PATH,
        userOf: (who) => deps.balance.userOf(who),
        ...reach,
        ...limits,
      });
      await api.register(sessionsRoutes, { sessions: deps.auth.sessions, ...reach, ...limits });
      await api.register(suggestRoutes, { suggestions: deps.suggestions, ...limits });
      await api.register(checksRoutes, { checks: deps.checks, userOf: (who) => deps.balance.userOf(who), ...limits });
      await api.register(historyRoutes, {
        history: deps.history,
        resultOf: (subId, owner) => doneResultOf(deps.checks, subId, owner),
        ...limits,
      });
      await api.register(accountRoutes, { account: deps.account, ...limits });
      await api.register(surveyRoutes, { ...deps.surveys, ...limits });
      await api.register(surveyAdminRoutes, { ...deps.surveys, ...limits });
      await api.register(feedbackRoutes, { ...deps.surveys, ...limits });
      await api.register(certificateRoutes, { checks: deps.checks, certificates: deps.certificates, ...limits });
      await api.register(reportsRoutes, { reports: deps.reports, productName: settings.productName, ...limits });
      await api.register(paymentsRoutes, {
        payments: deps.payments,
        isTrial: deps.isPaymentTrial,
        ...reach,
        ...limits,
      });
      await api.register(invoiceRoutes, {
        payments: deps.payments,
        renderInvoice: deps.invoices.render,
        seller: { ...deps.invoices.seller, productName: settings.productName },
        ...limits,
      });
      await api.register(webhookRoutes, { payments: deps.payments });
      await api.register(promoRoutes, { promo: deps.promo, ...limits });
      await api.register(telegramRoutes, { joining: deps.telegram.features.joining, ...limits });
      if (deps.telegram.secrets.length > 0) {
        await api.register(botRoutes, {
          bot: deps.telegram.features,
          secrets: deps.telegram.secrets,
          productName: settings.productName,
          isTrial: deps.isPaymentTrial,
          ...reach,
          ...limits,
        });
      }
      await api.register(siteRoutes, {
        coverage: deps.coverage,
        site: { buildId: async () => (await deps.site.source.current())?.id ?? null },
        ...limits,
      });
      await api.register(sourceHealthRoutes, { read: deps.sourceHealth ?? NOBODY_ASKED, ...limits });
      await api.register(showcaseRoutes, { showcase: deps.showcase, ...limits });
      api.get(
        '/openapi.json',
        { schema: { hide: true }, config: { rateLimit: { max: limits.readsPerMinute } } },
        async () => api.swagger(),
      );
      // The pages' own catch-all must not answer for the API.
      const unknown = { schema: { hide: true }, config: { rateLimit: { max: limits.unknownPerMinute } } };
      api.all('/', unknown, notFound);
      api.all('/*', unknown, notFound);
    },
    { prefix: '/api' },
  );
  if (deps.auth.outbox !== null) {
    const { outbox } = deps.auth;
    await app.register(outboxRoutes, {
      outbox,
      path: OUTBOX_PATH,
      productName: settings.productName,
      ...reach,
      ...limits,
    });
  }
  await app.register(keyRoutes, { certificates: deps.certificates, ...limits });
  await app.register(host, {
    ...deps.site,
    productName: settings.productName,
    pagesPerMinute: limits.pagesPerMinute,
    reach,
  });
  app.setNotFoundHandler({ preHandler: app.rateLimit({ max: limits.unknownPerMinute, timeWindow: 60_000 }) }, notFound);
  await app.ready();
  return app;
}

function notFound(): never {
  throw new AppError('NotFound');
}
