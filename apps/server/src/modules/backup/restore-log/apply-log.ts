import type { KeySet } from '@assay/certificate';
import type { Db } from '../../../platform/db/index.ts';
import type { Transaction } from '../../../platform/db/transactions.ts';
import type { Ledger } from '../../money/index.ts';
import { type Rebooked, rebook } from './apply-bookings.ts';
import type { RestoreLogAct, RestoreLogEntry } from './entries.ts';
import type { RestoreLogFile } from './log-files.ts';
import {
  emailOf,
  endMailboxSuspension,
  endTelegramSuspension,
  placeHoldAgain,
  revokeApiKey,
  setRetention,
  setSuspension,
  suspendMailboxAgain,
  suspendTelegramUserAgain,
} from './restored.store.ts';

export interface ApplyLogDeps {
  readonly db: Db;
  readonly transaction: Transaction;
  readonly ledger: Pick<Ledger, 'grant' | 'revoke' | 'reserve' | 'take' | 'refund'>;
  readonly deleteAccount: (account: { readonly sub: string; readonly email: string }) => Promise<void>;
  /** False where there is no such company. */
  readonly closeWorkspace: (id: string) => Promise<boolean>;
  /** Puts keys back that a later list names, and its marks. */
  readonly mergeKeys: (later: KeySet) => Promise<void>;
}

export interface AppliedLog {
  /** Whether the log holds all that happened since the backup, without a gap. */
  readonly covers: boolean;
  readonly erased: number;
  readonly closed: number;
  readonly suspensions: number;
  readonly revokedKeys: number;
  readonly keyLists: number;
  readonly holds: number;
  readonly retentions: number;
  readonly bookings: readonly Rebooked[];
}

/** Clocks of several servers differ, and an act is logged a moment after it happened. All of them can be done twice. */
const OVERLAP_MS = 3_600_000;

/** What happened after the backup is done again: erasures, suspensions, revoked keys, marks, and what was booked. */
export async function applyLog(
  deps: ApplyLogDeps,
  files: readonly RestoreLogFile[],
  backup: { readonly madeAt: Date; readonly timeline: string },
): Promise<AppliedLog> {
  const entries = entriesSince(files, new Date(backup.madeAt.getTime() - OVERLAP_MS));
  const done = { erased: 0, closed: 0, suspensions: 0, revokedKeys: 0, keyLists: 0, holds: 0, retentions: 0 };
  const bookings: Rebooked[] = [];
  const isBooked = ({ entry }: RestoreLogEntry): boolean => entry.kind === 'booked';
  // Balances first: an account that is erased below takes its balance with it.
  for (const { at, entry } of entries) {
    if (entry.kind === 'booked') bookings.push(await rebook(deps, entry, new Date(at)));
  }
  for (const { entry } of entries.filter((one) => !isBooked(one))) {
    const counted = await apply(deps, entry);
    if (counted !== null) done[counted] += 1;
  }
  return {
    ...done,
    covers: coversSince(files, backup),
    bookings: bookings.filter(({ outcome }) => outcome !== 'known'),
  };
}

/** Each once, oldest first. */
function entriesSince(files: readonly RestoreLogFile[], oldest: Date): readonly RestoreLogEntry[] {
  const byId = new Map<string, RestoreLogEntry>();
  for (const { entries } of files) {
    for (const entry of entries) {
      if (Date.parse(entry.at) >= oldest.getTime()) byId.set(entry.id, entry);
    }
  }
  return [...byId.values()].toSorted((one, other) => Date.parse(one.at) - Date.parse(other.at));
}

/** Whether a file of the backup's timeline began before the backup, and none after it began with a gap. */
function coversSince(
  files: readonly RestoreLogFile[],
  { madeAt, timeline }: { readonly madeAt: Date; readonly timeline: string },
): boolean {
  const own = files.map(({ head }) => head).filter((head) => head.timeline === timeline);
  const isBefore = ({ began_at }: { readonly began_at: string }): boolean => Date.parse(began_at) <= madeAt.getTime();
  return own.some(isBefore) && own.every((head) => isBefore(head) || head.continues);
}

type Counted = Exclude<keyof AppliedLog, 'covers' | 'bookings'>;

/** What it counts as; null where there was nothing to do. */
async function apply(deps: ApplyLogDeps, entry: RestoreLogAct): Promise<Counted | null> {
  const { db } = deps;
  switch (entry.kind) {
    case 'account_erased': {
      const email = await emailOf(db, entry.sub);
      if (email === null) return null;
      await deps.deleteAccount({ sub: entry.sub, email });
      return 'erased';
    }
    case 'workspace_closed':
      return (await deps.closeWorkspace(entry.workspace)) ? 'closed' : null;
    case 'account_suspension':
      return (await setSuspension(db, entry)) ? 'suspensions' : null;
    case 'mailbox_suspension': {
      const { mailbox_hash: hash, suspended_at: since, reason } = entry;
      const isChanged =
        since === null ? await endMailboxSuspension(db, hash) : await suspendMailboxAgain(db, hash, { since, reason });
      return isChanged ? 'suspensions' : null;
    }
    case 'telegram_suspension': {
      const { telegram_id: id, suspended_at: since, reason } = entry;
      const isChanged =
        since === null
          ? await endTelegramSuspension(db, id)
          : await suspendTelegramUserAgain(db, id, { since, reason });
      return isChanged ? 'suspensions' : null;
    }
    case 'api_key_revoked':
      return (await revokeApiKey(db, entry.id, entry.revoked_at)) ? 'revokedKeys' : null;
    case 'legal_hold':
      return (await placeHoldAgain(db, entry)) ? 'holds' : null;
    case 'workspace_retention':
      return (await setRetention(db, entry)) ? 'retentions' : null;
    case 'signing_keys':
      await deps.mergeKeys(entry.list);
      return 'keyLists';
    case 'booked':
      return null;
  }
}
