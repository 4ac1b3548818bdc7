import type { FastifyBaseLogger, FastifyPluginAsync } from 'fastify';
import type { Metric } from 'prom-client';
import type { SessionsService } from '../../modules/accounts/index.ts';
import type { PageRenderer } from '../../platform/host/page-renderer.ts';
import type { SiteSettings } from '../../platform/host/site-build.ts';
import type { SiteSource } from '../../platform/host/site-source.ts';
import type { Limiter } from '../../platform/http/limits/limiter.ts';
import type { RateLimits } from '../../platform/http/limits/rate-limit.ts';
import type { LocalVisitGuard } from '../../platform/http/who/local-visits.ts';
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
