import { matchAssets } from '@assay/address';
import { browserClient } from '../../shell/session/browser-client.ts';
import { ASSETS } from './all-assets.ts';
import type { CheckableAsset } from './search-state.ts';

/** Matches the formats in the browser; the server ranks assets with records or labels first. Other texts are not sent. */
export async function findAssets(address: string, signal: AbortSignal): Promise<readonly CheckableAsset[]> {
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

/** Whether no listed asset has addresses like this. */
export function isUnknownFormat(address: string): boolean {
  return matchAssets(address, ASSETS).length === 0;
}
