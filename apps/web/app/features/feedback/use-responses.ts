import { ApiError } from '@assay/contracts/client';
import { useEffect, useState } from 'react';
import { type Responses, surveyAdmin } from './survey-admin.ts';

export interface ResponsesLoad {
  /** What arrived last; it stays while another page is on its way. Null before the first. */
  readonly data: Responses | null;
  readonly isLoading: boolean;
  /** What kept it away, in words for the person. */
  readonly problem: string | null;
  readonly retry: () => void;
}

/** What people answered, with one page of their comments. A newer question makes the older answer void. */
export function useResponses(page: number): ResponsesLoad {
  const [data, setData] = useState<Responses | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [isLoading, setLoading] = useState(true);
  const [attempt, setAttempt] = useState(0);

  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt asks the same again.
  useEffect(() => {
    const left = new AbortController();
    async function load() {
      setLoading(true);
      try {
        const answer = await surveyAdmin().responses(page, { signal: left.signal });
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
  }, [page, attempt]);

  return { data, isLoading, problem, retry: () => setAttempt(attempt + 1) };
}
