import { matchAssets } from '@assay/address';
import { ApiError, createClient, type FetchLike } from '@assay/contracts/client';
import { ASSETS } from '@assay/domain';
import type { CheckableAsset } from './search-state.ts';

/**
 * What an address can belong to. The API ranks it for visits from our own pages; where it does not, such as for a link
 * on another site, the formats alone answer. For loaders and actions only.
 */
export async function readChoices(
  fetch: FetchLike<AbortSignal>,
  address: string,
  signal: AbortSignal,
): Promise<readonly CheckableAsset[]> {
  if (address.length < 2) return [];
  const found = matchAssets(address, ASSETS);
  if (found.length === 0) return [];
  try {
    const client = createClient<AbortSignal>({ fetch, baseUrl: '/api', timezone: 'UTC' });
    const { suggestions } = await client.call('POST /wallet/suggest', { body: { address: address.trim() }, signal });
    return suggestions;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return found.map(({ ticker, name, parent, subticker }) => ({ ticker, name, parent, subticker }));
  }
}
