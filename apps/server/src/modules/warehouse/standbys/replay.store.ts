import { type Db, prepared, type Queries } from '../../../platform/db/index.ts';

/** What a host says of itself. */
export interface Replay {
  /** It replays the log of a primary, and takes no writes. */
  readonly isStandby: boolean;
  /** Up to which byte of the log it has replayed. */
  readonly position: bigint;
  /** Since the last replayed transaction was committed; null where none was. */
  readonly sinceReplayedMs: number | null;
}

/** @param host a connection to it */
export async function readReplay(host: Queries): Promise<Replay> {
  const { rows } = await host.query(
    `SELECT pg_is_in_recovery() AS standby, (pg_last_wal_replay_lsn() - '0/0')::text AS position,
            (extract(epoch FROM clock_timestamp() - pg_last_xact_replay_timestamp()) * 1000)::float8 AS since_ms`,
  );
  const [row] = rows;
  return {
    isStandby: row?.standby === true,
    position: BigInt(row?.position ?? 0),
    sinceReplayedMs: row?.since_ms ?? null,
  };
}

/** Up to which byte the log of the primary is written. */
export async function readPrimaryPosition(primary: Db): Promise<bigint> {
  const { rows } = await primary.query("SELECT (pg_current_wal_lsn() - '0/0')::text AS position");
  return BigInt(rows[0]?.position ?? 0);
}

/**
 * The state of everything that a check reads on a server, as 64 hexadecimal digits: of all transfer ledgers, the labels and
 * what is derived. The same on a primary and on its standby exactly where both are in the same state: besides their
 * versions it has the transaction that wrote each row last, which a standby has too, and the random name of the last change
 * of records, as a host with another history may have used the same number for another transaction. Whatever changes records or labels
 * therefore writes the row of its ledger or set in the same transaction.
 */
export async function readStateMark(db: Db): Promise<string> {
  const { rows } = await db.query(
    prepared(
      `SELECT encode(sha256(convert_to(coalesce(string_agg(line, E'\\n' ORDER BY line COLLATE "C"), ''), 'UTF8')), 'hex') AS mark
         FROM (SELECT 'ledger ' || id || ' ' || revision || ' ' || records || ' ' || xmin || ' ' ||
                      coalesce((SELECT change_id::text FROM ledger_changes c WHERE c.ledger_id = l.id AND c.revision = l.revision), '')
                      AS line FROM ledgers l
               UNION ALL SELECT 'placement ' || ledger_id || ' ' || server FROM ledger_placements
               UNION ALL SELECT 'given ' || name || ' ' || content_hash || ' ' || xmin FROM label_set
               UNION ALL SELECT 'derived ' || network || ' ' || asset || ' ' || content_hash || ' ' || xmin FROM derived_label_set
               UNION ALL SELECT 'method 2 ' || network || ' ' || asset || ' ' || content_hash || ' ' || xmin FROM method_2_label_set
               UNION ALL SELECT 'clusters ' || ledger_id || ' ' || xmin FROM coin_cluster_state
               UNION ALL SELECT 'withdrawn ' || count(*) || ' ' || coalesce(sum(xmin::text::bigint), 0) FROM label_withdrawal
               UNION ALL SELECT 'contracts ' || count(*) || ' ' || coalesce(sum(xmin::text::bigint), 0) FROM evm_contract_marks
              ) states`,
    ),
  );
  return rows[0]?.mark ?? '';
}
