export * from './assessments.ts';
