import { useData } from '../../shell/data/use-data.ts';
import { loadReading } from './load-reading.ts';
import type { CheckableAsset } from './search-state.ts';

/** Pause after the last change before a request, in milliseconds. */
export const SUGGEST_DEBOUNCE_MS = 300;
export const SUGGEST_MIN_LENGTH = 2;

export interface Suggestions {
  readonly state: 'searching' | 'found' | 'nothing';
  readonly assets: readonly CheckableAsset[];
}

const SEARCHING: Suggestions = { state: 'searching', assets: [] };

/**
 * The assets an address can belong to; null while it is too short for a request.
 *
 * @param isRead whether the text is known to be no secret; until then nothing is requested for it
 */
export function useSuggestions(address: string, isRead: boolean): Suggestions | null {
  const isAsked = isRead && address.length >= SUGGEST_MIN_LENGTH;
  const { data } = useData(
    isAsked ? address : null,
    async (signal) => ({ address, assets: await (await loadReading()).findAssets(address, signal) }),
    { delayMs: SUGGEST_DEBOUNCE_MS },
  );
  if (address.length < SUGGEST_MIN_LENGTH) return null;
  if (data?.address !== address) return SEARCHING;
  return { state: data.assets.length > 0 ? 'found' : 'nothing', assets: data.assets };
}
