export { checksPart, explorerPart } from './account-parts.store.ts';
export { awaitReadiness, type Readiness } from './checks/begin/await-readiness.ts';
export { type BegunCheck, type CheckSubject, resolveSubject } from './checks/begin/begin-check.ts';
export { canonicalAddress } from './checks/begin/canonical-address.ts';
export {
  type AssetChoice,
  checkedNetwork,
  choiceProblem,
  chooseAsset,
  networkNameOf,
  onNetwork,
} from './checks/begin/choose-asset.ts';
export { checkSnapshots } from './checks/check-snapshots.ts';
export { type CheckCaller, OPERATOR, SLOTS, slotsFor } from './checks/checks.policy.ts';
export type { CheckSnapshot, CheckWatch, EnginePort } from './checks/checks.ports.ts';
export { assetOf, phaseOf, resultOf } from './checks/checks.presenter.ts';
export { buildChecksService, type ChecksDeps, type ChecksService } from './checks/checks.service.ts';
export { completeCheck } from './checks/compute/compute-check.ts';
export { recordsReadBefore } from './checks/compute/gap-words.ts';
export { labelStates } from './checks/compute/label-states.ts';
export { type OnDemandReader, onDemandReader } from './checks/compute/on-demand-reading.ts';
export { readCheck } from './checks/compute/read-check.ts';
export { type CheckPrices, pricingOf } from './checks/flows/value-flows.ts';
export { admitLookUp } from './checks/moves/look-up-limits.ts';
export type { WantedSide } from './checks/payment/choose-side.ts';
export { computePayment, type PaymentRules } from './checks/payment/compute-payment.ts';
export type { PaymentRefusal } from './checks/payment/find-payment.ts';
export type { PaymentSnapshot, WithPaymentSnapshot } from './checks/payment/payment.ports.ts';
export { readOnChain } from './checks/payment/prepare-payment.ts';
export { reopenPayment } from './checks/payment/read-payment.ts';
export { NO_TRANSACTION, PaymentRefused, sentenceOnRefusal } from './checks/payment/refusal-words.ts';
export { computePlanned } from './checks/planned/compute-planned.ts';
export {
  type PlannedQuestion,
  PlannedRefused,
  resolvePlanned,
  sentenceOnPlanned,
} from './checks/planned/resolve-planned.ts';
export type { ComputedCheck } from './checks/present-check.ts';
export { presentLabel } from './checks/present-evidence.ts';
export type { RunCheckOptions } from './checks/run/run-check.ts';
export type { CheckBasis } from './checks/stored/check-basis.ts';
export { type AskedCheck, type ChecksStore, checksStore, type StoredCheck } from './checks/stored/checks.store.ts';
export { DIRECTIONS } from './checks/stored/payment-name.ts';
export { removeOldListed, removeOldUnlisted } from './checks/stored/retention.store.ts';
export type { ReadyList } from './counterparties/counterparties.ports.ts';
export { presentPage, presentSeen } from './counterparties/counterparties.presenter.ts';
export type { CounterpartiesService } from './counterparties/counterparties.service.ts';
export { counterpartyColumns } from './counterparties/counterparties-csv.ts';
export { LIST_KEPT_DAYS, removeUnusedLists } from './counterparties/lists.store.ts';
export { readPageQuery } from './counterparties/read-query.ts';
export type { ExplorerService } from './explorer/explorer.service.ts';
export { presentItem } from './history/history.presenter.ts';
export { buildHistoryService, type HistoryService } from './history/history.service.ts';
export { historyStore } from './history/history.store.ts';
export { excessOf, LIST_COLUMNS, ListError, type ListLayout, layoutOf } from './screening/list-layout.ts';
export { accountRows, measureList, readAddresses } from './screening/read-addresses.ts';
export { openResults, ResultFileError, streamResults } from './screening/result-file.ts';
export { RowFailedError, type ScreenSummary, screenFile } from './screening/screen-file.ts';
export { screenedOf } from './screening/screened-of.ts';
export type { ScreenPort } from './screening/screening.ports.ts';
export { exampleChecks, knownExamples } from './showcase/known-examples.ts';
export { buildShowcaseService, type ShowcaseService } from './showcase/showcase.service.ts';
export { buildCoverageService, type CoverageService } from './site/coverage.service.ts';
export { openServersStore } from './site/open-servers.store.ts';
export { type AskedProviders, describeStoredData, storedCoverage } from './site/stored-coverage.ts';
export { buildSuggestService, importedAddresses, type SuggestService } from './suggest/suggest.service.ts';
