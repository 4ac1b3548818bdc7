import type { RecordsRead } from '@assay/domain';

/** The start of the sentence on records that were read on demand. */
export const READ_LIVE = 'Read live from';

/** The end of the sentence on a chain that no provider answered for. */
export const UNANSWERED = 'could not be read live: no source answered.';

/** The same where a provider answered, and nothing of what it answered could be read. */
export const UNREADABLE = 'could not be read live: what a source answered could not be read.';

/**
 * How the records of a result were read, from its sentence on them: only for results made before they stated it in a
 * field of their own.
 */
export function recordsReadBefore(recordsHeld: string): RecordsRead {
  if (recordsHeld.startsWith(`${READ_LIVE} `)) return 'on_demand';
  return recordsHeld.endsWith(` ${UNANSWERED}`) ? 'unanswered' : 'imported';
}
