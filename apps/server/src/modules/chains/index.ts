export { movesOfCalls, type TracedCall, tracedCalls } from './formats/call-tree.ts';
export { coinFinalityDepth } from './formats/coin-networks.ts';
export { addressIn, TRANSFER_TOPIC } from './formats/evm-abi.ts';
export { EVM_CHAIN_IDS, type EvmNetwork } from './formats/evm-networks.ts';
export { tokenMove, transactionMoves } from './formats/evm-records.ts';
export { feeOf, log, receipt, toHex } from './formats/evm-wire.ts';
export { finalityDepth } from './formats/finality.ts';
export { answerShape, narrowerThan, refusalKind } from './formats/json-rpc-refusals.ts';
export { type Move, partyOf, recordsOfBlocks } from './formats/records.ts';
export { evmHexOfTron, tronAddressOfHex } from './formats/tron-address.ts';
export {
  amountNumber,
  evmAddress,
  evmHash,
  hexAmount,
  hexWhole,
  parseJson,
  readAnswer,
  readShape,
  wholeNumber,
} from './formats/wire.ts';
export { buildFreezesService, type FreezesService, unasked, withFreezeOf } from './freezes/ask-freeze.ts';
export { EVENT_FREEZE_LISTS, type EventFreezeList, titleOfFreezeList } from './freezes/freeze-lists.ts';
export type { FreezeEventSource, IssuerFreezeSource } from './freezes/freezes.ports.ts';
export { freezeLabels, readFreezeList } from './freezes/read-freeze-list.ts';
export {
  type Exchange,
  type ExchangeAnswer,
  ExchangeFailure,
  type ExchangeRequest,
  httpExchange,
} from './outside/providers/http-exchange.ts';
export { dayOf } from './prices/days.ts';
export { importPrices, type PriceImportSummary } from './prices/import-prices.ts';
export { describePrices, STABLE_AT_PAR } from './prices/price-days.ts';
export type { PriceProvider } from './prices/prices.ports.ts';
export { buildPricesService, type PricesService, type PricingMode } from './prices/prices.service.ts';
export { pricesStore } from './prices/prices.store.ts';
export { buildSourceHealth, type ReadSourceHealth } from './source-health/read-source-health.ts';
export type { GatherPayment } from './sources/gather/best-first.ts';
export type { HistoryGap } from './sources/history-gaps.ts';
export { forgetNeighbourhoods, NEIGHBOURHOODS_DAYS, onDemandCaches } from './sources/on-demand-caches.ts';
export type {
  Gathering,
  GatherProgress,
  OnDemandRecords,
  OwnRecords,
  ReadGathering,
} from './sources/on-demand-records.ts';
export { openCutOff } from './sources/open-cut-off.ts';
export type { PendingMove, SeenRecords } from './sources/seen-transaction.ts';
export { SourceError, type SourceTip, type TransferSources } from './sources/sources.ports.ts';
export { buildOnDemandSources, type OnDemandSources } from './sources/sources.service.ts';
export type {
  FoundTransaction,
  LookUpOptions,
  LookUps,
  TransactionLookUp,
  TransactionPlaces,
} from './sources/transactions/look-ups.ts';
