import type { Db } from '../../../platform/db/index.ts';
import { deleteFactor, listFactors, lockFactors } from './factors.store.ts';
import { deleteCodes } from './recovery-codes.store.ts';

/** Removes all factors and recovery codes of an account, in the caller's transaction; how many factors it had. */
export async function resetFactors(tx: Db, sub: string): Promise<number> {
  await lockFactors(tx, sub);
  const factors = await listFactors(tx, sub);
  for (const { id } of factors) await deleteFactor(tx, sub, id);
  await deleteCodes(tx, sub);
  return factors.length;
}
