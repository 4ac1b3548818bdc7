export type { Gathering, GatherProgress, LiveCut, LiveRecords } from './live-records.ts';
export { forgetNeighbourhoods, liveShelves, NEIGHBOURHOODS_DAYS } from './live-shelves.ts';
export { openCut } from './open-cut.ts';
export * from './sources.ports.ts';
export { buildLiveSources, type LiveSources, type LiveSourcesDeps } from './sources.service.ts';
