import { useSyncExternalStore } from 'react';
import { visitorTimeZone } from '../session/browser-client.ts';

/** Time zone of the visitor. The server does not know it: what it renders, and the first look at it, is in UTC. */
export function useTimeZone(): string {
  return useSyncExternalStore(neverChanges, visitorTimeZone, () => 'UTC');
}

function neverChanges() {
  return () => undefined;
}
