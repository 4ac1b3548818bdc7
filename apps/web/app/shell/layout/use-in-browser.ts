import { useSyncExternalStore } from 'react';

/**
 * False on the server and in the first render of the browser, true from then on. Parts that are loaded later are
 * rendered only when it is true: a part that is still loading during hydration would be discarded by the next change,
 * together with what was typed into it.
 */
export function useInBrowser(): boolean {
  return useSyncExternalStore(
    neverChanges,
    () => true,
    () => false,
  );
}

function neverChanges() {
  return () => undefined;
}
