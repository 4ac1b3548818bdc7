export * from './assessments.ts';
export * from './coin-graphs.ts';
export * from './derived-labels.ts';
export * from './graphs.ts';
export * from './mail-server.ts';
export * from './random.ts';
export * from './shares.ts';
export * from './time-stamp-authority.ts';
