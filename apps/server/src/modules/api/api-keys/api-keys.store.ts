import { API_SCOPES, type ApiMode, type ApiScope } from '@assay/domain';
import { type Db, knownOf, LOCK_SPACES, prepared } from '../../../platform/db/index.ts';
import type { ShownKey, StoredKey } from './api-keys.ports.ts';

export interface NewKeyRow extends Omit<StoredKey, 'createdBy' | 'lastUsedAt' | 'formerUntil'> {
  readonly secretHash: Buffer;
  /** Account id of who made it; null for the operator. */
  readonly madeBy: string | null;
}

/** A key found by its hash, with everything that decides whether it opens a request. */
export interface FoundKey {
  readonly id: string;
  readonly name: string;
  readonly workspace: string;
  readonly mode: ApiMode;
  readonly scopes: readonly ApiScope[];
  readonly monthlyLimit: number | null;
  readonly apiVersion: string;
  readonly isExpired: boolean;
  readonly isAddressAllowed: boolean;
  /** As of `ShownKey`. */
  readonly heldBy: string | null;
  /** The person of its workspace, who made it, or who answers for the secret that was shown. */
  readonly isSuspended: boolean;
  /** Whether its use was noted within the last minute. */
  readonly isUseNoted: boolean;
}

const COLUMNS = `k.id, k.workspace, k.name, k.hint, k.mode, k.scopes, k.address_ranges::text[] AS "addressRanges",
  k.monthly_limit AS "monthlyLimit", k.api_version AS "apiVersion", u.email AS "createdBy",
  k.created_at AS "createdAt", k.expires_at AS "expiresAt", k.last_used_at AS "lastUsedAt",
  CASE WHEN k.former_until > $1 THEN k.former_until END AS "formerUntil"`;

/** Whether the secret of a key works. `$1`: its hash, `$2`: now. */
const WORKS = '(k.secret_hash = $1 OR (k.former_hash = $1 AND k.former_until > $2)) AND k.revoked_at IS NULL';

/** Who answers for it. */
const HOLDER = 'coalesce(CASE WHEN k.secret_hash = $1 THEN k.secret_by ELSE k.former_by END, k.created_by)';

const IS_SHOWN = `SELECT FROM api_keys k
  WHERE ${WORKS} AND k.workspace = $3 AND k.id = $4 AND ${HOLDER} IS NOT DISTINCT FROM $5::text`;

const shownParams = ({ secretHash, workspace, keyId, heldBy }: ShownKey, now: Date) => [
  secretHash,
  now,
  workspace,
  keyId,
  heldBy,
];

/** What a key may do, as far as this version knows it. */
function grantsOf<K extends { readonly scopes: readonly string[] }>(key: K) {
  return { ...key, scopes: knownOf(API_SCOPES, key.scopes) };
}

export const apiKeysStore = {
  /** Serialises changes of a workspace's keys until the transaction ends. */
  async lock(db: Db, workspace: string): Promise<void> {
    await db.query('SELECT pg_advisory_xact_lock($1, hashtext($2))', [LOCK_SPACES.apiKeys, workspace]);
  },

  /**
   * Keeps the accounts of who made a key and its secrets from being deleted until the transaction ends, and that of who
   * acts. Before the workspace, as everywhere: whatever names one of them later would wait for a deletion that waits for
   * the workspace. In one order.
   */
  async holdPeople(db: Db, id: string | null, acting: string | null): Promise<void> {
    await db.query(
      `SELECT FROM users u WHERE u.sub = $2
           OR u.sub IN (SELECT unnest(ARRAY[k.created_by, k.secret_by, k.former_by]) FROM api_keys k WHERE k.id = $1)
        ORDER BY u.sub FOR KEY SHARE`,
      [id, acting],
    );
  },

  /**
   * Keeps the secret that was shown from ending until the transaction ends; false where it did, or is of another holder
   * now.
   */
  async holdShown(db: Db, key: ShownKey, now: Date): Promise<boolean> {
    const held = await db.query(`${IS_SHOWN} FOR SHARE`, shownParams(key, now));
    return held.rowCount === 1;
  },

  /** Whether the secret that was shown still works, and is of the same holder. */
  async isShownHeld(db: Db, key: ShownKey, now: Date): Promise<boolean> {
    const found = await db.query(prepared(IS_SHOWN, shownParams(key, now)));
    return found.rowCount === 1;
  },

  /** Keys that are not revoked, the newest first. */
  async list(db: Db, workspace: string, now: Date): Promise<readonly StoredKey[]> {
    const { rows } = await db.query(
      `SELECT ${COLUMNS} FROM api_keys k LEFT JOIN users u ON u.sub = k.created_by
        WHERE k.workspace = $2 AND k.revoked_at IS NULL ORDER BY k.created_at DESC, k.id`,
      [now, workspace],
    );
    return rows.map(grantsOf);
  },

  async find(db: Db, workspace: string, id: string, now: Date): Promise<StoredKey | null> {
    const { rows } = await db.query(
      `SELECT ${COLUMNS} FROM api_keys k LEFT JOIN users u ON u.sub = k.created_by
        WHERE k.workspace = $2 AND k.id = $3 AND k.revoked_at IS NULL`,
      [now, workspace, id],
    );
    return rows[0] === undefined ? null : grantsOf(rows[0]);
  },

  async insert(db: Db, key: NewKeyRow): Promise<void> {
    await db.query(
      `INSERT INTO api_keys (id, workspace, name, secret_hash, hint, scopes, address_ranges, monthly_limit, api_version,
                             created_by, created_at, expires_at, mode)
       VALUES ($1, $2, $3, $4, $5, $6, ARRAY(SELECT network(one::inet) FROM unnest($7::text[]) one), $8, $9, $10,
               $11, $12, $13)`,
      [
        key.id,
        key.workspace,
        key.name,
        key.secretHash,
        key.hint,
        key.scopes,
        key.addressRanges,
        key.monthlyLimit,
        key.apiVersion,
        key.madeBy,
        key.createdAt,
        key.expiresAt,
        key.mode,
      ],
    );
  },

  /**
   * Gives the key another secret, made by `by`; the present one works until `formerUntil`. False where there is no such
   * key.
   */
  async replaceSecret(
    db: Db,
    { workspace, id }: Pick<StoredKey, 'workspace' | 'id'>,
    next: { readonly hash: Buffer; readonly hint: string; readonly formerUntil: Date; readonly by: string | null },
  ): Promise<boolean> {
    const changed = await db.query(
      `UPDATE api_keys SET former_hash = secret_hash, former_until = $3, former_by = secret_by,
              secret_hash = $4, hint = $5, secret_by = $6
        WHERE workspace = $1 AND id = $2 AND revoked_at IS NULL`,
      [workspace, id, next.formerUntil, next.hash, next.hint, next.by],
    );
    return changed.rowCount === 1;
  },

  async revoke(db: Db, workspace: string, id: string, now: Date): Promise<boolean> {
    const revoked = await db.query(
      'UPDATE api_keys SET revoked_at = $3 WHERE workspace = $1 AND id = $2 AND revoked_at IS NULL',
      [workspace, id, now],
    );
    return revoked.rowCount === 1;
  },

  /** Of any workspace: run as service work. `ip` without the form of an IPv4 address in IPv6. */
  async findByHash(db: Db, hash: Buffer, ip: string, now: Date): Promise<FoundKey | null> {
    const { rows } = await db.query(
      prepared(
        `SELECT k.id, k.name, k.workspace, k.mode, k.scopes, k.monthly_limit AS "monthlyLimit", k.api_version AS "apiVersion",
              coalesce(k.expires_at <= $2, false) AS "isExpired",
              (cardinality(k.address_ranges) = 0 OR $3::inet <<= ANY (k.address_ranges))
                AND NOT EXISTS (SELECT FROM workspace_session_policies p
                                 WHERE p.workspace = k.workspace AND cardinality(p.address_ranges) > 0
                                   AND NOT $3::inet <<= ANY (p.address_ranges)) AS "isAddressAllowed",
              h.sub AS "heldBy",
              u.suspended_at IS NOT NULL OR m.suspended_at IS NOT NULL OR h.suspended_at IS NOT NULL AS "isSuspended",
              coalesce(k.last_used_at >= $2::timestamptz - interval '1 minute', false) AS "isUseNoted"
         FROM api_keys k JOIN workspaces w ON w.id = k.workspace LEFT JOIN users u ON u.sub = w.person
         LEFT JOIN users m ON m.sub = k.created_by
         LEFT JOIN users h ON h.sub = ${HOLDER}
        WHERE ${WORKS}`,
        [hash, now, ip],
      ),
    );
    const [row] = rows;
    return row === undefined ? null : { ...grantsOf(row), isAddressAllowed: row.isAddressAllowed === true };
  },

  /** Notes the use of a key, at most once a minute. */
  async noteUse(db: Db, id: string, now: Date): Promise<void> {
    await db.query(
      `UPDATE api_keys SET last_used_at = $2
        WHERE id = $1 AND (last_used_at IS NULL OR last_used_at < $2::timestamptz - interval '1 minute')`,
      [id, now],
    );
  },
};
