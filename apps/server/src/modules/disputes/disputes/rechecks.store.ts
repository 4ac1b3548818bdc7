import { type Db, present } from '../../../platform/db/index.ts';
import type { LabelStatement } from '../../labels/index.ts';

/** A result that is to be checked again. */
export interface PendingRecheck {
  readonly subId: string;
  readonly owner: string;
  readonly ticker: string;
  readonly parent: string | null;
  readonly subticker: string | null;
  readonly name: string;
  readonly address: string;
  readonly attempts: number;
  /** Its owner has a newer result of the same address and asset, made after the decision. */
  readonly isSuperseded: boolean;
}

export type RecheckOutcome = 'checked' | 'superseded' | 'failed';

const SAME_SUBJECT = `newer.owner = c.owner AND newer.address = c.address AND newer.ticker = c.ticker
  AND newer.parent IS NOT DISTINCT FROM c.parent AND newer.status = 'done' AND newer.transaction_id IS NULL`;

export const rechecksStore = {
  /** The labels that the dispute withdrew, and whether all results were looked at. */
  async stateOf(db: Db, dispute: number): Promise<{ withdrawn: readonly LabelStatement[]; isListed: boolean }> {
    const { rows } = await db.query(
      `SELECT rechecks_listed_at IS NOT NULL AS "isListed",
              (SELECT jsonb_agg(jsonb_build_object('network', d.network, 'address', d.address, 'source', l.source,
                                                   'entity', l.entity, 'category', l.category))
                 FROM dispute_label l WHERE l.dispute_id = d.id AND l.is_withdrawn) AS withdrawn
         FROM dispute d WHERE id = $1`,
      [dispute],
    );
    const withdrawn = (rows[0]?.withdrawn ?? []).map(({ network, address, ...label }) => ({
      ...label,
      network: present(network),
      address: present(address),
    }));
    return { withdrawn, isListed: rows[0]?.isListed ?? true };
  },

  /**
   * The next results, by id, whose text holds one of these names: those that their owners see last of an address and
   * asset on the dispute's network, made before the decision. Null for `until` after the last.
   */
  async nextNamed(
    db: Db,
    dispute: number,
    names: readonly string[],
    most: number,
  ): Promise<{ readonly subIds: readonly string[]; readonly until: string | null }> {
    const { rows } = await db.query(
      `WITH looked_at AS MATERIALIZED (
         SELECT sub_id FROM checks WHERE sub_id > (SELECT recheck_until FROM dispute WHERE id = $1)
          ORDER BY sub_id LIMIT $3)
       SELECT (SELECT max(sub_id) FROM looked_at) AS until,
              ARRAY(SELECT c.sub_id FROM looked_at JOIN checks c USING (sub_id) JOIN dispute d ON d.id = $1
                     WHERE c.status = 'done' AND c.position IS NOT NULL AND c.finished_at <= d.decided_at
                       AND c.transaction_id IS NULL AND c.owner <> 'operator' AND coalesce(c.network, c.parent, c.subticker, c.ticker) = d.network
                       AND EXISTS (SELECT FROM unnest($2::text[]) AS name WHERE strpos(c.result, name) > 0)
                       AND NOT EXISTS (SELECT FROM checks newer WHERE ${SAME_SUBJECT} AND newer.created_at > c.created_at)
                     ORDER BY c.sub_id) AS "subIds"`,
      [dispute, names, most],
    );
    return rows[0] ?? { subIds: [], until: null };
  },

  async resultOf(db: Db, subId: string): Promise<string | null> {
    const { rows } = await db.query('SELECT result FROM checks WHERE sub_id = $1', [subId]);
    return rows[0]?.result ?? null;
  },

  /** Adds results to those that are checked again, and notes how far the search has come; null after its end. */
  async add(db: Db, dispute: number, subIds: readonly string[], until: string | null): Promise<void> {
    await db.query(
      `WITH added AS (
         INSERT INTO dispute_recheck (dispute_id, sub_id)
         SELECT $1, sub_id FROM checks WHERE sub_id = ANY ($2) ON CONFLICT DO NOTHING)
       UPDATE dispute SET recheck_until = coalesce($3, recheck_until),
              rechecks_listed_at = CASE WHEN $3::text IS NULL THEN now() END WHERE id = $1`,
      [dispute, subIds, until],
    );
  },

  /** The next result that waits; null after the last. Results that left their history meanwhile are not checked. */
  async next(db: Db, dispute: number): Promise<PendingRecheck | null> {
    const { rows } = await db.query(
      `SELECT c.sub_id AS "subId", c.owner, c.ticker, c.parent, c.subticker, c.name, c.address, r.attempts,
              EXISTS (SELECT FROM checks newer WHERE ${SAME_SUBJECT} AND newer.created_at > d.decided_at
                       AND NOT EXISTS (SELECT FROM check_keys k WHERE k.owner = c.owner AND k.sub_id = newer.sub_id
                                          AND k.key = 'recheck:' || d.id || ':' || c.sub_id)) AS "isSuperseded"
         FROM dispute_recheck r JOIN checks c USING (sub_id) JOIN dispute d ON d.id = r.dispute_id
        WHERE r.dispute_id = $1 AND r.outcome IS NULL AND c.position IS NOT NULL ORDER BY r.sub_id LIMIT 1`,
      [dispute],
    );
    return rows[0] ?? null;
  },

  async tried(db: Db, dispute: number, subId: string): Promise<void> {
    await db.query('UPDATE dispute_recheck SET attempts = attempts + 1 WHERE dispute_id = $1 AND sub_id = $2', [
      dispute,
      subId,
    ]);
  },

  async end(db: Db, dispute: number, subId: string, outcome: RecheckOutcome, newSubId: string | null): Promise<void> {
    await db.query('UPDATE dispute_recheck SET outcome = $3, new_sub_id = $4 WHERE dispute_id = $1 AND sub_id = $2', [
      dispute,
      subId,
      outcome,
      newSubId,
    ]);
  },

  /** The next owner who was not notified, with the number of results; null after the last. */
  async nextToNotify(db: Db, dispute: number): Promise<{ readonly owner: string; readonly results: number } | null> {
    const { rows } = await db.query(
      `SELECT c.owner, count(*)::int AS results FROM dispute_recheck r JOIN checks c ON c.sub_id = r.new_sub_id
        WHERE r.dispute_id = $1 AND r.outcome = 'checked' AND r.notified_at IS NULL AND c.position IS NOT NULL
        GROUP BY c.owner ORDER BY c.owner LIMIT 1`,
      [dispute],
    );
    return rows[0] ?? null;
  },

  async notified(db: Db, dispute: number, owner: string): Promise<void> {
    await db.query(
      `UPDATE dispute_recheck r SET notified_at = now() FROM checks c
        WHERE c.sub_id = r.new_sub_id AND r.dispute_id = $1 AND c.owner = $2`,
      [dispute, owner],
    );
  },

  /** Whom the decision is to be mailed to; null where that was done, or the address was erased. */
  async unmailed(db: Db, dispute: number): Promise<string | null> {
    const { rows } = await db.query(
      'SELECT email FROM dispute WHERE is_mailed AND id = $1 AND decision_mailed_at IS NULL',
      [dispute],
    );
    return rows[0]?.email ?? null;
  },

  async mailed(db: Db, dispute: number): Promise<void> {
    await db.query('UPDATE dispute SET decision_mailed_at = now() WHERE id = $1', [dispute]);
  },
};

export type RechecksStore = typeof rechecksStore;
