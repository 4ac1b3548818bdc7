import { mayPrefetch, readConnection } from './connection.ts';

/** `none` on connections that are slow or save data, `hover` while the page itself still loads, `view` afterwards. */
export type PrefetchMode = 'none' | 'hover' | 'view';

/** After the load event the first page gets this long to itself, in milliseconds. */
const QUIET_MS = 1500;

let isQuiet = false;
let isWatching = false;
const listeners = new Set<() => void>();

/** How early other pages may be fetched now. Browser only. */
export function currentPrefetchMode(): PrefetchMode {
  if (!mayPrefetch(readConnection())) return 'none';
  return isQuiet ? 'view' : 'hover';
}

/** Answers how to stop listening. */
export function onPrefetchModeChange(listener: () => void): () => void {
  listeners.add(listener);
  watch();
  return () => listeners.delete(listener);
}

/** One watch for all links of the page. */
function watch(): void {
  if (isWatching) return;
  isWatching = true;
  const notify = () => {
    for (const listener of listeners) listener();
  };
  const settle = () =>
    setTimeout(() => {
      isQuiet = true;
      notify();
    }, QUIET_MS);
  if (document.readyState === 'complete') settle();
  else window.addEventListener('load', settle, { once: true });
  readConnection()?.addEventListener('change', notify);
}
