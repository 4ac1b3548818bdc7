export type { FreezeState, IssuerFreezeSource } from './freezes.ports.ts';
