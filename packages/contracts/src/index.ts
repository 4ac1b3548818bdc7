export * from './account/me.ts';
export * from './account/user.ts';
export * from './envelope.ts';
export * from './errors.ts';
export * from './monitor/check.ts';
export * from './monitor/check-result.ts';
export * from './monitor/check-state.ts';
export * from './wallet/suggest.ts';
