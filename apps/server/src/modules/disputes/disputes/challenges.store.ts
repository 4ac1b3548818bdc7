import { type Db, present } from '../../../platform/db/index.ts';
import type { StoredChallenge } from './disputes.ports.ts';

/** Expiry is by the clock of the database, which all servers share. */
export const challengesStore = {
  /** The end of a time that begins now, in whole seconds, and how many texts the dispute was given. */
  async begin(db: Db, dispute: number, seconds: number): Promise<{ readonly expiresAt: Date; readonly given: number }> {
    const { rows } = await db.query(
      `SELECT date_trunc('second', now() + $2 * interval '1 second') AS "expiresAt",
              (SELECT count(*)::int FROM dispute_challenge WHERE dispute_id = $1) AS given`,
      [dispute, seconds],
    );
    const [row] = rows;
    if (row === undefined) throw new Error('The database has no time');
    return { expiresAt: present(row.expiresAt), given: row.given };
  },

  async insert(db: Db, dispute: number, { nonce, text, expiresAt }: StoredChallenge): Promise<void> {
    await db.query('INSERT INTO dispute_challenge (nonce, dispute_id, text, expires_at) VALUES ($1, $2, $3, $4)', [
      nonce,
      dispute,
      text,
      expiresAt,
    ]);
  },

  /** The text of a nonce that was not used and has not expired; null otherwise. */
  async findOpen(db: Db, dispute: number, nonce: string): Promise<string | null> {
    const { rows } = await db.query(
      `SELECT text FROM dispute_challenge
        WHERE nonce = $2 AND dispute_id = $1 AND used_at IS NULL AND expires_at > clock_timestamp() FOR UPDATE`,
      [dispute, nonce],
    );
    return rows[0]?.text ?? null;
  },

  async use(db: Db, nonce: string, scheme: string): Promise<void> {
    await db.query('UPDATE dispute_challenge SET used_at = now(), scheme = $2 WHERE nonce = $1', [nonce, scheme]);
  },
};
