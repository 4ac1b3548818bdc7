import type { Db, Queries } from '../../../../platform/db/index.ts';

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
