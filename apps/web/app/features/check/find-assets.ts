import { matchAssets } from '@assay/address';
import { call } from '../../shell/session/browser-client.ts';
import { ASSETS } from './all-assets.ts';
import { type CheckableAsset, isSameAsset } from './search-state.ts';

/** Matches the formats in the browser; the server ranks those it can say most about first. Other texts are not sent. */
export async function findAssets(address: string, signal: AbortSignal): Promise<readonly CheckableAsset[]> {
  const found = matchAssets(address, ASSETS);
  if (found.length === 0 || signal.aborted) return [];
  // The first words of a phrase that is typed by hand can be an account name: letters alone are not sent.
  if (/^\p{L}+$/u.test(address)) return found;
  try {
    const body = { address: address.trim() };
    const { suggestions } = await call('POST /wallet/suggest', { body, signal, expects: { suggestions: 'array' } });
    const ranked = suggestions.map((one) => found.find((asset) => isSameAsset(asset, one)) ?? one);
    // The server's answer is limited. What it left out can still be searched for.
    return [...ranked, ...found.filter((asset) => !ranked.some((other) => isSameAsset(asset, other)))];
  } catch {
    return signal.aborted ? [] : found;
  }
}

/** Whether no listed asset has addresses like this. */
export function isUnknownFormat(address: string): boolean {
  return matchAssets(address, ASSETS).length === 0;
}
