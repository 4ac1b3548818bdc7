import { useData } from '../../shell/data/use-data.ts';
import { browserClient } from '../../shell/session/browser-client.ts';
import type { HistoryView } from './history-view.ts';

export type HistoryData = Awaited<ReturnType<ReturnType<typeof browserClient>['historyPage']>>;
export type HistoryItem = HistoryData['items'][number];

export interface HistoryLoad {
  /** The last page that was loaded; it stays while the next one is loaded. Null before the first. */
  readonly data: HistoryData | null;
  readonly isLoading: boolean;
  /** Message of a failure. */
  readonly problem: string | null;
  readonly retry: () => void;
}

/** Loads a page of the history, in the browser only. */
export function useHistory({ page, size, search }: HistoryView): HistoryLoad {
  const { data, isLoading, problem, reload } = useData(`history ${page} ${size} ${search}`, (signal) =>
    browserClient().historyPage({ offset: size, page, search }, { signal }),
  );
  return { data, isLoading, problem, retry: () => void reload() };
}
