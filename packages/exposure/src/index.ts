export * from './assessment.ts';
export * from './exposure.ts';
export * from './label.ts';
export * from './ratios.ts';
export * from './raw-records.ts';
export * from './record.ts';
export * from './resolve-labels.ts';
export * from './store.ts';
