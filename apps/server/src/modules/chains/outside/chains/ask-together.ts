import type { SourceCall } from '../../sources/index.ts';

/**
 * Sends one request per item, all at once; the provider paces them. The first failure cancels the requests that still
 * wait, so that they cost nothing.
 *
 * @example
 * await askTogether(ids, call, (id, each) => transaction(id, each)); // answers in the order of ids
 */
export async function askTogether<Item, Answer>(
  items: readonly Item[],
  call: SourceCall,
  ask: (item: Item, call: SourceCall) => Promise<Answer>,
): Promise<readonly Answer[]> {
  const failed = new AbortController();
  const each: SourceCall = { signal: AbortSignal.any([call.signal, failed.signal]), spend: () => call.spend() };
  try {
    return await Promise.all(items.map((item) => ask(item, each)));
  } finally {
    failed.abort();
  }
}
