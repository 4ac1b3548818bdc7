export { appendCoins } from './append-coins.ts';
export { type AppendResult, appendTransfers, type LedgerChange } from './append-transfers.ts';
export { ensureLedger, findLedger, type Ledger } from './ledger.store.ts';
export {
  openTransferStore,
  type TransferRecords,
  type TransferSnapshot,
  transferRecords,
  withTransferStore,
} from './open-store.ts';
export { partyOf } from './protected-addresses.ts';
export { type MovedAsset, movedAssets, type RecordsHeld, recordsHeld, recordsHeldOf } from './records-held.store.ts';
export type { LabelsPort } from './transfers.ports.ts';
export { undoBlocks } from './undo-blocks.ts';
