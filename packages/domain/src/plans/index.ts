export * from './arrange-plans.ts';
export * from './catalogue.ts';
export * from './default-price-list.ts';
export * from './every-plan.ts';
export * from './pay-as-you-go.ts';
export * from './plan.ts';
export * from './plan-limits.ts';
export * from './price-list.ts';
