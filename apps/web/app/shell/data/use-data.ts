import { ApiError } from '@assay/contracts/client';
import { useCallback, useEffect, useRef, useState } from 'react';

export interface LoadedData<Data> {
  /** The last answer; it stays while another one is loaded. Null before the first. */
  readonly data: Data | null;
  readonly isLoading: boolean;
  /** Message of the last failure; null after a success. */
  readonly problem: string | null;
  /** Failures since the last success. */
  readonly failures: number;
  /** Requests the data again; resolves once the answer is shown. */
  readonly reload: () => Promise<void>;
  /** Shows the data that a change has returned. */
  readonly setData: (data: Data) => void;
}

export interface DataOptions<Data> {
  /** Wait before the first request, in milliseconds. */
  readonly delayMs?: number;
  /**
   * Pause before the next request, in milliseconds; null, the default, for none. `answer` is null after a failure,
   * `failures` counts those since the last success.
   */
  readonly againMs?: (answer: Data | null, failures: number) => number | null;
  /** Skips repeated requests while the page is hidden. */
  readonly isPausedHidden?: boolean;
}

/**
 * The one way to load data in the browser: once for each `key`, and again as the options say. A newer request makes the
 * answer of an older one void. Only failures of the API become a problem; other errors are thrown.
 *
 * @param key identifies what is loaded; null loads nothing
 */
export function useData<Data>(
  key: string | null,
  load: (signal: AbortSignal) => Promise<Data>,
  options: DataOptions<Data> = {},
): LoadedData<Data> {
  const [state, setState] = useState<Omit<LoadedData<Data>, 'reload' | 'setData'>>({
    data: null,
    isLoading: true,
    problem: null,
    failures: 0,
  });
  const request = useRef(() => Promise.resolve());
  const latest = useRef({ load, options });
  useEffect(() => {
    latest.current = { load, options };
  });

  useEffect(() => {
    if (key === null) return;
    const left = new AbortController();
    let newest = 0;
    let failures = 0;
    let timer: ReturnType<typeof setTimeout> | undefined;

    async function run() {
      clearTimeout(timer);
      newest += 1;
      const own = newest;
      setState((shown) => ({ ...shown, isLoading: true }));
      const { answer, problem } = await outcomeOf(latest.current.load(left.signal));
      if (left.signal.aborted || own !== newest) return;
      failures = problem === null ? 0 : failures + 1;
      setState((shown) => ({ data: problem === null ? answer : shown.data, isLoading: false, problem, failures }));
      repeatAfter(latest.current.options.againMs?.(answer, failures) ?? null);
    }
    function repeatAfter(pauseMs: number | null) {
      if (pauseMs === null) return;
      timer = setTimeout(() => {
        if (latest.current.options.isPausedHidden === true && document.hidden) repeatAfter(pauseMs);
        else void run();
      }, pauseMs);
    }

    request.current = run;
    const { delayMs = 0 } = latest.current.options;
    if (delayMs === 0) void run();
    else timer = setTimeout(() => void run(), delayMs);
    return () => {
      left.abort();
      clearTimeout(timer);
    };
  }, [key]);

  return {
    ...state,
    reload: useCallback(() => request.current(), []),
    setData: useCallback((data: Data) => setState((shown) => ({ ...shown, data })), []),
  };
}

async function outcomeOf<Data>(loading: Promise<Data>): Promise<{ answer: Data | null; problem: string | null }> {
  try {
    return { answer: await loading, problem: null };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return { answer: null, problem: error.message };
  }
}
