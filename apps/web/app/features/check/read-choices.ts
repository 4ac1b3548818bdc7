import { ApiError, createClient, type FetchLike } from '@assay/contracts/client';
import type { CheckableAsset } from './search-state.ts';

/** What an address can belong to; nothing where the API cannot say. For loaders only. */
export async function readChoices(
  fetch: FetchLike<AbortSignal>,
  address: string,
  signal: AbortSignal,
): Promise<readonly CheckableAsset[]> {
  if (address.length < 2) return [];
  try {
    const client = createClient<AbortSignal>({ fetch, baseUrl: '/api', timezone: 'UTC' });
    return (await client.suggest({ address }, { signal })).suggestions;
  } catch (error) {
    if (error instanceof ApiError) return [];
    throw error;
  }
}
