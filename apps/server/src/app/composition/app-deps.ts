import type { FastifyBaseLogger, FastifyPluginAsync } from 'fastify';
import type { Metric } from 'prom-client';
import type { AccountService, SessionsService, SignInLimits, SignInService } from '../../modules/accounts/index.ts';
import type { FactorFeatures } from '../../modules/accounts/open/factors.ts';
import type { IdentityFeatures } from '../../modules/accounts/open/identity.ts';
import type { WorkspaceFeatures } from '../../modules/accounts/open/workspaces.ts';
import type { ReadSourceHealth } from '../../modules/chains/index.ts';
import type {
  ChecksService,
  CounterpartiesService,
  CoverageService,
  ExplorerService,
  HistoryService,
  ShowcaseService,
  SuggestService,
} from '../../modules/checks/index.ts';
import type { EntitiesService } from '../../modules/labels/index.ts';
import type {
  BalanceService,
  FeedbackService,
  PaymentsService,
  PromoService,
  RenderInvoice,
  SurveyFormService,
  SurveyLimits,
  SurveyService,
} from '../../modules/money/index.ts';
import type { CertificateService, ReportsService } from '../../modules/reports/index.ts';
import type { AuditLogService } from '../../platform/audit/index.ts';
import type { PageRenderer } from '../../platform/host/page-renderer.ts';
import type { SiteSettings } from '../../platform/host/site-build.ts';
import type { SiteSource } from '../../platform/host/site-source.ts';
import type { Limiter } from '../../platform/http/limits/limiter.ts';
import type { RateLimits } from '../../platform/http/limits/rate-limit.ts';
import type { LocalVisitGuard } from '../../platform/http/who/local-visits.ts';
import type { SecurityEvents } from '../../platform/kernel/security-events/index.ts';
import type { Outbox } from '../../platform/mail/index.ts';

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

export interface AppDeps {
  /** Calls of modules that can be left out. */
  readonly more: readonly FastifyPluginAsync[];
  readonly settings: AppSettings;
  readonly logger: FastifyBaseLogger;
  readonly securityEvents: SecurityEvents;
  readonly checks: ChecksService;
  readonly counterparties: CounterpartiesService;
  readonly certificates: CertificateService;
  readonly reports: ReportsService;
  readonly explorer: ExplorerService;
  readonly payments: PaymentsService;
  /** True if stand-ins on this machine replace the payment providers. */
  readonly isPaymentTrial: boolean;
  readonly renderInvoice: RenderInvoice;
  /** Where people reach the operator. */
  readonly supportEmail: string;
  readonly promo: PromoService;
  readonly workspaces: WorkspaceFeatures;
  readonly suggestions: SuggestService;
  readonly balance: BalanceService;
  readonly history: HistoryService;
  readonly account: AccountService;
  readonly auditLog: AuditLogService;
  readonly surveys: {
    readonly survey: SurveyService;
    readonly form: SurveyFormService;
    readonly feedback: FeedbackService;
  };
  readonly auth: {
    readonly sessions: SessionsService;
    readonly signIn: SignInService;
    /** Mails that were not sent; null if they are sent. */
    readonly outbox: Outbox | null;
  };
  readonly factors: FactorFeatures;
  readonly identity: IdentityFeatures;
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
  readonly coverage: CoverageService;
  readonly entities: EntitiesService;
  /** Providers for on-demand reads; none by default. */
  readonly sourceHealth?: ReadSourceHealth;
  /** Metrics in addition to those of the process and of HTTP. */
  readonly metrics?: readonly Metric[];
  /** What a scraper of metrics must show; by default scrapers on this machine are answered. */
  readonly metricsToken?: string | null;
  readonly showcase: Pick<ShowcaseService, 'read'>;
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
  readonly limits?: Partial<RateLimits & SignInLimits & SurveyLimits>;
  /** 0 switches the guard against overload off. */
  readonly maxEventLoopDelayMs?: number;
  /** A request that is incomplete after this time is answered 408; default 20 s. */
  readonly requestWithinMs?: number;
}
