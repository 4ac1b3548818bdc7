import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { KeySet } from '@assay/certificate';
import { countOf } from '@assay/wording';
import { inTransaction, type Pool, transactionsOf } from '../../../platform/db/index.ts';
import { ledger } from '../../money/index.ts';
import { openKeyHome } from '../../reports/outside/signing/open-key-home.ts';
import { openResultKeys } from '../../reports/outside/signing/result-keys.ts';
import { endAccess, pauseAfterRestore } from '../backup/after-restore.store.ts';
import { type AppliedLog, applyLog } from '../restore-log/apply-log.ts';
import { RestoreLogError, type RestoreLogFile, readLogFiles } from '../restore-log/log-files.ts';
import type { BackupContext } from './backup-ports.ts';

export interface AfterRestoreOptions {
  /** Folder with copies of the restore logs of all servers. */
  readonly log?: string;
  readonly keepApiKeys?: true;
}

/** What makes a copy of an older state the installation that goes on: nobody is in, nothing goes out, nothing is taken back. */
export async function afterRestore(
  context: BackupContext,
  pool: Pool,
  { madeAt, options }: { readonly madeAt: Date; readonly options: AfterRestoreOptions },
): Promise<void> {
  const now = new Date();
  const files = options.log === undefined ? [] : await logFilesOf(options.log);
  const { timeline, ended } = await inTransaction(pool, async (tx) => ({
    timeline: await pauseAfterRestore(tx, { madeAt, now }),
    ended: await endAccess(tx, now, { keepsApiKeys: options.keepApiKeys === true }),
  }));
  context.out(
    `Ended: ${countOf(ended.sessions, 'session')}, ${countOf(ended.links, 'link')}, ${countOf(ended.apiKeys, 'API key')}; switched off: ${countOf(ended.webhooks, 'webhook endpoint')}.`,
  );
  if (options.log === undefined) {
    context.out(
      'No restore log was given: erasures, suspensions, revoked keys and balances are those of the backup. Checks that were used and credits that were bought after it are not known here.',
    );
    return;
  }
  await report(context, await applyLog(await depsOf(context, pool, now), files, { madeAt, timeline }), now);
}

/** @throws RestoreLogError where the folder holds no log, or a damaged one */
export async function logFilesOf(folder: string): Promise<readonly RestoreLogFile[]> {
  const files = await readLogFiles(folder);
  if (files.length === 0) throw new RestoreLogError(`${folder} holds no restore log`);
  return files;
}

async function depsOf({ config, erasureOf }: BackupContext, pool: Pool, now: Date) {
  return {
    db: pool,
    transaction: transactionsOf(pool),
    ledger,
    ...(await erasureOf(pool, config)),
    mergeKeys: async (later: KeySet) => {
      const keys = await openResultKeys(await openKeyHome(config, async () => pool), config.publicUrl, now);
      await keys.takeOver(later, now);
    },
  };
}

async function report(context: BackupContext, done: AppliedLog, now: Date): Promise<void> {
  const { out, config } = context;
  out(
    `Done again: ${countOf(done.erased, 'erasure')}, ${countOf(done.closed, 'closed company', 'closed companies')}, ${countOf(done.suspensions, 'suspension')}, ${countOf(done.revokedKeys, 'revoked API key')}, ${countOf(done.holds, 'legal hold')}, ${countOf(done.retentions, 'retention')}, ${countOf(done.keyLists, 'list of signing keys', 'lists of signing keys')}.`,
  );
  const of = (booking: string, outcome: string) =>
    done.bookings.filter((one) => one.booking.booking === booking && one.outcome === outcome);
  const sum = (bookings: AppliedLog['bookings']) => bookings.reduce((all, { booking }) => all + booking.checks, 0);
  out(
    `Booked again: ${countOf(of('commit', 'booked').length, 'check')} that were used after the backup, ${countOf(sum(of('grant', 'booked')), 'check credit')} that were given.`,
  );
  const open = done.bookings.filter(({ outcome }) => outcome !== 'booked');
  if (open.length > 0) out(`Not booked: ${countOf(open.length, 'booking')}; the file below says which and why.`);
  if (!done.covers) out('The log has a gap after the backup, or began after it: what happened then is not known here.');
  if (done.bookings.length === 0) return;
  const file = path.join(config.dataDir, `restored-${now.toISOString().slice(0, 10)}-${now.getTime()}.jsonl`);
  const lines = done.bookings.map(({ booking, outcome }) => `${JSON.stringify({ outcome, ...booking })}\n`);
  await writeFile(file, lines.join(''), { mode: 0o600 });
  out(`Each booking of after the backup is in ${file}.`);
}
