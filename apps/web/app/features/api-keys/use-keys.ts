import { apiKeyClient } from '@assay/contracts/api-key-client';
import { browserClient } from '../../shell/session/browser-client.ts';

/** The calls of API keys, in the browser. */
export function keyCalls() {
  return apiKeyClient(browserClient());
}

export type KeyFacts = Awaited<ReturnType<ReturnType<typeof keyCalls>['list']>>[number];
export type KeyMode = KeyFacts['mode'];
export type MadeKey = Awaited<ReturnType<ReturnType<typeof keyCalls>['create']>>;
