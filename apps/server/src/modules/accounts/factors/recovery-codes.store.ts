import type { Db } from '../../../platform/db/index.ts';

/** Replaces all recovery codes of an account. */
export async function replaceCodes(db: Db, sub: string, hashes: readonly Buffer[], now: Date): Promise<void> {
  await deleteCodes(db, sub);
  await db.query('INSERT INTO recovery_codes (sub, code_hash, created_at) SELECT $1, unnest($2::bytea[]), $3', [
    sub,
    hashes,
    now,
  ]);
}

export async function deleteCodes(db: Db, sub: string): Promise<void> {
  await db.query('DELETE FROM recovery_codes WHERE sub = $1', [sub]);
}

/** Consumes a code; false for one that is unknown or was used. */
export async function useCode(db: Db, sub: string, hash: Buffer, now: Date): Promise<boolean> {
  const used = await db.query(
    'UPDATE recovery_codes SET used_at = $3 WHERE sub = $1 AND code_hash = $2 AND used_at IS NULL',
    [sub, hash, now],
  );
  return used.rowCount === 1;
}

export async function countUnusedCodes(db: Db, sub: string): Promise<number> {
  const { rows } = await db.query(
    'SELECT count(*)::integer AS left FROM recovery_codes WHERE sub = $1 AND used_at IS NULL',
    [sub],
  );
  return rows[0]?.left ?? 0;
}

/** Deletes the codes that were made until then; how many. */
export async function deleteCodesUntil(db: Db, sub: string, until: Date): Promise<number> {
  const deleted = await db.query('DELETE FROM recovery_codes WHERE sub = $1 AND created_at <= $2', [sub, until]);
  return deleted.rowCount ?? 0;
}
