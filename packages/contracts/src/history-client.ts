/** The calls of the history, apart from the client so that no first page carries them. */
import { listOf, objectOf } from './answer.ts';
import type { CheckDone } from './monitor/check-result.ts';
import type { HistoryData } from './monitor/history.ts';
import type { HistoryPageData } from './monitor/history-page.ts';
import type { Sender } from './survey-client.ts';

export interface HistoryClient<Signal> {
  /** GET /monitor/history: the newest 100. */
  newest(options?: { readonly signal?: Signal }): Promise<HistoryData>;
  /** GET /monitor/history/pagination. `offset` is the page size. */
  page(
    query: { offset?: number; page?: number; search?: string },
    options?: { readonly signal?: Signal },
  ): Promise<HistoryPageData>;
  /** GET /monitor/result/{address}: one's own newest result for an address. */
  newestResult(address: string, options?: { readonly signal?: Signal }): Promise<CheckDone>;
}

/**
 * The checks of the selected workspace, over any client.
 *
 * @example
 * const { items, meta } = await historyClient(client).page({ page: 2, search: 'USDT' });
 */
export function historyClient<Signal>({ send }: Sender<Signal>): HistoryClient<Signal> {
  return {
    newest: async (options) => listOf<HistoryData[number]>(await send('GET', '/monitor/history', undefined, options)),
    async page({ offset, page, search }, options) {
      const query = Object.entries({ offset, page, search: search?.trim() || undefined })
        .flatMap(([name, value]) => (value === undefined ? [] : [`${name}=${encodeURIComponent(value)}`]))
        .join('&');
      const data = await send(
        'GET',
        `/monitor/history/pagination${query === '' ? '' : `?${query}`}`,
        undefined,
        options,
      );
      return objectOf<HistoryPageData>(data, { items: 'array', meta: 'object' });
    },
    async newestResult(address, options) {
      const data = await send('GET', `/monitor/result/${encodeURIComponent(address)}`, undefined, options);
      return objectOf<CheckDone>(data, { asset: 'object' });
    },
  };
}
