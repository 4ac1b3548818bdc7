import { z } from 'zod';

/**
 * What a running check does. `queued`: waits for its turn. `loading`: waits for labels and records that this
 * installation loads for the first time. `facts`: labels, lists, the issuer. `fetching`: reads chains. `walking`: the
 * engine's own walk over what is stored. `assessing`: rules and texts.
 */
export const CheckPhase = z.enum(['queued', 'loading', 'facts', 'fetching', 'walking', 'assessing']);
export type CheckPhase = z.infer<typeof CheckPhase>;
