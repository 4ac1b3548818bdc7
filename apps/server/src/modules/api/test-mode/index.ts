export { buildBatchTestChecks } from './batch-test-checks.ts';
export { testAddresses } from './test-addresses.ts';
export type { TestChecksDeps } from './test-calls.ts';
export { buildTestChecks, buildTestTransfers } from './test-checks.service.ts';
export { testChecksStore } from './test-checks.store.ts';
export { testLabelsOf } from './test-labels.ts';
export { testModeRoutes } from './test-mode.routes.ts';
export { testTransactions } from './test-transactions.ts';
export { testWithdrawals } from './test-withdrawals.ts';
