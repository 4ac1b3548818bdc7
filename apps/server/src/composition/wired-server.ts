import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import type { PageThreads } from '../adapters/rendering/page-threads.ts';
import type { WalkCalls } from '../adapters/walk-calls/walk-calls.ts';
import type { Pool } from '../db/index.ts';
import type { SignInService } from '../features/auth/index.ts';
import type { BatchWorker } from '../features/batches/index.ts';
import type { BotAccountsService } from '../features/bot-accounts/index.ts';
import type { ChecksService } from '../features/checks/index.ts';
import type { FactorsService } from '../features/factors/index.ts';
import type { DomainLooks } from '../features/identity-providers/index.ts';
import type { PaymentNotices, PaymentsService } from '../features/payments/index.ts';
import type { RecoveryUpkeep } from '../features/recovery/index.ts';
import type { InMemoryAssets } from '../features/transfers/index.ts';
import type { DeliveryWorker } from '../features/webhooks/index.ts';
import type { InvitationsService } from '../features/workspaces/index.ts';
import type { SiteSource } from '../host/site-source.ts';
import type { ReportFeatures } from './wiring-reports.ts';
import type { ServerLogs } from './wiring-security.ts';

export interface WiredServer {
  readonly app: FastifyInstance;
  readonly checks: ChecksService;
  readonly payments: PaymentsService;
  readonly notices: PaymentNotices;
  readonly signIn: SignInService;
  readonly invitations: InvitationsService;
  readonly domainLooks: DomainLooks;
  readonly deliveries: DeliveryWorker;
  readonly factors: FactorsService;
  readonly recovery: RecoveryUpkeep;
  readonly chats: BotAccountsService;
  /** Not started yet. */
  readonly batches: BatchWorker;
  /** Null if none is configured. */
  readonly memory: InMemoryAssets | null;
  /** Not answering yet. */
  readonly walkCalls: WalkCalls;
  readonly botSecrets: readonly string[];
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
