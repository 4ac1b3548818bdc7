import type { FastifyPluginAsync } from 'fastify';
import type { Logger } from 'pino';
import type { Metric } from 'prom-client';
import type { Config } from './config/config.ts';
import type { Pool } from './db/index.ts';
import type { Jobs } from './jobs/jobs.ts';
import type { RegularWork } from './jobs/regular-work.ts';
import type { SecurityEvents } from './kernel/security-events/index.ts';
import type { Clock } from './kernel/time/clock.ts';
import type { MailSender } from './mail/index.ts';

/** What a module is opened with: made once, by `app`, and passed to each of them. */
export interface Context {
  readonly config: Config;
  /** Of requests: each shows the rows of one workspace at a time. */
  readonly pool: Pool;
  /** Of the installation: for what belongs to no workspace. */
  readonly service: Pool;
  /** The secret of the installation, at least 32 bytes; the same on every server. */
  readonly secret: Uint8Array;
  readonly jobs: Jobs;
  readonly sender: MailSender;
  readonly securityEvents: SecurityEvents;
  readonly clock: Clock;
  readonly log: Logger;
  /** Aborted when the server begins to stop. */
  readonly signal: AbortSignal;
}

/** What a server runs of a module. */
export interface OpenModule {
  /** Its calls, below /api. */
  readonly calls?: FastifyPluginAsync;
  /** What it answers outside of the API. */
  readonly pages?: FastifyPluginAsync;
  readonly metrics?: readonly Metric[];
  readonly regular?: readonly RegularWork[];
  /** The server listens now: begins jobs. */
  readonly onListening?: () => Promise<void>;
  /** Begins what can wait until the first page is out. */
  readonly afterFirstPage?: () => void;
  /** Ends what it does by itself; the server still answers. */
  readonly beforeClose?: () => Promise<void>;
  /** Ends the rest, while the server ends its last answers; what runs has so long for it. */
  readonly whileClosing?: (graceMs: number) => Promise<void>;
  /** Ends what those answers needed. */
  readonly afterClosed?: () => Promise<void>;
}

/** What there is before a module is opened. */
export type BeforeServer = Pick<Context, 'signal' | 'log'>;
