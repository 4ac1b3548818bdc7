export { buildBatchTestChecks } from './batch-test-checks.ts';
export { testAddressRoutes } from './test-addresses.routes.ts';
export { TEST_ADDRESSES } from './test-addresses.ts';
export { buildTestChecks } from './test-checks.service.ts';
export { testChecksStore } from './test-checks.store.ts';
export { testLabelsOf } from './test-labels.ts';
