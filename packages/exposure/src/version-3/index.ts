export {
  assessPayment,
  assessPlanned,
  assessWallet,
  NobodysAddressError,
  type StoreOf3,
} from './assess/assess.ts';
export type { AssessmentOf3 } from './assess/assessment-of-3.ts';
export type { Prices, QuestionOf3, ReviewedList } from './assess/question.ts';
export { type ChangeOptions, type LeastChanges, leastChanges } from './change/least-changes.ts';
export { withoutClaim } from './change/without-claim.ts';
export { FlowColumns } from './columns/flow-columns.ts';
export type { FlowRow } from './columns/flow-row.ts';
export type { FlowSnapshot } from './columns/flow-snapshot.ts';
export { RANKS_PER_SECOND } from './columns/line.ts';
export { type ExplainedMixture, type ExplainedRow, explainMixtures } from './explain/explain-mixtures.ts';
export { type ExplainedPaid, type ExplainedPayment, explainPaid, type PayeeGroup } from './explain/explain-paid.ts';
export type { Flow } from './flow.ts';
export { riskScoreOf } from './rating/rating.ts';
export { type AssetTransfer, isFee, marksFor } from './store/asset-transactions.ts';
export { type FlowBalances, type FlowRatios, type FlowToSettle, pay, settleFlows, take } from './store/flow-ratios.ts';
export type { FlowPage, FlowPart, FlowParty, FlowStore, FlowSubject } from './store/flow-store.ts';
export { MemoryFlows, type MemoryFlowsInput } from './store/memory-flows.ts';
export { type NettedPart, netTransaction } from './store/net-transaction.ts';
export { partialFlows } from './store/partial-flows.ts';
export { type HostFacts, textFactsOf } from './text/facts-of-assessment.ts';
export { type NoAnswer, sayNoAnswer } from './text/no-answer.ts';
export { type Sentences8, writeTexts8 } from './text/write-texts.ts';
export { walkWallet } from './walk/wallet-walk.ts';
