import type { CommandContext } from '../../../platform/command/context.ts';
import type { Config } from '../../../platform/config/config.ts';
import type { Pool } from '../../../platform/db/index.ts';
import type { Log } from '../../../platform/kernel/log.ts';
import type { PaymentsService } from '../../money/index.ts';
import type { ApplyLogDeps } from '../restore-log/apply-log.ts';

/** What a restore needs of the whole product. */
export interface BackupPorts {
  /** The database of the settings without its schema; one is made where there is none. */
  readonly openBareDatabase: (
    config: Config,
    options: { readonly signal: AbortSignal; readonly report: (text: string) => void },
  ) => Promise<{ readonly pool: Pool; readonly url: string; readonly close: () => Promise<void> }>;
  readonly paymentsOf: (
    pool: Pool,
    config: Config,
    log: Pick<Log, 'warn' | 'error'>,
  ) => Promise<Pick<PaymentsService, 'reconcileAll'>>;
  /** Erases accounts and companies again, with what all modules hold of them. */
  readonly erasureOf: (pool: Pool, config: Config) => Promise<Pick<ApplyLogDeps, 'deleteAccount' | 'closeWorkspace'>>;
}

export type BackupContext = CommandContext & BackupPorts;
