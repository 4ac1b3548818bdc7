import { useEffect, useSyncExternalStore } from 'react';
import {
  keepPendingCheck,
  type PendingCheck,
  pendingCheckText,
  readPendingCheck,
} from '../../shell/session/pending-check.ts';

/**
 * The check that waits for signing in. On the server, which cannot know what a tab keeps, the one that the address of the
 * page brought; that one is kept as well.
 */
export function usePendingCheck(brought: PendingCheck | null): PendingCheck | null {
  useEffect(() => {
    if (brought !== null) keepPendingCheck(brought);
  }, [brought]);
  return readPendingCheck(useSyncExternalStore(neverChanges, pendingCheckText, () => null)) ?? brought;
}

function neverChanges() {
  return () => undefined;
}
