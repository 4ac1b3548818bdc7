export { apiChecksPart, withdrawalAttemptsPart } from './account-part.store.ts';
export { answerV1 } from './answer-v1.ts';
export { answersStore } from './answers.store.ts';
export {
  type ApiChecksService,
  buildApiChecksService,
  type NamedCheck,
  type SpendingKey,
} from './api-checks.service.ts';
export {
  type ApiCheck,
  type ApiChecksStore,
  type ApiObject,
  apiChecksStore,
  type Position,
} from './api-checks.store.ts';
export type { CheckCalls, CheckPage, CheckView, NewCheckWish, TransferCalls } from './check-calls.ts';
export { checkResource, exposuresOf, failureOf, WITHOUT_RESULT } from './check-resource.ts';
export { cursorOf, readCursor } from './cursor.ts';
export { assertKey, type HoldStores, holdKey } from './held-key.ts';
export { ANSWERS_KEPT_DAYS, type IdempotencyPorts } from './idempotency.ts';
export { keyOf } from './key-gate.ts';
export type { KnownOfAddress } from './labels.routes.ts';
export { liveWithdrawals } from './live-withdrawals.ts';
export { ProblemError } from './problem-error.ts';
export { problemFactsOf } from './problems.ts';
export { type PublicApiOptions, publicApiRoutes } from './public-api.routes.ts';
export { pathOf, replyOnce, sendJson } from './resource-replies.ts';
export { PAYMENT_WITHOUT_RESULT, transferResource } from './transfer-resource.ts';
export { checkRequestOf } from './wanted-asset.ts';
export { buildWithdrawalCalls, type WithdrawalCallsDeps } from './withdrawal-attempts.service.ts';
export { type WithdrawalAnswer, withdrawalAttemptsStore } from './withdrawal-attempts.store.ts';
export { plannedProblemOf, type WithdrawalQuestion } from './withdrawal-question.ts';
