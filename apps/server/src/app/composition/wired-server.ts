import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import type { ReportFeatures } from '../../modules/reports/open/reports.ts';
import type { PageThreads } from '../../modules/reports/outside/rendering/page-threads.ts';
import type { Pool } from '../../platform/db/index.ts';
import type { SiteSource } from '../../platform/host/site-source.ts';
import type { OpenModule } from '../../platform/module.ts';
import type { ServerLogs } from './security-events.ts';

export interface WiredServer {
  readonly app: FastifyInstance;
  /** Not started yet. */
  readonly modules: readonly OpenModule[];
  /** The key that signs results and the audit log. */
  readonly signer: ReportFeatures['signer'];
  /** Creates the keys of reports where there are none; to be called after listening. What needs one before opens it. */
  openKeys(): Promise<void>;
  /** Closes what keeps the process of a server that cannot listen. */
  abandon(): Promise<void>;
  close(): Promise<void>;
}

export interface ServerContext extends Pick<ServerLogs, 'securityEvents'> {
  readonly log: Logger;
  /** Aborting it stops the product. */
  readonly signal: AbortSignal;
  /** One line for people, to stdout. */
  readonly out: (text: string) => void;
  /** Renders the pages of the site; the caller closes it after the server. */
  readonly pages: PageThreads;
  /** The site, when it is not the one that was built. */
  readonly site?: SiteSource;
  /** Default: one that shows the rows of one workspace at a time. The benchmark of what that costs opens another. */
  readonly openRequestPool?: (service: Pool, url: string) => Pool;
}
