import type { CallAnswer } from '@assay/contracts/client';

export type KeyFacts = CallAnswer<'GET /developers/keys'>['keys'][number];
export type KeyMode = KeyFacts['mode'];
export type MadeKey = CallAnswer<'POST /developers/keys'>;
