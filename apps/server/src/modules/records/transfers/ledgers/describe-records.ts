import { countRecords, isoDayOf, type NamedAsset, nameRecords } from '@assay/wording';
import type { RecordsHeld } from './records-held.store.ts';

/** One sentence for the reader: what this installation holds of an asset. */
export function describeRecords(asset: NamedAsset, held: RecordsHeld | null): string {
  const { network, ticker } = asset;
  if (network === null) return `${ticker} cannot be followed: Assay holds no records of its network.`;
  const place = nameRecords(asset);
  if (held === null) return `This installation holds no records of ${place}.`;
  const count = `${countRecords(held.records, network)} of ${place}`;
  const first = dayOf(held.firstTime);
  const last = dayOf(held.lastTime);
  const span = first === last ? `of ${first}` : `from ${first} to ${last}`;
  return `This installation holds ${count}, ${span}${held.fromBeginning ? ', complete from the beginning' : ''}.`;
}

function dayOf(seconds: number): string {
  return isoDayOf(new Date(seconds * 1000));
}
