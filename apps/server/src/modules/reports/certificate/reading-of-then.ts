import type { CanonicalResult } from '@assay/certificate';
import { type Gathering, NEIGHBOURHOODS_DAYS } from '../../chains/index.ts';
import { recordsReadBefore } from '../../checks/index.ts';
import type { KeptReadings } from './certificate.ports.ts';

const NOT_READABLE = { kind: 'malformed', provider: 'a source', field: 'answer' } as const;

const WHY_NOT = {
  unknown:
    'The check read its chain live, and what it read is not kept here: another installation made it, or the check was removed.',
  forgotten: `The check read its chain live, and some of what it read is not kept any more: that is deleted ${NEIGHBOURHOODS_DAYS} days after it was last read from the chain. The chain is not read again, because that would be another reading.`,
} as const;

/**
 * What the check read from its chain, as it was then; null where imported records were used. A sentence gives the
 * reason when that data is no longer available.
 */
export async function readingOfThen(
  { sub_id: subId, records: { held, read } }: CanonicalResult,
  readings: KeptReadings,
): Promise<Gathering | string | null> {
  const how = read ?? recordsReadBefore(held);
  if (how === 'imported') return null;
  // That no provider answered, or that nothing of an answer could be read, is part of the stated result.
  if (how === 'unanswered') return { kind: 'failed', faults: [] };
  if (how === 'unreadable') return { kind: 'failed', faults: [NOT_READABLE] };
  const reading = await readings.readingOf(subId);
  return typeof reading === 'string' ? WHY_NOT[reading] : { kind: 'records', live: reading, faults: [] };
}
