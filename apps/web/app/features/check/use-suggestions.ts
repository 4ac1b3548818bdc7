import { useEffect, useState } from 'react';
import { browserClient } from '../../shell/session/browser-client.ts';
import type { CheckableAsset } from './search-state.ts';

/** Pause after the last change before anything is asked, in milliseconds. */
export const SUGGEST_DEBOUNCE_MS = 300;
export const SUGGEST_MIN_LENGTH = 2;

export interface Suggestions {
  readonly state: 'searching' | 'found' | 'nothing';
  readonly assets: readonly CheckableAsset[];
}

const SEARCHING: Suggestions = { state: 'searching', assets: [] };

/** The assets an address can belong to; null while it is too short to ask. */
export function useSuggestions(address: string): Suggestions | null {
  const [answer, setAnswer] = useState<{ readonly address: string; readonly assets: readonly CheckableAsset[] } | null>(
    null,
  );

  useEffect(() => {
    if (address.length < SUGGEST_MIN_LENGTH) return;
    const left = new AbortController();
    const ask = async () => {
      const assets = await findAssets(address, left.signal);
      if (!left.signal.aborted) setAnswer({ address, assets });
    };
    const timer = setTimeout(() => void ask(), SUGGEST_DEBOUNCE_MS);
    return () => {
      clearTimeout(timer);
      left.abort();
    };
  }, [address]);

  if (address.length < SUGGEST_MIN_LENGTH) return null;
  if (answer?.address !== address) return SEARCHING;
  return { state: answer.assets.length > 0 ? 'found' : 'nothing', assets: answer.assets };
}

/** Asks the server, which knows records and labels; the formats alone answer where it cannot be reached. */
async function findAssets(address: string, signal: AbortSignal): Promise<readonly CheckableAsset[]> {
  try {
    const { suggestions } = await browserClient().suggest({ address }, { signal });
    return suggestions;
  } catch {
    if (signal.aborted) return [];
    const [{ matchAssets }, { ASSETS }] = await Promise.all([import('@assay/address'), import('./all-assets.ts')]);
    return matchAssets(address, ASSETS);
  }
}
