/** Why the database could not do a statement, where the statement itself is not at fault. */
export type DatabaseTrouble = 'away' | 'full';

/** SQLSTATE disk_full and io_error. */
const FULL: ReadonlySet<string> = new Set(['53100', '58030']);

/**
 * The database stops, starts, recovers after a crash, or has no free connection; in addition to class 08 of SQLSTATE,
 * the exceptions of the connection.
 */
const AWAY: ReadonlySet<string> = new Set([
  '25006', // read_only_sql_transaction: the host became a standby
  '53300', // too_many_connections
  '57P01', // admin_shutdown
  '57P02', // crash_shutdown
  '57P03', // cannot_connect_now
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
]);

/** What pg and its pool say of a lost connection without a code, and PostgreSQL where a thread lost its code. */
const AWAY_TEXT =
  /^(terminating connection|Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error)/;

/** The trouble of the database that this error reports; null for every other error. */
export function databaseTroubleOf(error: unknown): DatabaseTrouble | null {
  if (!(error instanceof Error)) return null;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  if (FULL.has(code)) return 'full';
  return AWAY.has(code) || /^08[0-9A-Z]{3}$/.test(code) || AWAY_TEXT.test(error.message) ? 'away' : null;
}
