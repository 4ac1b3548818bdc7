export { answersStore } from './answers.store.ts';
export { type ApiChecksService, buildApiChecksService } from './api-checks.service.ts';
export { apiChecksStore } from './api-checks.store.ts';
export type { IdempotencyPorts } from './idempotency.ts';
export { type PublicApiOptions, publicApiRoutes } from './public-api.routes.ts';
