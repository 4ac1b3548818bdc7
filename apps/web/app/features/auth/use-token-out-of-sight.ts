import { useLayoutEffect } from 'react';

/** The token leaves the address bar and the history at once; the page keeps it in memory only. */
export function useTokenOutOfSight(): void {
  useLayoutEffect(() => {
    window.history.replaceState(window.history.state, '', window.location.pathname);
  }, []);
}
