import { useSyncExternalStore } from 'react';
import { type PendingCheck, pendingCheckText, readPendingCheck } from '../../shell/session/pending-check.ts';

/** The check that waits for signing in; null on the server, which cannot know. */
export function usePendingCheck(): PendingCheck | null {
  return readPendingCheck(useSyncExternalStore(neverChanges, pendingCheckText, () => null));
}

function neverChanges() {
  return () => undefined;
}
