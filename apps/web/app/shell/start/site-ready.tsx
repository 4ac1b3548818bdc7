import { useEffect } from 'react';
import { SITE_READY_EVENT } from './start-site.ts';

/** Says that the app listens now: what was typed and pressed before is told to it. */
export function SiteReady() {
  useEffect(() => {
    window.dispatchEvent(new Event(SITE_READY_EVENT));
  }, []);
  return null;
}
