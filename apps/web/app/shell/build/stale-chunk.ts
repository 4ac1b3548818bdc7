/** Between two reloads because of a missing chunk lie at least this many milliseconds (row ERR-17). */
export const RELOAD_GUARD_MS = 10_000;

const KEY = 'assay.chunk-reload';

/** The event that the router's loader of pages sends in place of reloading (tools/stale-chunks.ts). */
export const STALE_CHUNK_EVENT = 'assay:stale-chunk';

/** Whether a page whose chunk is missing may be reloaded now. Stores the time when it returns true. */
export function mayReload(storage: Pick<Storage, 'getItem' | 'setItem'>, now: number): boolean {
  const last = Number(storage.getItem(KEY) ?? Number.NaN);
  if (!Number.isNaN(last) && now - last < RELOAD_GUARD_MS && now >= last) return false;
  storage.setItem(KEY, String(now));
  return true;
}
