import type { CanonicalResult } from '@assay/certificate';
import { howRead } from '../checks/index.ts';
import { type Gathering, NEIGHBOURHOODS_DAYS } from '../sources/index.ts';
import type { KeptReadings } from './certificate.ports.ts';

const WHY_NOT = {
  unknown:
    'The check read its chain live, and what it read is not kept here: another installation made it, or the check was removed.',
  forgotten: `The check read its chain live, and some of what it read is not kept any more: that is deleted ${NEIGHBOURHOODS_DAYS} days after it was last read from the chain. The chain is not read again, because that would be another reading.`,
} as const;

/**
 * What the check read of its chain, as it was then; null where imported records answered. A sentence says why that
 * cannot be had any more.
 */
export async function readingOfThen(
  { sub_id: subId, records: { held } }: CanonicalResult,
  readings: KeptReadings,
): Promise<Gathering | string | null> {
  const how = howRead(held);
  if (how === 'imported') return null;
  // That nobody answered is part of what is stated.
  if (how === 'unanswered') return { kind: 'failed', faults: [] };
  const reading = await readings.readingOf(subId);
  return typeof reading === 'string' ? WHY_NOT[reading] : { kind: 'records', live: reading, faults: [] };
}
