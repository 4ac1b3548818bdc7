export { answersStore } from './answers.store.ts';
export { type ApiChecksService, buildApiChecksService } from './api-checks.service.ts';
export { apiChecksStore, type Position } from './api-checks.store.ts';
export type { CheckCalls, CheckPage, CheckView, NewCheckWish } from './check-calls.ts';
export { exposuresOf, failureOf, WITHOUT_RESULT } from './check-resource.ts';
export { cursorOf, readCursor } from './cursor.ts';
export type { IdempotencyPorts } from './idempotency.ts';
export { ProblemError } from './problem-error.ts';
export { type PublicApiOptions, publicApiRoutes } from './public-api.routes.ts';
