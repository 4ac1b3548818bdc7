export * from './monitor/check-result.ts';
