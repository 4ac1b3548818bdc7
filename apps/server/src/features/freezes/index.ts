export { buildFreezesService, type FreezesService, labelsOfFreeze, unasked } from './ask-freeze.ts';
export type { FreezeState, IssuerFreezeSource } from './freezes.ports.ts';
