export { assess } from './assess/assess.ts';
export { assessByMethod2 } from './assess/assess-2.ts';
export { assessPayment, type PaymentInput, paymentAssessmentInput } from './assess/assess-payment.ts';
export { type AssessMethod, isHeld, methodOf } from './assess/method-of.ts';
export { ColumnBytesError } from './columns/byte-reader.ts';
export { columnBytes, readColumnBytes } from './columns/column-bytes.ts';
export { type ColumnParts, MemoryLimitError } from './columns/column-parts.ts';
export type { ColumnSize } from './columns/column-size.ts';
export { ColumnSnapshot } from './columns/column-snapshot.ts';
export { ColumnStore, type ColumnStoreOptions } from './columns/column-store.ts';
export { LabelsWithoutClaim } from './columns/labels-without.ts';
export { accountsForOwnWalks, type OwnShares, walkOwnShares } from './columns/own-walks.ts';
export type { Revised, SecondRecord, SecondRecords } from './columns/store-revision.ts';
export { STREAM_KEYS, StreamPass, type StreamState, streamTotals } from './columns/stream-pass.ts';
export { absorbingLabel } from './labels/absorbing-label.ts';
export {
  type ClusterAfter,
  type ClusterBefore,
  ClusterUnion,
  carriedEntity,
  type RefusedJoin,
} from './labels/cluster-union.ts';
export {
  DepositForwarding,
  DepositOutflows,
  depositServiceOf,
  type Service,
  type ServiceAt,
  serviceOf,
} from './labels/deposit-address.ts';
export { type AccountAggregate, deriveLabel, type EntityFlow, isDepositService } from './labels/derive.ts';
export { deriveAccountLabels, deriveUtxoLabels } from './labels/derive-aggregate.ts';
export { jointOwners } from './labels/joint-owners.ts';
export type { DerivingRule, Label } from './labels/label.ts';
export { coinMovement, type Movement } from './labels/movement.ts';
export type { AccountFacts, PartyFacts } from './labels/party-facts.ts';
export { compareLabels, type GoverningLabel, governingLabel } from './labels/resolve-labels.ts';
export { ServiceConduct } from './labels/unlabelled-service.ts';
export { DERIVED_CONFIDENCE, LARGEST_RISKY_CLUSTER } from './method/label-numbers-2.ts';
export {
  isMethodRevision,
  isMethodVersion,
  METHOD_REVISION,
  METHOD_VERSION,
  METHOD_VERSIONS,
  type MethodRevision,
  type MethodVersion,
} from './method/method-revision.ts';
export {
  COMPETING_CONFIDENCE,
  DEPOSIT_PAYMENTS,
  DEPOSIT_PERCENT,
  FIRST_THRESHOLD,
  SERVICE_COUNTERPARTIES,
  THRESHOLD_DIVISOR,
} from './method/numbers.ts';
export { WITHDRAWN_STATES } from './method/numbers-2.ts';
export {
  isTextSet,
  isTextSetOfMethod2,
  TEXT_SET,
  TEXT_SET_OF_METHOD_2,
  TEXT_SETS,
  type TextSet,
} from './method/text-set.ts';
export { findNotes, type NotesInput } from './notes/notes.ts';
export { findLookalikes, type Lookalike } from './notes/notes-patterns.ts';
export type { NoteRecord } from './notes/notes-record.ts';
export {
  PartialAccountStore,
  type PartialAccountsInput,
  type PartialPayment,
  type UnreadState,
} from './partial/partial-accounts.ts';
export {
  type KnownSpends,
  PartialCoinStore,
  type PartialCoinsInput,
  type UnreadCoins,
} from './partial/partial-coins.ts';
export type { LabelsOf, MissingSide, PartialHistory } from './partial/partial-history.ts';
export { PlannedAccountStore } from './planned/planned-accounts.ts';
export { MOST_PLANNED_COINS, PlannedCoinStore, TooManyCoinsError } from './planned/planned-coins.ts';
export {
  PLANNED_POSITION,
  PLANNED_TRANSACTION,
  type PlannedPayment,
  type Unrecorded,
} from './planned/planned-payment.ts';
export { orderTransactions } from './records/order-in-block.ts';
export { hasPriceBounds, type PriceBounds, priceBoundsOn } from './records/price-bounds.ts';
export {
  type Balance,
  type InflowStep,
  type OutflowStep,
  receive,
  spend,
  type TransferStep,
} from './records/ratios.ts';
export {
  compareTransfers,
  FEE_SINK,
  ISSUER,
  isRecord,
  type RawInput,
  type RawOutput,
  type RawTransaction,
  type RawTransfer,
  TRANSFER_KINDS,
} from './records/raw-records.ts';
export type { Direction, NodeId, OutputRecord, Position, TransactionRecord, TransferRecord } from './records/record.ts';
export {
  PAR,
  type Price,
  type PricedAmount,
  parsePrice,
  priceText,
  usdOfAmounts,
} from './records/usd.ts';
export { inputParts, netOf, outputParts } from './records/utxo-flows.ts';
export type {
  Assessment,
  AssessmentInput,
  Cause,
  Coverage,
  ExplainedRow,
  FloorCause,
  FloorScope,
  IdentityCause,
  LimitedCoverageCause,
  LinearCause,
  Note,
  NoteKind,
  NotRatedCause,
  NotRatedReason,
  SubjectWithoutRecords,
  UsdBounds,
  Withdrawal,
} from './score/assessment.ts';
export { weightiestClaims } from './score/method-2/weightiest.ts';
export type { ResultSentences, Sentence, SentenceParams } from './score/sentence.ts';
export { absorberOf, COINBASE_ABSORBER } from './walk/absorber.ts';
export { bothDirections } from './walk/both-directions.ts';
export type {
  DirectionExposure,
  EvidencePath,
  ExposureRow,
  PathStep,
  WalkExtent,
  WalkResult,
} from './walk/exposure.ts';
export { WalkCancelledError, type WalkOptions, type WalkProgress } from './walk/options.ts';
export { isPaymentComplete } from './walk/payment-completeness.ts';
export type {
  AccountStore,
  ExposureStore,
  LabelClaim,
  Page,
  PageAsk,
  SubjectFacts,
  UtxoStore,
  ZeroAmount,
} from './walk/store.ts';
export { walk } from './walk/walk.ts';
export { withoutLabel } from './walk/without-label.ts';
export { isZeroAmount } from './walk/zero-amounts.ts';
