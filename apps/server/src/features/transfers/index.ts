export { appendCoins } from './append-coins.ts';
export { type AppendResult, appendTransfers, type LedgerChange } from './append-transfers.ts';
export { ensureLedger, findLedger, type Ledger } from './ledger.store.ts';
export { openTransferStore, type TransferSnapshot, withTransferStore } from './open-store.ts';
export { partyOf } from './protected-addresses.ts';
export { type RecordsHeld, recordsHeld, type Tip, tickersOf, tipOf } from './records-held.store.ts';
export type { LabelsPort } from './transfers.ports.ts';
export { undoBlocks } from './undo-blocks.ts';
