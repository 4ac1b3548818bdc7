import { useEffect } from 'react';
import { useAlerts } from '../layout/alerts.tsx';

/** How long after the page what checks for a newer build is loaded: the first check is an hour away. */
const LOAD_AFTER_MS = 10_000;

/** Checks every hour for a newer build of the site. */
export function BuildCheck() {
  const { show } = useAlerts();
  useEffect(() => {
    const left = new AbortController();
    const load = () =>
      import('./check-build.ts').then(
        ({ checkBuild }) => checkBuild(show, left.signal),
        // Offline, or the build is gone already: what shows the next page finds that out too.
        () => undefined,
      );
    const timer = setTimeout(() => void load(), LOAD_AFTER_MS);
    return () => {
      clearTimeout(timer);
      left.abort();
    };
  }, [show]);
  return null;
}
