import { useSyncExternalStore } from 'react';

/**
 * False on the server and in the first look at what it rendered, true from then on. What is loaded later stands behind
 * it: a part that is still being loaded when the page is taken over would be thrown away by the next change, together
 * with what was typed into it.
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
