import type { UndoStateData } from '@assay/contracts';
import { ApiError, type Client } from '@assay/contracts/client';

export type UndoFinding =
  | { readonly kind: 'open'; readonly state: UndoStateData }
  | { readonly kind: 'used' }
  | { readonly kind: 'expired' };

/** What the link of a mail would undo; uses nothing up. */
export async function lookAtUndo(
  { call }: Client<AbortSignal>,
  token: string,
  signal: AbortSignal,
): Promise<UndoFinding> {
  try {
    return { kind: 'open', state: await call('GET /auth/undo/:token', { token, signal }) };
  } catch (error) {
    return undoFindingOf(error);
  }
}

/** Why a link undoes nothing. @throws what is no refusal of a link */
export function undoFindingOf(error: unknown): UndoFinding {
  if (error instanceof ApiError && error.errorName === 'InvalidToken') return { kind: 'used' };
  if (error instanceof ApiError && error.errorName === 'TokenExpiredError') return { kind: 'expired' };
  throw error;
}
