// Made by `npm run rows` of the migrated database: the row of each statement of this module. Not edited by hand.

declare module '../../platform/db/rows.ts' {
  interface Rows {
    "SELECT key_id AS \"keyId\", signed_at AS \"signedAt\", body FROM certificates WHERE sub_id = $1\n       UNION ALL\n       SELECT certificate_key_id, certificate_signed_at, certificate FROM shared_check($1)\n        WHERE certificate IS NOT NULL AND NOT EXISTS (SELECT FROM certificates WHERE sub_id = $1)": { keyId: string | null; signedAt: Date | null; body: string };
    "SELECT issued_at($1) AS \"signedAt\"": { signedAt: Date | null };
    "SELECT content, is_sealed FROM signing_key_files WHERE name = $1": { content: Buffer; is_sealed: boolean };
    "SELECT stamp FROM signing_key_files WHERE name = $1": { stamp: string };
    "SELECT pg_advisory_xact_lock($1)": { pg_advisory_xact_lock: string | null };
  }
}

export {};
