import type { CallAnswer } from '@assay/contracts/client';
import { useRef } from 'react';
import { useData } from '../../shell/data/use-data.ts';
import { call } from '../../shell/session/browser-client.ts';
import { appended, nextPart } from './grow-page.ts';
import type { HistoryView } from './history-view.ts';

export type HistoryData = CallAnswer<'GET /monitor/history/pagination'>;
export type HistoryItem = HistoryData['items'][number];

export interface HistoryLoad {
  /** The last page that was loaded; it stays while the next one is loaded. Null before the first. */
  readonly data: HistoryData | null;
  /** The view that the data is of; null before the first. */
  readonly shownView: HistoryView | null;
  readonly isLoading: boolean;
  /** Message of a failure. */
  readonly problem: string | null;
  readonly retry: () => void;
}

/** Loads a page of the history, in the browser only. Of a page that grows, only what is new is loaded. */
export function useHistory(view: HistoryView): HistoryLoad {
  const { page, size, search } = view;
  const last = useRef<{ readonly view: HistoryView; readonly data: HistoryData } | null>(null);
  const loaded = useData(`history ${page} ${size} ${search}`, async (signal) => {
    const before = last.current;
    const part = before && nextPart(before.view, view);
    const query = { ...(part ?? { offset: size, page }), search: search.trim() || undefined };
    const expects = { items: 'array', meta: 'object' } as const;
    const answer = await call('GET /monitor/history/pagination', { query, signal, expects });
    const shown = { view, data: before && part ? appended(before.data, answer, size) : answer };
    if (!signal.aborted) last.current = shown;
    return shown;
  });
  const { isLoading, problem, reload } = loaded;
  const { data = null, view: shownView = null } = loaded.data ?? {};
  return { data, shownView, isLoading, problem, retry: () => void reload() };
}
