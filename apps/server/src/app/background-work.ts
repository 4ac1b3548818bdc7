import type { Logger } from 'pino';
import { scheduleLabelUpdates, workLabelImports } from '../modules/labels/index.ts';
import { openPublishers } from '../modules/labels/module.ts';
import { refreshAfterChange, workRefreshes } from '../modules/records/index.ts';
import type { Config } from '../platform/config/config.ts';
import type { Pool } from '../platform/db/index.ts';
import { recordRefusedDownloads } from '../platform/intake/index.ts';
import { quietWhileAway } from '../platform/jobs/job-log.ts';
import type { Jobs } from '../platform/jobs/jobs.ts';
import { onceDatabaseAnswers } from '../platform/jobs/once-database-answers.ts';
import type { SecurityEvents } from '../platform/kernel/security-events/index.ts';
import { STARTER_SETS } from './composition/starter-data.ts';
import { loadStarterSets } from './jobs/starter-sets.ts';
import { startUpkeep } from './jobs/upkeep.ts';

export interface BackgroundContext {
  readonly signal: AbortSignal;
  readonly log: Logger;
  /** What was done, one sentence. */
  readonly say: (text: string) => void;
  readonly progress: (text: string) => void;
  readonly securityEvents: SecurityEvents;
}

export interface BackgroundWork {
  readonly start: (jobs: Jobs, context: BackgroundContext) => Promise<void>;
  readonly close: () => Promise<void>;
}

/** What nobody waits for: lists of labels, what is derived of them, the hourly upkeep, the data that ship. */
export function openBackgroundWork(config: Config, pool: Pool): BackgroundWork {
  const { contents, close } = openPublishers(pool, config);
  const { allowsPrivateRedirects } = config;
  return {
    close,
    // People use the server already: a database that is away in these moments is waited for.
    start: async (jobs, context) => {
      const { signal, say, progress } = context;
      const { error } = quietWhileAway(context.log);
      const log = { warn: (facts: object, message: string) => context.log.warn(facts, message), error };
      const failed = recordRefusedDownloads(context.securityEvents);
      const refresh = (cancelled: AbortSignal) => refreshAfterChange({ pool, progress, signal: cancelled });
      const kept = { retentionDays: config.inquiryRetentionDays, invoiceYears: config.invoiceRetentionYears };
      const steps: readonly (() => Promise<unknown>)[] = [
        () => workLabelImports(jobs, pool, { log, say, progress, allowsPrivateRedirects, failed, imported: refresh }),
        () =>
          scheduleLabelUpdates(config.labelUpdates, {
            ...{ jobs, pool, contents, log, signal, failed, ended: refresh },
            hooks: (cancelled) => ({ signal: cancelled, allowsPrivateRedirects }),
          }),
        () => workRefreshes(jobs, { pool, progress }),
        () => startUpkeep(jobs, pool, kept, { log, signal }),
        () => loadStarterSets(config.hasStarterData ? STARTER_SETS : [], { pool, jobs, say, progress }),
      ];
      for (const step of steps) await onceDatabaseAnswers(step, signal, log);
    },
  };
}
