import { NETWORKS, type NetworkId } from '@assay/domain';
import type { RecordsHeld } from './records-held.store.ts';

/** One sentence for the reader: what this installation holds of an asset. */
export function describeRecords(
  asset: { readonly network: NetworkId | null; readonly ticker: string },
  held: RecordsHeld | null,
): string {
  const { network, ticker } = asset;
  if (network === null) return `${ticker} cannot be followed: Assay holds no records of its network.`;
  const place = NETWORKS[network].native === ticker ? NETWORKS[network].name : `${ticker} on ${NETWORKS[network].name}`;
  if (held === null) return `This installation holds no records of ${place}.`;
  const one = NETWORKS[network].ledger === 'utxo' ? 'transaction' : 'transfer';
  const count = `${held.records.toLocaleString('en-US')} ${one}${held.records === 1 ? '' : 's'} of ${place}`;
  const first = dayOf(held.firstTime);
  const last = dayOf(held.lastTime);
  const span = first === last ? `of ${first}` : `from ${first} to ${last}`;
  return `This installation holds ${count}, ${span}${held.fromBeginning ? ', complete from the beginning' : ''}.`;
}

function dayOf(seconds: number): string {
  return new Date(seconds * 1000).toISOString().slice(0, 10);
}
