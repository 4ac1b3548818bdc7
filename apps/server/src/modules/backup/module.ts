import type { Config } from '../../platform/config/config.ts';
import type { Pool } from '../../platform/db/index.ts';
import { quietWhileAway } from '../../platform/jobs/job-log.ts';
import type { BeforeServer } from '../../platform/module.ts';
import { openOutgoingGate } from './backup/open-outgoing-gate.ts';
import { keepRestoreLog } from './restore-log/keep-log.ts';

/** Backups, and the log of what must not come back with one. */
export const backup = {
  name: 'backup',

  /** After a restore nothing goes out until the operator lets it. */
  outgoingGate: openOutgoingGate,

  /** The log is kept from the first act of the server on. */
  besideServer: ({ backups }: Config, pool: Pool, { signal, log }: BeforeServer) =>
    keepRestoreLog(pool, backups.restoreLogDir, { signal, log: quietWhileAway(log) }),
};
