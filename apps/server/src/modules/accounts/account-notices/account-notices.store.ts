import type { Db } from '../../../platform/db/index.ts';
import type { Notice, NoticeKind } from './notice.ts';

interface NoticeRow {
  readonly id: string;
  readonly sub: string;
  readonly kind: NoticeKind;
  readonly at: Date;
  readonly device: string | null;
  readonly ip: string | null;
  readonly target: string | null;
  readonly detail: string | null;
  readonly undo_until: Date | null;
  readonly undone_at: Date | null;
}

export async function insertNotice(db: Db, notice: Omit<Notice, 'undoneAt'>): Promise<void> {
  await db.query(
    `INSERT INTO account_notices (id, sub, kind, at, device, ip, target, detail, undo_until)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
    [
      notice.id,
      notice.sub,
      notice.kind,
      notice.at,
      notice.device,
      notice.ip,
      notice.target,
      notice.detail,
      notice.undoUntil,
    ],
  );
}

/** A notice with the present email of the account. */
export async function findNotice(db: Db, id: string): Promise<(Notice & { readonly email: string }) | null> {
  const { rows } = await db.query(
    'SELECT account_notices.*, users.email FROM account_notices JOIN users USING (sub) WHERE id = $1',
    [id],
  );
  return rows[0] === undefined ? null : { ...noticeOf(rows[0]), email: rows[0].email };
}

/** Uses the link of a notice up; false when it was used, or is too old. */
export async function useNotice(db: Db, id: string, now: Date): Promise<boolean> {
  const used = await db.query(
    'UPDATE account_notices SET undone_at = $2 WHERE id = $1 AND undone_at IS NULL AND undo_until > $2',
    [id, now],
  );
  return used.rowCount === 1;
}

export async function deleteNoticesBefore(db: Db, before: Date): Promise<void> {
  await db.query('DELETE FROM account_notices WHERE at < $1', [before]);
}

/** Records a sign-in by a browser; whether the account had signed in by it before. */
export async function noteBrowser(db: Db, sub: string, browserHash: Buffer, now: Date): Promise<boolean> {
  const known = await db.query('UPDATE known_browsers SET last_seen_at = $3 WHERE sub = $1 AND browser_hash = $2', [
    sub,
    browserHash,
    now,
  ]);
  if (known.rowCount === 1) return true;
  await db.query(
    `INSERT INTO known_browsers (sub, browser_hash, last_seen_at) VALUES ($1, $2, $3)
     ON CONFLICT (sub, browser_hash) DO NOTHING`,
    [sub, browserHash, now],
  );
  return false;
}

/** Whether an account that was made since `since` opens its first session, `session`. */
export async function isFirstSession(db: Db, sub: string, session: string, since: Date): Promise<boolean> {
  const found = await db.query(
    `SELECT FROM users WHERE sub = $1 AND created_at >= $3
        AND NOT EXISTS (SELECT FROM sessions WHERE sessions.sub = $1 AND sessions.id <> $2)`,
    [sub, session, since],
  );
  return found.rowCount === 1;
}

export async function deleteBrowsersBefore(db: Db, before: Date): Promise<void> {
  await db.query('DELETE FROM known_browsers WHERE last_seen_at < $1', [before]);
}

function noticeOf({ undo_until: undoUntil, undone_at: undoneAt, ...row }: NoticeRow): Notice {
  const { id, sub, kind, at, device, ip, target, detail } = row;
  return { id, sub, kind, at, device, ip, target, detail, undoUntil, undoneAt };
}
