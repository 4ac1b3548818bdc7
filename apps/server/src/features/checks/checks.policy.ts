/** A check of the same owner, address and asset within this time of a paid one is free (GAP-52). */
export const FREE_REPEAT_MS = 24 * 60 * 60 * 1000;

/** Whose check it is, and whether it costs one. */
export interface ChecksOwner {
  readonly sub: string;
  /** False for the operator at the command line, who needs no balance. */
  readonly pays: boolean;
  /** Another holder of checks that pays once the owner has none left. */
  readonly thenPays?: string | null;
}

/** The command line's own checks. No account can have this name: accounts are random ids or `demo`. */
export const OPERATOR: ChecksOwner = { sub: 'operator', pays: false };

/** Nobody pays for nothing: a result that is not rated gives the check back (GAP-52). */
export function keepsCharge(riskscore: number): boolean {
  return riskscore > 0;
}

/** The id opens a check for anybody, unless its owner revoked that. */
export function isOpenTo(
  { owner, revokedAt }: { readonly owner: string; readonly revokedAt: Date | null },
  reader: string | null,
): boolean {
  return revokedAt === null || owner === reader;
}
