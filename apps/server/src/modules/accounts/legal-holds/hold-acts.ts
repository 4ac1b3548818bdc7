import { randomBytes } from 'node:crypto';
import type { AuditAction } from '@assay/domain';
import { isoDayOf } from '@assay/wording';
import { recordAudit } from '../../../platform/audit/index.ts';
import type { Db } from '../../../platform/db/index.ts';
import { type LegalHold, legalHoldsStore } from './legal-holds.store.ts';

const ID_BYTES = 6;

const DAY_MS = 86_400_000;

/** What is held: a person's own workspace and account, a company, or a chat of the bot. */
export interface HeldTarget extends Pick<LegalHold, 'kind'> {
  readonly sub: string;
}

export interface NewHold {
  /** Who asks for it, as the operator names them: a court, an authority, a lawyer. */
  readonly placedBy: string;
  readonly reason: string;
  /** The hold ends by itself then. */
  readonly until: Date;
}

/**
 * Places a hold once no removal runs, in a transaction of its own; from its end on none removes data of the target. Null
 * where the target is not there any more. Only the log of the service records it: an order may forbid to say who is held.
 *
 * @param find looks the target up, after removals
 */
export async function placeHold(
  tx: Db,
  find: () => Promise<HeldTarget | null>,
  { placedBy, reason, until }: NewHold,
): Promise<{ readonly id: string; readonly sub: string } | null> {
  await legalHoldsStore.waitForRemovals(tx);
  const target = await find();
  if (target === null) return null;
  const id = `hold_${randomBytes(ID_BYTES).toString('hex')}`;
  const { sub: workspace, kind } = target;
  await legalHoldsStore.insert(tx, { id, workspace, kind, placedBy, reason, placedAt: new Date(), until });
  await record(tx, 'hold.place', target, `${id}, until ${lastDayOf(until)}, for ${placedBy}: ${reason}`);
  return { id, sub: workspace };
}

/** Ends a hold before its day; null where none with this id is in force. */
export async function endHold(
  tx: Db,
  id: string,
  end: { readonly by: string; readonly reason: string },
): Promise<LegalHold | null> {
  const ended = await legalHoldsStore.end(tx, id, { ...end, at: new Date() });
  if (ended === null) return null;
  const target = { sub: ended.workspace, kind: ended.kind };
  await record(tx, 'hold.end', target, `${id}, by ${end.by}: ${end.reason}`);
  return ended;
}

async function record(tx: Db, action: AuditAction, { sub, kind }: HeldTarget, text: string): Promise<void> {
  const act = { actor: { kind: 'operator' }, action, from: null, text } as const;
  await recordAudit(tx, { ...act, workspace: null, target: { kind, id: sub } });
}

/** A longer one is placed again when it ends: somebody then looks whether it is still needed. */
export const MOST_HOLD_DAYS = 3_650;

/** The last day (UTC) of a hold that ends by itself at `until`. */
export function lastDayOf(until: Date): string {
  return isoDayOf(new Date(until.getTime() - 1));
}

/**
 * When a hold ends whose last day is this one; null for what is no day (UTC) from today to ten years ahead.
 *
 * @example endOfHold('2027-03-01', now) // 2027-03-02T00:00:00Z
 */
export function endOfHold(lastDay: string, now: Date): Date | null {
  const begins = /^\d{4}-\d{2}-\d{2}$/.test(lastDay) ? Date.parse(`${lastDay}T00:00:00Z`) : Number.NaN;
  // 30 February is taken for 2 March.
  if (Number.isNaN(begins) || isoDayOf(new Date(begins)) !== lastDay) return null;
  const until = new Date(begins + DAY_MS);
  const isWithin = until > now && begins <= now.getTime() + MOST_HOLD_DAYS * DAY_MS;
  return isWithin ? until : null;
}
