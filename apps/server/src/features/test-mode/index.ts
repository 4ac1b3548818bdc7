export { buildBatchTestChecks } from './batch-test-checks.ts';
export { testAddressRoutes } from './test-addresses.routes.ts';
export { TEST_ADDRESSES } from './test-addresses.ts';
export type { TestChecksDeps } from './test-calls.ts';
export { buildTestChecks, buildTestTransfers } from './test-checks.service.ts';
export { testChecksStore } from './test-checks.store.ts';
export { testLabelsOf } from './test-labels.ts';
export { testTransactionRoutes } from './test-transactions.routes.ts';
export { TEST_TRANSACTIONS } from './test-transactions.ts';
