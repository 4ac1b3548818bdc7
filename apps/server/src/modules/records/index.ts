export {
  type ExportedAsset,
  ExportFolderError,
  type ExportManifest,
  exportTransfers,
  isExportable,
} from './export/export-transfers.ts';
export type { CheckpointPort, StreamedLedger, StreamPart, StreamSummary } from './exposure/exposure.ports.ts';
export { streamExposure } from './exposure/stream-exposure.ts';
export {
  acrossServers,
  besideLedger,
  inLedgerSnapshot,
  inLedgersTransaction,
  inLedgerTransaction,
  inWalkSnapshot,
  ledgerPool,
  ledgerPools,
  MAIN,
} from './placement/in-ledger.ts';
export { readPlacements, UnknownLedgerServerError } from './placement/known-servers.store.ts';
export { ledgerName } from './placement/ledger-name.ts';
export { balancesOf } from './transfers/accounts/accounts.store.ts';
export { keepZeroAmounts, ZeroAmounts } from './transfers/accounts/zero-amounts.store.ts';
export { appendCoins } from './transfers/append/append-coins.ts';
export { appendTransfers } from './transfers/append/append-transfers.ts';
export { undoBlocks } from './transfers/append/undo-blocks.ts';
export { type ClusterCounts, countClusters } from './transfers/clusters/cluster-state.store.ts';
export { refusedJoins } from './transfers/clusters/refused-joins.store.ts';
export { markContracts, unmarkContracts } from './transfers/contract-marks.store.ts';
export { refreshDerivedLabels } from './transfers/derive/derive-labels.ts';
export {
  addressesOfMethod2,
  countLabelsOfMethod2,
  labelsOfMethod2,
  largeSetOfMethod2,
  type RuleCount,
  versionOfMethod2,
} from './transfers/derive-2/labels-of-method-2.store.ts';
export { StagedBlocksError } from './transfers/first-load/build-coins.store.ts';
export {
  coinStage,
  dropStage,
  openStage,
  readStage,
  type StagedCoins,
  stageCoins,
  vacuumCoins,
} from './transfers/first-load/coin-stage.store.ts';
export {
  finishFirstLoad,
  mayLoadFirst,
  OtherRecordsError,
  prepareFirstLoad,
} from './transfers/first-load/first-load.ts';
export { type BitcoinChain, bitcoinChainOf } from './transfers/import/blocks/bitcoin-chain.ts';
export { BlockFolder } from './transfers/import/blocks/block-folder.ts';
export { BlockError, compactSize } from './transfers/import/blocks/block-reader.ts';
export { type RawBlock, readRawBlock, readRawHeader } from './transfers/import/blocks/raw-block.ts';
export { ownerOfScript } from './transfers/import/blocks/script-owner.ts';
export type { SpentCoin } from './transfers/import/blocks/undo-data.ts';
export {
  isTransferFormat,
  problemOf as importProblemOf,
  TRANSFER_FORMAT_NAMES,
} from './transfers/import/formats/formats.ts';
export {
  discardImport,
  forgetImport,
  readRejects,
  StagingChangedError,
  unfinishedImports,
} from './transfers/import/import-manifest.store.ts';
export {
  ImportBusyError,
  ImportCutError,
  type ImportSummary,
  importTransfers,
} from './transfers/import/import-transfers.ts';
export { type LedgerTables, ledgerTables, type NumberedLedger } from './transfers/ledger-tables.ts';
export { accountsTable, ensureTables, transfersTable } from './transfers/ledgers/asset-tables.store.ts';
export {
  ensureLedger,
  findLedger,
  type Ledger,
  listAllLedgers,
  setFromBeginning,
} from './transfers/ledgers/ledger.store.ts';
export type { LedgerRows } from './transfers/ledgers/ledger-tables.store.ts';
export {
  diskHeld,
  movedAssets,
  type RecordsHeld,
  recordsHeld,
  recordsHeldOf,
  storedLedger,
} from './transfers/ledgers/records-held.store.ts';
export { type MeasuredLabels, measureLabels } from './transfers/measure/measure-labels.ts';
export { ID_SPACE } from './transfers/memory/account-numbers.ts';
export { InMemoryAssets } from './transfers/memory/in-memory-assets.ts';
export { type ColumnFiles, inMemoryStore, type KeptColumns } from './transfers/memory/in-memory-store.ts';
export { loadColumns } from './transfers/memory/load-columns.store.ts';
export {
  describeHeld,
  describeRecords,
  openStoredTransfers,
  openTransferStore,
  recordsUntil,
  type TransferSnapshot,
} from './transfers/open-store.ts';
export { type OpeningBalance, readOpenings, removeOpenings } from './transfers/openings.ts';
export { LAST_SECOND, positionAt, secondOf } from './transfers/positions.ts';
export { derivePorts, REFRESH_QUEUE, refreshAfterChange, workRefreshes } from './transfers/refresh-after-change.ts';
export { importStarterTransfers, STARTER_TRANSFERS_DIR } from './transfers/starter-transfers.ts';
export {
  findTransaction,
  type KnownOnNetwork,
  transactionOnNetwork,
  transactionOnNetworks,
} from './transfers/transactions/find-transaction.store.ts';
export {
  type StoredTransaction,
  type TransactionParty,
  transactionOfCoins,
  transactionOfTransfers,
} from './transfers/transactions/stored-transaction.ts';
export { type TransferBetween, transfersBetween } from './transfers/transactions/transfers-between.store.ts';
export type { DerivePorts } from './transfers/transfers.ports.ts';
