import { useEffect, useState } from 'react';
import { useLocation } from 'react-router';

/**
 * True on the one visit that follows the check itself: the page was reached by it, or saw it finish. Going back to the
 * page, or reloading it, is no first time.
 */
export function useIsFresh(subId: string, sawItFinish: boolean): boolean {
  const { state } = useLocation();
  const [isFresh, setFresh] = useState(false);
  const isCandidate = sawItFinish || isFreshState(state);

  useEffect(() => {
    if (!isCandidate) return;
    const key = `assay:seen:${subId}`;
    if (sessionStorage.getItem(key) !== null) return;
    sessionStorage.setItem(key, '1');
    setFresh(true);
  }, [isCandidate, subId]);

  return isFresh;
}

function isFreshState(state: unknown): boolean {
  return typeof state === 'object' && state !== null && 'isFresh' in state && state.isFresh === true;
}
