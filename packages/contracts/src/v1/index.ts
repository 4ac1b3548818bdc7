/** The public API under `/api/v1`, the package's entry `@assay/contracts/v1`. */
export * from './batch-calls.ts';
export * from './batches.ts';
export type { V1Contract } from './calls.ts';
export * from './catalogue.ts';
export * from './checks.ts';
export * from './events.ts';
export * from './labels.ts';
export * from './networks.ts';
export * from './problem.ts';
export * from './tags.ts';
export * from './test-addresses.ts';
export * from './test-transactions.ts';
export * from './transfers.ts';
export * from './version.ts';
export * from './webhook-calls.ts';
export * from './webhooks.ts';
export * from './withdrawal-attempts.ts';
