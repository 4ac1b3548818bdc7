import { useEffect } from 'react';
import { SITE_READY_EVENT } from './start-site.ts';

/** Signals that the app has hydrated the page: what was typed and pressed before is replayed to it. */
export function SiteReady() {
  useEffect(() => {
    window.dispatchEvent(new Event(SITE_READY_EVENT));
  }, []);
  return null;
}
