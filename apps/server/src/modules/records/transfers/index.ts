export { type AccountState, newAccount } from './account-balance.ts';
export { insertTransfers, type PositionedTransfer } from './append.store.ts';
export { appendCoins } from './append-coins.ts';
export { type AppendResult, appendTransfers, type LedgerChange } from './append-transfers.ts';
export { accountsTable, ensureTables, transfersTable } from './asset-tables.store.ts';
export { type ClusterCounts, countClusters } from './clusters/cluster-counts.store.ts';
export { refreshClusters } from './clusters/refresh-clusters.ts';
export { type RefusedJoin, refusedJoins } from './clusters/refused-joins.store.ts';
export { markContracts, unmarkContracts } from './contract-marks.store.ts';
export { refreshDerivedLabels } from './derive/refresh-derived-labels.ts';
export {
  addressesOfMethod2,
  countLabelsOfMethod2,
  labelsOfMethod2,
  largeSetOfMethod2,
  type RuleCount,
  versionOfMethod2,
} from './derive-2/labels-of-method-2.store.ts';
export { refreshLabels2 } from './derive-2/refresh-labels-2.ts';
export { describeRecords } from './describe-records.ts';
export { diskHeld } from './disk-held.store.ts';
export { StagedBlocksError } from './first-load/build-coins.store.ts';
export {
  coinStage,
  dropStage,
  openStage,
  readStage,
  type StagedCoins,
  stageCoins,
} from './first-load/coin-stage.store.ts';
export { finishFirstLoad, mayLoadFirst, OtherRecordsError, prepareFirstLoad } from './first-load/first-load.ts';
export { vacuumCoins } from './first-load/loaded-coins.store.ts';
export { type BitcoinChain, bitcoinChainOf } from './import/blocks/bitcoin-chain.ts';
export { BlockFolder } from './import/blocks/block-folder.ts';
export { BlockError, compactSize } from './import/blocks/block-reader.ts';
export { type RawBlock, readRawBlock, readRawHeader } from './import/blocks/raw-block.ts';
export { ownerOfScript } from './import/blocks/script-owner.ts';
export type { SpentCoin } from './import/blocks/undo-data.ts';
export {
  isTransferFormat,
  problemOf as importProblemOf,
  TRANSFER_FORMAT_NAMES,
  type TransferFormat,
} from './import/formats.ts';
export {
  discardImport,
  forgetImport,
  type ImportManifest,
  type Reject as ImportReject,
  readRejects,
  StagingChangedError,
  unfinishedImports,
} from './import/import-manifest.store.ts';
export {
  ImportBusyError,
  ImportCutError,
  type ImportRequest,
  type ImportSummary,
  importTransfers,
} from './import/import-transfers.ts';
export { ensureLedger, findLedger, type Ledger, listAllLedgers, lockLedger, setFromBeginning } from './ledger.store.ts';
export { ledgerTables } from './ledger-tables.ts';
export { type AssetLoad, loadAsset } from './load-asset.ts';
export { type MeasuredLabels, measureLabels } from './measure/measure-labels.ts';
export { InMemoryAssets } from './memory/in-memory-assets.ts';
export type { LabelState, LedgerReading } from './memory/in-memory-ledger.ts';
export { inMemoryStore } from './memory/in-memory-store.ts';
export { type LoadedLedger, type LoadOptions, loadColumns } from './memory/load-columns.store.ts';
export type { ColumnFiles, KeptColumns } from './memory/memory.ports.ts';
export {
  describeHeld,
  openStoredTransfers,
  openTransferStore,
  recordsUntil,
  type TransferSnapshot,
} from './open-store.ts';
export { type OpeningBalance, readOpenings, removeOpenings } from './openings.ts';
export { LAST_SECOND, positionAt, secondOf } from './positions.ts';
export {
  type MovedAsset,
  movedAssets,
  type RecordsHeld,
  recordsHeld,
  recordsHeldOf,
  storedLedger,
} from './records-held.store.ts';
export { importStarterTransfers, STARTER_TRANSFERS_DIR } from './starter-transfers.ts';
export { balancesOf } from './transactions/balances.store.ts';
export {
  findTransaction,
  type KnownOnNetwork,
  transactionOnNetwork,
  transactionOnNetworks,
} from './transactions/find-transaction.store.ts';
export { transactionOfCoins, transactionOfTransfers } from './transactions/raw-transaction.ts';
export type { StoredTransaction, TransactionParty } from './transactions/stored-transaction.ts';
export { type TransferBetween, transfersBetween } from './transactions/transfers-between.store.ts';
export type { DerivePorts } from './transfers.ports.ts';
export { undoBlocks } from './undo-blocks.ts';
export { keepZeroAmounts, ZeroAmounts } from './zero-amounts.store.ts';
