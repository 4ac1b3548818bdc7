export { buildFreezesService, type FreezesService, unasked, withFreezeOf } from './ask-freeze.ts';
export { EVENT_FREEZE_LISTS, type EventFreezeList, titleOfFreezeList } from './freeze-lists.ts';
export type {
  FreezeEvent,
  FreezeEventSource,
  FreezeEventsPart,
  FreezeState,
  IssuerFreezeSource,
} from './freezes.ports.ts';
export { freezeLabels, readFreezeList } from './read-freeze-list.ts';
