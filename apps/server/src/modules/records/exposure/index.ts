export type { CheckpointPort, StreamDeps, StreamedLedger, StreamPart, StreamSummary } from './exposure.ports.ts';
export { streamExposure } from './stream-exposure.ts';
