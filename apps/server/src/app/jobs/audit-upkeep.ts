import type { CertificateSigner } from '@assay/certificate';
import { besideHolds, legalHoldsStore } from '../../modules/accounts/index.ts';
import { expirePersonal, makeCheckpoint } from '../../platform/audit/index.ts';
import type { Pool } from '../../platform/db/index.ts';
import type { Jobs } from '../../platform/jobs/jobs.ts';
import type { Log } from '../../platform/kernel/log.ts';
import { everyWhile } from '../../platform/kernel/time/timing.ts';

const QUEUE = 'audit';
const EVERY_MS = 3_600_000;
/** How long the personal text of an entry is kept. */
export const AUDIT_PERSONAL_DAYS = 400;

export interface AuditUpkeepParts {
  /** @throws AppError SigningUnavailable */
  readonly signer: () => Promise<CertificateSigner>;
  readonly signal: AbortSignal;
  readonly log: Pick<Log, 'info' | 'error'>;
}

/** Erases personal text past its retention and holds that ended as long ago; once a day, also signs where the logs end. */
export async function auditUpkeep(
  pool: Pool,
  { signer, log }: Pick<AuditUpkeepParts, 'signer' | 'log'>,
  now: Date,
): Promise<void> {
  const oldest = new Date(now.getTime() - AUDIT_PERSONAL_DAYS * 86_400_000);
  while ((await besideHolds(pool, (tx) => expirePersonal(tx, oldest))) > 0);
  await legalHoldsStore.removeEndedBefore(pool, oldest);
  const made = await makeCheckpoint(pool, signer, now);
  // The log of the server is the copy outside the database, which `assay admin audit --checkpoint` takes.
  if (made !== null) {
    log.info({ checkpoint: `${made.number}:${made.digest}`, chains: made.chains }, 'the audit log was signed');
  }
}

/** Does it at the start and once an hour, by one server however many run on the database. */
export async function workAudit(jobs: Jobs, pool: Pool, parts: AuditUpkeepParts): Promise<void> {
  await jobs.work(QUEUE, () => auditUpkeep(pool, parts, new Date()));
  everyWhile(EVERY_MS, parts.signal, async () => {
    try {
      await jobs.send(QUEUE, 'hourly', {});
    } catch (error) {
      if (!parts.signal.aborted) parts.log.error({ err: error }, 'the upkeep of the audit log could not be queued');
    }
  });
}
