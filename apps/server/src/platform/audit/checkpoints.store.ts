import type { Db } from '../db/index.ts';
import type { ChainHead, StoredCheckpoint } from './checkpoint.ts';

const COLUMNS = 'number, at, body, key_id AS "keyId", signature';

export async function lastCheckpoint(db: Db): Promise<StoredCheckpoint | null> {
  const found = await db.query(`SELECT ${COLUMNS} FROM audit_checkpoints ORDER BY number DESC LIMIT 1`);
  return found.rows[0] ?? null;
}

export async function allCheckpoints(db: Db): Promise<readonly StoredCheckpoint[]> {
  const found = await db.query(`SELECT ${COLUMNS} FROM audit_checkpoints ORDER BY number`);
  return found.rows;
}

export async function headsOf(db: Db, checkpoint: number): Promise<readonly ChainHead[]> {
  const found = await db.query('SELECT chain, seq, hash FROM audit_checkpoint_heads WHERE checkpoint = $1', [
    checkpoint,
  ]);
  return found.rows.map((row) => ({ ...row, seq: Number(row.seq) }));
}

/** Waits until no other server makes a checkpoint. */
export async function lockCheckpoints(db: Db): Promise<void> {
  await db.query('LOCK TABLE audit_checkpoints IN SHARE ROW EXCLUSIVE MODE');
}

/** Ends of the chains that grew since the last checkpoint. */
export async function grownChains(db: Db): Promise<readonly ChainHead[]> {
  const found = await db.query(
    `SELECT c.chain, c.last_seq AS seq, c.last_hash AS hash
       FROM audit_chains c
       LEFT JOIN LATERAL (SELECT seq FROM audit_checkpoint_heads h WHERE h.chain = c.chain
                           ORDER BY checkpoint DESC LIMIT 1) AS l ON true
      WHERE c.last_seq > coalesce(l.seq, 0)`,
  );
  return found.rows.map((row) => ({ ...row, seq: Number(row.seq) }));
}

export async function insertCheckpoint(
  db: Db,
  { number, at, body, keyId, signature }: StoredCheckpoint,
  heads: readonly ChainHead[],
): Promise<void> {
  await db.query('INSERT INTO audit_checkpoints (number, at, body, key_id, signature) VALUES ($1, $2, $3, $4, $5)', [
    number,
    at,
    body,
    keyId,
    signature,
  ]);
  await db.query(
    `INSERT INTO audit_checkpoint_heads (checkpoint, chain, seq, hash)
     SELECT $1, * FROM unnest($2::text[], $3::bigint[], $4::bytea[])`,
    [number, heads.map(({ chain }) => chain), heads.map(({ seq }) => seq), heads.map(({ hash }) => hash)],
  );
}
