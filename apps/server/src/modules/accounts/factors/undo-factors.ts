import type { Db } from '../../../platform/db/index.ts';
import { deleteFactor, listFactors, type StoredFactor } from './factors.store.ts';

export type NewerFactorRemoval =
  | { readonly kind: 'removed'; readonly factor: StoredFactor }
  /** No factor is left that was there before it. */
  | { readonly kind: 'kept' }
  /** The account has it no more. */
  | { readonly kind: 'gone' };

/** Removes a factor if one that was added before it stays. The factors of the account must be locked. */
export async function removeNewerFactor(tx: Db, sub: string, id: string): Promise<NewerFactorRemoval> {
  const factors = await listFactors(tx, sub);
  const added = factors.find((factor) => factor.id === id);
  if (added === undefined) return { kind: 'gone' };
  if (!factors.some(({ createdAt }) => createdAt < added.createdAt)) return { kind: 'kept' };
  await deleteFactor(tx, sub, id);
  return { kind: 'removed', factor: added };
}
