import { useData } from '../../shell/data/use-data.ts';
import { browserClient } from '../../shell/session/browser-client.ts';
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
    async (signal) => ({ address, assets: await findAssets(address, signal) }),
    { delayMs: SUGGEST_DEBOUNCE_MS },
  );
  if (address.length < SUGGEST_MIN_LENGTH) return null;
  if (data?.address !== address) return SEARCHING;
  return { state: data.assets.length > 0 ? 'found' : 'nothing', assets: data.assets };
}

/** Matches the formats in the browser; the server ranks assets with records or labels first. Other texts are not sent. */
async function findAssets(address: string, signal: AbortSignal): Promise<readonly CheckableAsset[]> {
  const [{ matchAssets }, { ASSETS }] = await Promise.all([import('@assay/address'), import('./all-assets.ts')]);
  const found = matchAssets(address, ASSETS);
  if (found.length === 0 || signal.aborted) return [];
  // The first words of a phrase that is typed by hand can be an account name: letters alone are not sent.
  if (/^\p{L}+$/u.test(address)) return found;
  try {
    return (await browserClient().suggest({ address }, { signal })).suggestions;
  } catch {
    return signal.aborted ? [] : found;
  }
}
