export { assess } from './assess.ts';
export * from './assessment.ts';
export { bothWays } from './both-ways.ts';
export { ColumnBytesError } from './columns/byte-reader.ts';
export { columnBytes, readColumnBytes } from './columns/column-bytes.ts';
export { type ColumnParts, MemoryLimitError } from './columns/column-parts.ts';
export { ColumnSnapshot } from './columns/column-snapshot.ts';
export {
  type ColumnSize,
  ColumnStore,
  type ColumnStoreOptions,
  type Revised,
  type SecondRecord,
  type SecondRecords,
} from './columns/column-store.ts';
export { deriveColumnLabels } from './columns/derive-columns.ts';
export { STREAM_KEYS, StreamPass, type StreamState, streamTotals } from './columns/stream-pass.ts';
export * from './derive.ts';
export * from './derive-aggregate.ts';
export { compareRows } from './explain.ts';
export * from './exposure.ts';
export * from './exposure-of.ts';
export { HeldAccountStore, type HeldAccountsInput, type UnreadPlace } from './held-accounts.ts';
export { HeldCoinStore, type HeldCoinsInput, type KnownSpends, type UnreadCoins } from './held-coins.ts';
export type { HeldHistory, LabelsOf, MissingSide } from './held-history.ts';
export * from './label.ts';
export * from './memory-accounts.ts';
export * from './memory-utxo.ts';
export { mergeTransfers } from './merge-transfers.ts';
export { type AssessMethod, METHOD_VERSION, METHOD_VERSIONS, methodOf } from './method-version.ts';
export { findNotes, type NotesInput } from './notes.ts';
export { findLookalikes, type Lookalike } from './notes-patterns.ts';
export type { NoteRecord } from './notes-record.ts';
export * from './oracle.ts';
export * from './oracle-utxo.ts';
export * from './order-in-block.ts';
export * from './ratios.ts';
export * from './raw-records.ts';
export * from './record.ts';
export * from './resolve-labels.ts';
export * from './static-haircut.ts';
export * from './store.ts';
export { PAR, PRICE_DECIMALS, type Price, type PricedAmount, parsePrice, priceText, usdOfAmounts } from './usd.ts';
export * from './utxo.ts';
export { netOf } from './utxo-flows.ts';
export * from './walk.ts';
export { WalkCancelledError, type WalkOptions, type WalkProgress } from './walk-options.ts';
export { isZeroAmount, zeroAmountsTo } from './zero-amounts.ts';
