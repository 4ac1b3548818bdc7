import type { Db } from '../../../platform/db/index.ts';
import { AppError } from '../../../platform/kernel/app-error.ts';
import { lastDayOf } from './hold-acts.ts';
import { legalHoldsStore } from './legal-holds.store.ts';

/**
 * Refuses to delete what a workspace, or the chat of the bot, has while it is under a legal hold. Call it before anything
 * is erased: until its transaction ends, no hold is placed.
 *
 * @throws AppError UnderLegalHold
 */
export async function assertMayDelete(tx: Db, workspace: string): Promise<void> {
  await legalHoldsStore.waitForPlacing(tx);
  const until = await legalHoldsStore.heldUntil(tx, workspace);
  if (until !== null) throw underLegalHold(until);
}

/**
 * The same for a person, with the companies in which deleting the account would erase who did what.
 *
 * @throws AppError UnderLegalHold
 */
export async function assertMayDeletePerson(tx: Db, sub: string): Promise<void> {
  await legalHoldsStore.waitForPlacing(tx);
  const until = await personHeldUntil(tx, sub);
  if (until !== null) throw underLegalHold(until);
}

/** The last day (UTC) on which a person cannot be deleted, whosever hold it is; null without one. */
export async function personHeldTo(db: Db, sub: string): Promise<string | null> {
  const until = await personHeldUntil(db, sub);
  return until === null ? null : lastDayOf(until);
}

async function personHeldUntil(db: Db, sub: string): Promise<Date | null> {
  const own = await legalHoldsStore.heldUntil(db, sub);
  const ofCompany = await legalHoldsStore.companyHeldUntil(db, sub);
  return own === null || (ofCompany !== null && ofCompany > own) ? ofCompany : own;
}

/** One sentence for all: whose hold it is, a company's or a person's, is learned neither by members nor by former ones. */
function underLegalHold(until: Date): AppError {
  return new AppError('UnderLegalHold', {
    publicText: `This data is under a legal hold until ${lastDayOf(until)} (UTC) and must be kept. Nothing was deleted.`,
  });
}
