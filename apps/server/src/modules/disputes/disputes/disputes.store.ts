import { ALL_DISPUTE_GROUND_IDS } from '@assay/contracts';
import { type Db, LOCK_SEEDS, oneOf } from '../../../platform/db/index.ts';
import type {
  Decision,
  DisputesPage,
  NewDispute,
  StoredDispute,
  StoredEvidence,
  WaitingDispute,
} from './disputes.ports.ts';

const COLUMNS = `id, network, address, service, corrects_service AS "correctsService", ground, statement, email, filed_at AS "filedAt", decided_at AS "decidedAt", reason,
  proof_by AS "proofBy", is_mailed AS "isMailed",
  (SELECT jsonb_agg(jsonb_build_object('source', l.source, 'entity', l.entity, 'category', l.category,
                                       'isWithdrawn', l.is_withdrawn) ORDER BY l.position)
     FROM dispute_label l WHERE l.dispute_id = dispute.id) AS labels,
  (SELECT coalesce(jsonb_agg(jsonb_build_object('id', e.id, 'name', e.name, 'bytes', length(e.content)) ORDER BY e.id), '[]')
     FROM dispute_evidence e WHERE e.dispute_id = dispute.id) AS evidence,
  (SELECT min(scheme) FROM dispute_challenge c WHERE c.dispute_id = dispute.id AND c.used_at IS NOT NULL) AS proof`;

const IS_OPEN = 'decided_at IS NULL AND proof_by IS NULL';

/** As the product names its parts. */
const disputeOf = <L, D extends { readonly ground: string; readonly labels: L[] | null }>(dispute: D) => ({
  ...dispute,
  ground: oneOf(ALL_DISPUTE_GROUND_IDS, dispute.ground),
  labels: dispute.labels ?? [],
});

/** Of an account that is under no legal hold, or of none. */
const IS_NOT_HELD = 'NOT EXISTS (SELECT FROM held_workspaces h WHERE h.workspace = dispute.sub)';

export const disputesStore = {
  /** Serialises the disputes of one address until the transaction ends. */
  async lockAddress(db: Db, network: string, address: string): Promise<void> {
    await db.query('SELECT pg_advisory_xact_lock(hashtextextended($1, $2))', [
      `${network} ${address}`,
      LOCK_SEEDS.disputes,
    ]);
  },

  /** Open disputes of an address that administrators read, with and without a proof of control. */
  async countOpen(
    db: Db,
    network: string,
    address: string,
  ): Promise<{ readonly proven: number; readonly unproven: number }> {
    const { rows } = await db.query(
      `SELECT count(*) FILTER (WHERE is_proven)::int AS proven, count(*) FILTER (WHERE NOT is_proven)::int AS unproven
         FROM (SELECT EXISTS (SELECT FROM dispute_challenge c WHERE c.dispute_id = dispute.id AND c.used_at IS NOT NULL)
                        AS is_proven
                 FROM dispute
                WHERE network = $1 AND address = $2 AND decided_at IS NULL AND proof_by IS NULL) AS open`,
      [network, address],
    );
    return rows[0] ?? { proven: 0, unproven: 0 };
  },

  /** A dispute that waited for its proof is read from now on. */
  async admit(db: Db, id: number): Promise<void> {
    await db.query('UPDATE dispute SET proof_by = NULL WHERE id = $1', [id]);
  },

  /** Deletes disputes whose proof of control did not come in time. */
  async removeUnproven(db: Db, now: Date): Promise<void> {
    await db.query(`DELETE FROM dispute WHERE proof_by < $1 AND ${IS_NOT_HELD}`, [now]);
  },

  async insert(db: Db, dispute: NewDispute): Promise<number> {
    const { labels } = dispute;
    const { rows } = await db.query(
      `WITH filed AS (
         INSERT INTO dispute (key_hash, network, address, ground, statement, email, sub, key_seed, proof_by, is_mailed, service)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $11, $12, $13, $14) RETURNING id), named AS (
         INSERT INTO dispute_label (dispute_id, position, source, entity, category)
         SELECT filed.id, l.number - 1, l.source, l.entity, l.category
           FROM filed, unnest($8::text[], $9::text[], $10::text[]) WITH ORDINALITY AS l(source, entity, category, number))
       SELECT id FROM filed`,
      [
        dispute.keyHash,
        dispute.network,
        dispute.address,
        dispute.ground,
        dispute.statement,
        dispute.email,
        dispute.sub,
        labels.map(({ source }) => source),
        labels.map(({ entity }) => entity),
        labels.map(({ category }) => category),
        dispute.keySeed,
        dispute.proofBy,
        dispute.isMailed,
        dispute.service,
      ],
    );
    const [row] = rows;
    if (row === undefined) throw new Error('The dispute was not written');
    return row.id;
  },

  async findByKey(db: Db, keyHash: Buffer): Promise<StoredDispute | null> {
    const { rows } = await db.query(`SELECT ${COLUMNS} FROM dispute WHERE key_hash = $1`, [keyHash]);
    return rows[0] === undefined ? null : disputeOf(rows[0]);
  },

  async find(db: Db, id: number): Promise<StoredDispute | null> {
    const { rows } = await db.query(`SELECT ${COLUMNS} FROM dispute WHERE id = $1`, [id]);
    return rows[0] === undefined ? null : disputeOf(rows[0]);
  },

  /** Locks the dispute until the transaction ends. */
  async lock(db: Db, id: number): Promise<StoredDispute | null> {
    const { rowCount } = await db.query('SELECT FROM dispute WHERE id = $1 FOR UPDATE', [id]);
    return rowCount === 0 ? null : this.find(db, id);
  },

  async addEvidence(db: Db, id: number, { name, content }: StoredEvidence): Promise<void> {
    await db.query('INSERT INTO dispute_evidence (dispute_id, name, content) VALUES ($1, $2, $3)', [id, name, content]);
  },

  async findEvidence(db: Db, id: number, file: number): Promise<StoredEvidence | null> {
    const { rows } = await db.query('SELECT name, content FROM dispute_evidence WHERE dispute_id = $1 AND id = $2', [
      id,
      file,
    ]);
    return rows[0] ?? null;
  },

  /** The decision on one dispute; null while it is open, or for a number that none has. */
  async findDecided(db: Db, id: number): Promise<StoredDispute | null> {
    const { rows } = await db.query(`SELECT ${COLUMNS} FROM dispute WHERE id = $1 AND decided_at IS NOT NULL`, [id]);
    return rows[0] === undefined ? null : disputeOf(rows[0]);
  },

  /** Decided ones, the newest first. */
  async listDecided(db: Db, page: number, size: number): Promise<DisputesPage<StoredDispute>> {
    const counted = await db.query('SELECT count(*)::int AS total FROM dispute WHERE decided_at IS NOT NULL');
    const { rows } = await db.query(
      `SELECT ${COLUMNS} FROM dispute WHERE decided_at IS NOT NULL ORDER BY decided_at DESC, id DESC OFFSET $1 LIMIT $2`,
      [(page - 1) * size, size],
    );
    return { disputes: rows.map(disputeOf), total: counted.rows[0]?.total ?? 0 };
  },

  /**
   * Open ones that administrators read, so that many of one kind hide no other: those that show control of their address,
   * then those of accounts, then those of visitors. Within each, the first about every address or row comes before the
   * second about any, and what one person files again about the same comes after what others file.
   *
   * @param alike the number of a dispute: only those about the same; null for all
   */
  async listOpen(db: Db, alike: number | null, page: number, size: number): Promise<DisputesPage<WaitingDispute>> {
    const counted = await db.query(
      `SELECT count(*)::int AS total FROM dispute
        WHERE ${IS_OPEN} AND ($1::int IS NULL OR (network, address, service) IS NOT DISTINCT FROM
              (SELECT (d.network, d.address, d.service) FROM dispute d WHERE d.id = $1))`,
      [alike],
    );
    const { rows } = await db.query(
      `WITH ranked AS (
         SELECT id AS number, network AS n, address AS a, service AS s, coalesce(sub, lower(email)) AS person,
                CASE WHEN EXISTS (SELECT FROM dispute_challenge c WHERE c.dispute_id = dispute.id AND c.used_at IS NOT NULL)
                     THEN 0 WHEN sub IS NOT NULL THEN 1 ELSE 2 END AS kind
           FROM dispute WHERE ${IS_OPEN}), repeated AS (
         SELECT *, row_number() OVER (PARTITION BY kind, n, a, s, person ORDER BY number) AS again,
                count(*) OVER (PARTITION BY n, a, s)::int AS alike FROM ranked), queue AS (
         SELECT *, row_number() OVER (PARTITION BY kind, n, a, s ORDER BY again, number) AS turn FROM repeated)
       SELECT ${COLUMNS}, queue.alike FROM dispute JOIN queue ON queue.number = dispute.id
        WHERE $1::int IS NULL OR (n, a, s) IS NOT DISTINCT FROM
              (SELECT (d.network, d.address, d.service) FROM dispute d WHERE d.id = $1)
        ORDER BY queue.kind, queue.turn, dispute.id OFFSET $2 LIMIT $3`,
      [alike, (page - 1) * size, size],
    );
    return { disputes: rows.map(disputeOf), total: counted.rows[0]?.total ?? 0 };
  },

  async decide(db: Db, id: number, { withdraw, correct, reason, decidedBy }: Decision): Promise<void> {
    await db.query(
      'UPDATE dispute SET decided_at = now(), reason = $2, decided_by = $3, corrects_service = $4 WHERE id = $1',
      [id, reason, decidedBy, correct],
    );
    await db.query('UPDATE dispute_label SET is_withdrawn = true WHERE dispute_id = $1 AND position = ANY ($2)', [
      id,
      withdraw,
    ]);
  },

  /** Erases what names a person in disputes that were decided before, and the files of their evidence. */
  async eraseOld(db: Db, days: number): Promise<number> {
    await db.query(
      `DELETE FROM dispute_evidence USING dispute
        WHERE dispute_id = dispute.id AND decided_at < now() - $1 * interval '1 day' AND ${IS_NOT_HELD}`,
      [days],
    );
    const { rowCount } = await db.query(
      `UPDATE dispute SET statement = NULL, email = NULL, sub = NULL, erased_at = now()
        WHERE decided_at < now() - $1 * interval '1 day' AND erased_at IS NULL AND ${IS_NOT_HELD}`,
      [days],
    );
    return rowCount ?? 0;
  },
};

export type DisputesStore = typeof disputesStore;
