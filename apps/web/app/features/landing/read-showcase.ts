import { ApiError, createClient, type FetchLike } from '@assay/contracts/client';
import type { Example } from './example.ts';

/** The checks to show; none where the API cannot say. For loaders only. */
export async function readShowcase(fetch: FetchLike<AbortSignal>, signal: AbortSignal): Promise<readonly Example[]> {
  try {
    const client = createClient<AbortSignal>({ fetch, baseUrl: '/api', timezone: 'UTC' });
    return (await client.call('GET /site/showcase', { signal, expects: { checks: 'array' } })).checks;
  } catch (error) {
    // The landing page works without examples too.
    if (error instanceof ApiError) return [];
    throw error;
  }
}
