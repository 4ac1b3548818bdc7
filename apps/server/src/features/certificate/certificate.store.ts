import type { Db } from '../../db/index.ts';
import type { CertificateDeps, StoredCertificate } from './certificate.ports.ts';

const COLUMNS = 'key_id AS "keyId", signed_at AS "signedAt", body';

export function certificateStore(db: Db): CertificateDeps['store'] {
  const find = async (subId: string) => {
    const found = await db.query<StoredCertificate>(`SELECT ${COLUMNS} FROM certificates WHERE sub_id = $1`, [subId]);
    return found.rows[0] ?? null;
  };
  return {
    find,
    async keep(subId, { keyId, signedAt, body }) {
      await db.query(
        'INSERT INTO certificates (sub_id, key_id, signed_at, body) VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING',
        [subId, keyId, signedAt, body],
      );
      const kept = await find(subId);
      if (kept === null) throw new Error(`The certificate of check ${subId} vanished while it was kept`);
      return kept;
    },
  };
}
