import type { Db } from '../../../../platform/db/index.ts';

/**
 * Which history of a primary this is: its cluster and its timeline. A standby that is made primary begins another, which
 * may lack the last changes of the former, sent to others or not.
 */
export async function historyOf(primary: Db): Promise<string> {
  const { rows } = await primary.query(
    `SELECT system_identifier || '/' || left(pg_walfile_name(pg_current_wal_lsn()), 8) AS history FROM pg_control_system()`,
  );
  return rows[0]?.history ?? '';
}
