import { checksStore } from '../../../src/modules/checks/index.ts';
import type { Pool } from '../../../src/platform/db/index.ts';
import { FREE_LIMITS, UNCHARGED_A_DAY } from './limits.ts';

/** Results with stars that somebody can still open. */
export function countStars(pool: Pool, subIds: readonly string[]): Promise<number> {
  return count(pool, 'SELECT count(*)::integer AS n FROM checks WHERE sub_id = ANY($1) AND riskscore > 0', subIds);
}

/** Checks that were taken from a balance for good. */
export function countConsumed(pool: Pool, subIds: readonly string[]): Promise<number> {
  return count(
    pool,
    `SELECT count(*)::integer AS n FROM ledger_entries WHERE kind = 'commit' AND reference = ANY($1)`,
    subIds,
  );
}

async function count(pool: Pool, query: string, ...values: readonly unknown[]): Promise<number> {
  const { rows } = await pool.query<{ n: number }>(query, [...values]);
  return rows[0]?.n ?? -1;
}

/** The newest check with stars, and the newest that failed. */
export async function newestByStars(pool: Pool, subIds: readonly string[]) {
  const found = await Promise.all(subIds.map((subId) => checksStore.find(pool, subId)));
  return {
    rated: found.findLast((check) => (check?.riskscore ?? 0) > 0) ?? null,
    failed: found.findLast((check) => check?.status === 'failed') ?? null,
  };
}

/** Stars that were paid for, that repeat such within a day, and that are neither. */
export async function starsByPayment(pool: Pool, subIds: readonly string[]) {
  const { rows } = await pool.query<{ paid: number; repeats: number; stolen: number }>(
    `WITH rated AS (SELECT * FROM checks WHERE sub_id = ANY($1) AND riskscore > 0),
     judged AS (
       SELECT charged, EXISTS (
         SELECT FROM rated paid
          WHERE paid.charged AND paid.owner = rated.owner AND paid.ticker = rated.ticker
            AND paid.finished_at <= rated.created_at
            AND paid.created_at > rated.created_at - interval '24 hours') AS is_repeat
       FROM rated)
     SELECT (count(*) FILTER (WHERE charged))::integer AS paid,
            (count(*) FILTER (WHERE NOT charged AND is_repeat))::integer AS repeats,
            (count(*) FILTER (WHERE NOT charged AND NOT is_repeat))::integer AS stolen FROM judged`,
    [subIds],
  );
  const [counted] = rows;
  if (counted === undefined) throw new Error('Nothing was counted');
  return counted;
}

/** Days, networks and domains that were given more than their limit. */
export async function grantsOverLimits(pool: Pool): Promise<readonly unknown[]> {
  const { rows } = await pool.query(
    `WITH given AS (SELECT * FROM free_grants WHERE refused_by IS NULL), counted AS (
       SELECT day, 'network' AS of, network AS place, count(*), $1::integer AS most FROM given
        WHERE network IS NOT NULL GROUP BY day, network
       UNION ALL SELECT day, 'domain', domain, count(*), $2::integer FROM given
        WHERE kind <> 'promo' AND domain ~ '(example|co[.]uk)$' GROUP BY day, domain
       UNION ALL SELECT day, 'installation', '', count(*), $3::integer FROM given WHERE kind <> 'promo' GROUP BY day)
     SELECT * FROM counted WHERE count > most`,
    [FREE_LIMITS.perNetwork, FREE_LIMITS.perDomain, FREE_LIMITS.perDay],
  );
  return rows;
}

/** Owners who never bought, with more answers of a day that cost nothing than their budget. */
export async function answersOverBudget(pool: Pool, subIds: readonly string[]): Promise<readonly unknown[]> {
  const { rows } = await pool.query(
    `SELECT owner, finished_at::date AS day, count(*) FROM checks
      WHERE sub_id = ANY($1) AND NOT charged
        AND (status = 'done' OR failure IN ('CheckCancelled', 'CheckFailed'))
      GROUP BY owner, finished_at::date HAVING count(*) > $2`,
    [subIds, UNCHARGED_A_DAY],
  );
  return rows;
}

/** Refusals by a limit that was not reached. */
export async function grantsRefusedWithRoom(pool: Pool): Promise<readonly unknown[]> {
  const { rows } = await pool.query(
    `SELECT day, refused_by, network, domain FROM free_grants AS refused WHERE
       CASE refused_by
         WHEN 'network' THEN (SELECT count(*) FROM free_grants AS given WHERE given.refused_by IS NULL
           AND given.day = refused.day AND given.network = refused.network) < $1
         WHEN 'domain' THEN (SELECT count(*) FROM free_grants AS given WHERE given.refused_by IS NULL
           AND given.kind <> 'promo' AND given.day = refused.day AND given.domain = refused.domain) < $2
         WHEN 'installation' THEN (SELECT count(*) FROM free_grants AS given WHERE given.refused_by IS NULL
           AND given.kind <> 'promo' AND given.day = refused.day) < $3
         ELSE false END`,
    [FREE_LIMITS.perNetwork, FREE_LIMITS.perDomain, FREE_LIMITS.perDay],
  );
  return rows;
}

/** Check credits that the balance ledger gave for nothing, and those that were counted as given. */
export async function freeCredits(pool: Pool): Promise<{ readonly inLedger: number; readonly counted: number }> {
  const inLedger = await count(
    pool,
    `SELECT coalesce(sum(checks), 0)::integer AS n FROM ledger_entries
      WHERE kind = 'grant' AND reason IN ('signup', 'survey', 'promo', 'telegram')`,
  );
  const given = 'SELECT coalesce(sum(checks), 0)::integer AS n FROM free_grants WHERE refused_by IS NULL';
  return { inLedger, counted: await count(pool, given) };
}
