export * from './assessments.ts';
export * from './graphs.ts';
export * from './random.ts';
