import { OPERATOR_OWNER } from '../../../platform/kernel/caller.ts';

/** A check of the same owner, address and asset within this time after a charged one is free (GAP-52). */
export const FREE_REPEAT_MS = 24 * 60 * 60 * 1000;

/** Checks that walk in one server at a time, and others that wait for that. */
export const SLOTS = { running: 3, waiting: 60 };

/** The slots of a process with so many connections: each walk uses one, and at least half stay free for other work. */
export function slotsFor(connections: number): typeof SLOTS {
  return { ...SLOTS, running: Math.max(1, Math.min(SLOTS.running, Math.floor(connections / 2))) };
}

/** Seconds after which an owner with too many unfinished checks may try again: most checks end within this time. */
export const UNFINISHED_RETRY_SECONDS = 15;

/** Who asks for a check: a person by the id of the account, or a key of the workspace. */
export interface CheckCaller {
  readonly as: 'person' | 'key';
  readonly id: string;
}

/** The owner of a check, who asks for it, and whether it costs a check credit. */
export interface ChecksOwner {
  readonly sub: string;
  /** Default: nobody, as for what the product begins by itself. */
  readonly by?: CheckCaller | null;
  /** False for the operator at the command line, who needs no balance and has no limit of concurrent checks. */
  readonly pays: boolean;
  /** Sub of a second balance that pays when the owner has no check credits left. */
  readonly thenPays?: string | null;
}

/** Owner of checks from the command line. No account can have this sub: subs are random ids or `demo`. */
export const OPERATOR: ChecksOwner = { sub: OPERATOR_OWNER, pays: false };

/** Whose slots the checks of batches use: limited by the lanes of the server that works on them. */
export const BATCHES: ChecksOwner = { sub: 'batches', pays: false };

/** Whether the charge stays: for a result that is not rated, the check credit is released (GAP-52). */
export function keepsCharge(riskscore: number): boolean {
  return riskscore > 0;
}

/** Whether the reader owns the check; the owner of a check that was opened by its id alone is not known. */
export function isOwnedBy({ owner }: { readonly owner: string | null }, reader: string | null): boolean {
  return reader !== null && owner === reader;
}

/** Everyone with its id may open a check, unless its owner revoked the sharing. */
export function isOpenTo(
  { owner, revokedAt }: { readonly owner: string | null; readonly revokedAt: Date | null },
  reader: string | null,
): boolean {
  return revokedAt === null || isOwnedBy({ owner }, reader);
}
