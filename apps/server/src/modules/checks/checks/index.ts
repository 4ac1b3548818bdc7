export { checksPart } from './account-part.store.ts';
export { askedByOf, askerOf } from './asked-by.store.ts';
export { awaitReadiness, type Readiness } from './await-readiness.ts';
export { type BegunCheck, type CheckSubject, resolveSubject } from './begin-check.ts';
export { canonicalAddress } from './canonical-address.ts';
export type { CheckBasis } from './check-basis.ts';
export { checkSnapshots } from './check-snapshots.ts';
export { type CheckCaller, OPERATOR, SLOTS, slotsFor } from './checks.policy.ts';
export type {
  CheckSnapshot,
  CheckWatch,
  EnginePort,
  SnapshotOrigin,
  WithSnapshot,
} from './checks.ports.ts';
export { assetOf, phaseOf } from './checks.presenter.ts';
export { checksRoutes } from './checks.routes.ts';
export { buildChecksService, type ChecksDeps, type ChecksService } from './checks.service.ts';
export { type AskedCheck, type ChecksStore, checksStore, type StoredCheck } from './checks.store.ts';
export {
  type AssetChoice,
  checkedNetwork,
  choiceProblem,
  chooseAsset,
  networkNameOf,
  onNetwork,
} from './choose-asset.ts';
export { completeCheck, computeCheck, summariseCheck } from './compute-check.ts';
export { doneResultOf } from './done-result.ts';
export { type LabelState, type LabelStates, labelStates, labelsBy } from './label-states.ts';
export { admitLookUp } from './moves/look-up-limits.ts';
export { onDemandReader } from './on-demand-reader.ts';
export type { OnDemandReader } from './on-demand-reading.ts';
export type { WantedSide } from './payment/choose-side.ts';
export { computePayment, type PaymentRules } from './payment/compute-payment.ts';
export type { PaymentRefusal } from './payment/find-payment.ts';
export type { PaymentSnapshot, WithPaymentSnapshot } from './payment/payment.ports.ts';
export { PaymentRefused } from './payment/payment-refused.ts';
export { readOnChain } from './payment/prepare-payment.ts';
export { NO_TRANSACTION, sentenceOnRefusal } from './payment/refusal-words.ts';
export { reopenPayment } from './payment/reopen-payment.ts';
export { DIRECTIONS } from './payment-name.ts';
export { computePlanned } from './planned/compute-planned.ts';
export { type PlannedQuestion, sentenceOnPlanned } from './planned/planned-question.ts';
export { PlannedRefused, resolvePlanned } from './planned/resolve-planned.ts';
export { type CheckSummary, type ComputedCheck, presentLabel } from './present-check.ts';
export { readCheck } from './read-check.ts';
export { recordsReadBefore } from './read-sentences.ts';
export { removeOldListed, removeOldUnlisted } from './retention.store.ts';
export type { RunCheckOptions } from './run-check.ts';
export { type CheckPrices, pricingOf } from './value-flows.ts';
