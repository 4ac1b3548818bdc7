import { type Db, present } from '../../../platform/db/index.ts';
import type { CertificateDeps } from './certificate.ports.ts';

const COLUMNS = 'key_id AS "keyId", signed_at AS "signedAt", body';
/** The record of issue, written in the statement that stores the certificate: both are stored or neither. */
const RECORD = `INSERT INTO issued_files (sha256, sub_id, signed_at)
  SELECT sha256(convert_to(body, 'UTF8')), sub_id, signed_at FROM stored ON CONFLICT DO NOTHING`;

export function certificateStore(db: Db): CertificateDeps['store'] {
  const find = async (subId: string) => {
    const found = await db.query(
      `SELECT ${COLUMNS} FROM certificates WHERE sub_id = $1
       UNION ALL
       SELECT certificate_key_id, certificate_signed_at, certificate FROM shared_check($1)
        WHERE certificate IS NOT NULL AND NOT EXISTS (SELECT FROM certificates WHERE sub_id = $1)`,
      [subId],
    );
    const [row] = found.rows;
    return row === undefined
      ? null
      : { keyId: present(row.keyId), signedAt: present(row.signedAt), body: present(row.body) };
  };
  const kept = async (subId: string) => {
    const certificate = await find(subId);
    if (certificate === null) throw new Error('The certificate of a check vanished while it was kept');
    return certificate;
  };
  return {
    find,
    async keep(subId, { keyId, signedAt, body }) {
      await db.query(
        `WITH stored AS (
           INSERT INTO certificates (sub_id, key_id, signed_at, body) VALUES ($1, $2, $3, $4)
           ON CONFLICT DO NOTHING RETURNING sub_id, signed_at, body
         ) ${RECORD}`,
        [subId, keyId, signedAt, body],
      );
      return kept(subId);
    },
    async replace(subId, formerKeyId, { keyId, signedAt, body }) {
      await db.query(
        `WITH stored AS (
           UPDATE certificates SET key_id = $3, signed_at = $4, body = $5
            WHERE sub_id = $1 AND key_id = $2 RETURNING sub_id, signed_at, body
         ) ${RECORD}`,
        [subId, formerKeyId, keyId, signedAt, body],
      );
      return kept(subId);
    },
    async recordFile(subId, sha256, signedAt) {
      await db.query(
        // Writes nothing if the check was deleted in the meantime.
        `INSERT INTO issued_files (sha256, sub_id, signed_at)
         SELECT $1, sub_id, $3 FROM checks WHERE sub_id = $2 FOR KEY SHARE ON CONFLICT DO NOTHING`,
        [Buffer.from(sha256, 'hex'), subId, signedAt],
      );
    },
    async findFile(sha256) {
      const found = await db.query('SELECT issued_at($1) AS "signedAt"', [Buffer.from(sha256, 'hex')]);
      return found.rows[0]?.signedAt ?? null;
    },
  };
}
