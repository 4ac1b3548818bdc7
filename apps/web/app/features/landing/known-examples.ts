import { ApiError, createClient } from '@assay/contracts/client';
import type { ApiFetch, ExampleAddress } from '../../load-context.ts';

/** Real, public addresses of the starter records. Shown only where this installation really holds them. */
const CANDIDATES: readonly ExampleAddress[] = [
  {
    address: '0x500b95b82c62c8d38453de825355397a95b62133',
    ticker: 'ETH',
    parent: null,
    title: 'A customer of an exchange',
  },
  { address: '18bW2s7nDP2VBper8WaJ25KdQXepZgF4df', ticker: 'BTC', parent: null, title: 'Paid by a gambling service' },
  { address: '1127fSPWareRuq4K4QbyrY63onNQZcHrhQ', ticker: 'BTC', parent: null, title: 'Two hops from a fraud' },
  { address: '149w62rY42aZBox8fGcmqNsXUzSStKeq8C', ticker: 'BTC', parent: null, title: 'On a sanctions list' },
  { address: '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa', ticker: 'BTC', parent: null, title: 'The first address of Bitcoin' },
];

const KEEP_MS = 60_000;

let kept: { readonly examples: Promise<readonly ExampleAddress[]>; readonly untilMs: number } | undefined;

/** The examples this installation knows, asked for once a minute. None where the API cannot say. */
export function knownExamples(apiFetch: ApiFetch): Promise<readonly ExampleAddress[]> {
  const nowMs = Date.now();
  if (kept === undefined || kept.untilMs < nowMs) kept = { examples: findKnown(apiFetch), untilMs: nowMs + KEEP_MS };
  return kept.examples;
}

async function findKnown(apiFetch: ApiFetch): Promise<readonly ExampleAddress[]> {
  const client = createClient({ fetch: apiFetch, baseUrl: '/api', timezone: 'UTC' });
  const asked = CANDIDATES.map(async (example) => {
    try {
      const { suggestions } = await client.suggest({ address: example.address });
      return suggestions.some(({ ticker, parent, known }) => known && ticker === example.ticker && parent === null);
    } catch (error) {
      if (error instanceof ApiError) return false;
      throw error;
    }
  });
  const known = await Promise.all(asked);
  return CANDIDATES.filter((_, place) => known[place]);
}
