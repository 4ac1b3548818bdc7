import type { Db } from '../db/index.ts';
import { appendEntry, SERVICE_CHAIN } from './append-entry.store.ts';

/**
 * Erases all personal text about a person, in every log: what the account did, what names it, and everything in its
 * personal workspace. Each log gets an entry with the number of erased rows, so that it can still be verified.
 */
export async function erasePerson(
  db: Db,
  { sub, email }: { readonly sub: string; readonly email: string },
): Promise<void> {
  const found = await db.query(
    `SELECT DISTINCT chain COLLATE "C" AS chain FROM audit_personal
      WHERE subject = $1 OR chain = $1 OR mails @> ARRAY[$2] ORDER BY 1`,
    [sub, email.toLowerCase()],
  );
  for (const { chain } of found.rows) {
    // What others append meanwhile is written before this, and is erased too.
    await db.query('SELECT FROM audit_chains WHERE chain = $1 FOR UPDATE', [chain]);
    const erased = await db.query(
      'DELETE FROM audit_personal WHERE chain = $2 AND (subject = $1 OR chain = $1 OR mails @> ARRAY[$3])',
      [sub, chain, email.toLowerCase()],
    );
    await appendEntry(db, {
      workspace: chain === SERVICE_CHAIN ? null : chain,
      actor: { kind: 'system' },
      action: 'person.erase',
      // Whose data it was is not said again.
      target: null,
      from: null,
      text: null,
      erased: erased.rowCount ?? 0,
    });
  }
}

const EXPIRED_AT_ONCE = 10_000;
/** Neither the log nor the person is under a legal hold. */
const IS_NOT_HELD = 'NOT EXISTS (SELECT FROM held_workspaces h WHERE h.workspace IN (p.chain, p.subject))';

/** Erases personal text of entries before `oldest`; answers how many rows. Run it again until it answers 0. */
export async function expirePersonal(db: Db, oldest: Date): Promise<number> {
  const found = await db.query(
    `SELECT DISTINCT chain COLLATE "C" AS chain FROM (
       SELECT p.chain FROM audit_personal p JOIN audit_entries e USING (chain, seq)
        WHERE e.at < $1 AND ${IS_NOT_HELD} LIMIT $2) AS old
      ORDER BY 1 LIMIT 100`,
    [oldest, EXPIRED_AT_ONCE],
  );
  let total = 0;
  for (const { chain } of found.rows) {
    const erased = await db.query(
      `DELETE FROM audit_personal p USING audit_entries e
        WHERE p.chain = $1 AND e.chain = p.chain AND e.seq = p.seq AND e.at < $2 AND ${IS_NOT_HELD}`,
      [chain, oldest],
    );
    const count = erased.rowCount ?? 0;
    if (count === 0) continue;
    total += count;
    await appendEntry(db, {
      workspace: chain === SERVICE_CHAIN ? null : chain,
      actor: { kind: 'system' },
      action: 'person.expire',
      target: null,
      from: null,
      text: null,
      erased: count,
    });
  }
  return total;
}
