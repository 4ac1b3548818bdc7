import { NETWORKS, type NetworkId } from '@assay/domain';
import type { ExposureStore } from '@assay/exposure';
import { countRecords, isoDayOf, type NamedAsset, nameRecords } from '@assay/wording';
import type { Db, PoolClient } from '../../../platform/db/index.ts';
import { accountRecords } from './accounts/account-records.store.ts';
import { coinRecords } from './coin-records.store.ts';
import type { Ledger } from './ledgers/ledger.store.ts';
import {
  type RecordsHeld,
  recordAt,
  recordsHeldOf,
  type StoredLedger,
  storedLedger,
} from './ledgers/records-held.store.ts';
import type { LabelsPort } from './transfers.ports.ts';

/** What one walk reads: an unchanging picture of one asset's records, and where they end. */
export interface TransferSnapshot {
  readonly store: ExposureStore;
  readonly ledger: Ledger;
  readonly held: RecordsHeld;
  readonly tip: { readonly block: string | null; readonly time: Date } | null;
}

/**
 * Opens the records of one asset on a client that reads one unchanging state of the database (`inSnapshot`), so that no
 * append shows in the middle of a walk; the store is good as long as that state is. Null where no record is held.
 */
export async function openTransferStore(
  client: PoolClient,
  labels: LabelsPort,
  network: NetworkId,
  ticker: string,
): Promise<TransferSnapshot | null> {
  const found = await storedLedger(client, network, ticker);
  return found === null ? null : openStoredTransfers(client, labels, found);
}

/** As `openTransferStore`, of a transfer ledger that was read on the same client. */
export function openStoredTransfers(
  client: PoolClient,
  labels: LabelsPort,
  { ledger, held, hasUnreadOpenings }: StoredLedger,
): TransferSnapshot {
  const store =
    NETWORKS[ledger.network].ledger === 'utxo'
      ? coinRecords(client, labels, ledger)
      : accountRecords(client, labels, ledger, hasUnreadOpenings);
  const tip = { block: held.tipBlock?.toString() ?? null, time: new Date(held.lastTime * 1000) };
  return { store, ledger, held, tip };
}

/** An account ledger after its first `count` records; null where there are fewer, and for coins. */
export async function recordsUntil(
  db: Db,
  network: NetworkId,
  ticker: string,
  count: number,
): Promise<{
  readonly position: number;
  readonly tip: NonNullable<TransferSnapshot['tip']>;
  readonly recordsHeld: string;
} | null> {
  if (count < 1 || NETWORKS[network].ledger === 'utxo') return null;
  const held = await recordsHeldOf(db, network, ticker);
  const last = await recordAt(db, network, ticker, count);
  if (held === null || last === null) return null;
  return {
    position: last.position,
    tip: { block: last.block?.toString() ?? null, time: new Date(last.time * 1000) },
    recordsHeld: describeRecords(
      { network, ticker },
      { ...held, records: count, lastTime: last.time, tipBlock: last.block },
    ),
  };
}

/** One sentence for the reader: what this installation holds of an asset. */
export async function describeHeld(
  db: Db,
  { network, ticker }: { readonly network: NetworkId | null; readonly ticker: string },
): Promise<string> {
  return describeRecords({ network, ticker }, network === null ? null : await recordsHeldOf(db, network, ticker));
}

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
