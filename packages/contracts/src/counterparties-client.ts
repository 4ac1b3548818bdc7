/** The counterparties of a result, apart from the client so that no first page carries them. */
import { objectOf } from './answer.ts';
import type { Counterparties, CounterpartiesQuery } from './monitor/counterparties.ts';
import type { Sender } from './survey-client.ts';

/**
 * GET /monitor/check/{sub_id}/counterparties, over any client.
 *
 * @example
 * const page = await readCounterparties(client, subId, { direction: 'outgoing' });
 */
export async function readCounterparties<Signal>(
  { send }: Sender<Signal>,
  subId: string,
  query: CounterpartiesQuery,
  options?: { readonly signal?: Signal },
): Promise<Counterparties> {
  const path = `/monitor/check/${encodeURIComponent(subId)}/counterparties`;
  const text = counterpartiesSearch(query);
  const data = await send('GET', text === '' ? path : `${path}?${text}`, undefined, options);
  return objectOf<Counterparties>(data, { status: 'string', also_seen: 'array' });
}

/** A query as the search part of an address; what is not asked for is left out. */
export function counterpartiesSearch(query: CounterpartiesQuery): string {
  return Object.entries(query)
    .flatMap(([name, value]) =>
      (typeof value === 'string' && value !== '') || typeof value === 'number'
        ? [`${name}=${encodeURIComponent(value)}`]
        : [],
    )
    .join('&');
}
