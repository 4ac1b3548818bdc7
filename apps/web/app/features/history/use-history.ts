import { ApiError } from '@assay/contracts/client';
import { useEffect, useState } from 'react';
import { browserClient } from '../../shell/session/browser-client.ts';
import type { HistoryView } from './history-view.ts';

export type HistoryData = Awaited<ReturnType<ReturnType<typeof browserClient>['historyPage']>>;
export type HistoryItem = HistoryData['items'][number];

export interface HistoryLoad {
  /** The last part that arrived; it stays while the next one is on its way. Null before the first. */
  readonly data: HistoryData | null;
  readonly isLoading: boolean;
  /** What kept it away, in words for the person. */
  readonly problem: string | null;
  readonly retry: () => void;
}

/** Fetches a part of the history, in the browser only. A newer question makes the older answer void. */
export function useHistory({ page, size, search }: HistoryView): HistoryLoad {
  const [data, setData] = useState<HistoryData | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [isLoading, setLoading] = useState(true);
  const [attempt, setAttempt] = useState(0);

  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt asks the same again.
  useEffect(() => {
    const left = new AbortController();
    async function load() {
      setLoading(true);
      try {
        const answer = await browserClient().historyPage({ offset: size, page, search }, { signal: left.signal });
        if (left.signal.aborted) return;
        setData(answer);
        setProblem(null);
      } catch (error) {
        if (left.signal.aborted) return;
        if (!(error instanceof ApiError)) throw error;
        setProblem(error.message);
      }
      setLoading(false);
    }
    void load();
    return () => left.abort();
  }, [page, size, search, attempt]);

  return { data, isLoading, problem, retry: () => setAttempt(attempt + 1) };
}
