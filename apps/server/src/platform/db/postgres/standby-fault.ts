import { databaseTroubleOf, type StandbyFault } from '../index.ts';

/** SQLSTATE serialization_failure and deadlock_detected: on a standby, replay needed what a read held. */
const CONFLICTS: ReadonlySet<string> = new Set(['40001', '40P01']);
/** As PostgreSQL words it, where a thread lost its code. */
const CONFLICT_TEXT = /conflict with recovery/;

/**
 * Whether an error is the standby's, so that the read is begun again on the primary; null for an error of the read itself.
 * A read of a standby writes nothing: to read again is always possible.
 */
export function standbyFaultOf(error: unknown): Exclude<StandbyFault, 'state'> | null {
  if (!(error instanceof Error)) return null;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  if (CONFLICTS.has(code) || CONFLICT_TEXT.test(error.message)) return 'conflict';
  const isOfDatabase = databaseTroubleOf(error) !== null || /^[0-9A-Z]{5}$/.test(code) || IN_THREAD.test(error.message);
  return isOfDatabase ? 'failed' : null;
}

/** A thread could not read the snapshot of the standby that it was given: the standby was promoted, or began again. */
const IN_THREAD = /invalid snapshot identifier|could not import the requested snapshot|^snapshot ".*" does not exist/;
