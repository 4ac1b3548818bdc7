import { useEffect } from 'react';

/** Holds the page behind an open layer where it is. */
export function useHeldPage(isHeld: boolean): void {
  useEffect(() => {
    if (!isHeld) return;
    document.documentElement.classList.add('is-held');
    return () => document.documentElement.classList.remove('is-held');
  }, [isHeld]);
}
