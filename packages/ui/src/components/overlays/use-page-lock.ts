import { useEffect } from 'react';

/** Holds the page behind an open layer where it is. */
export function usePageLock(isLocked: boolean): void {
  useEffect(() => {
    if (!isLocked) return;
    document.documentElement.classList.add('is-behind-dialog');
    return () => document.documentElement.classList.remove('is-behind-dialog');
  }, [isLocked]);
}
