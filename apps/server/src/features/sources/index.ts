export * from './sources.ports.ts';
