const QUERY = '(prefers-reduced-motion: reduce)';

/** Whether the person asked the system for less motion. Browser only. */
export function isMotionReduced(): boolean {
  return window.matchMedia(QUERY).matches;
}

/** Answers how to stop listening. */
export function onMotionChange(listener: () => void): () => void {
  const query = window.matchMedia(QUERY);
  query.addEventListener('change', listener);
  return () => query.removeEventListener('change', listener);
}
