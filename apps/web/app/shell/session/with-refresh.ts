import type { FetchAnswer, FetchInit, FetchLike } from '@assay/contracts/client';

export interface RefreshParts {
  readonly fetch: FetchLike<AbortSignal>;
  /** Asks for new tokens once; true when there are some. */
  readonly refresh: () => Promise<boolean>;
  /** Whether a 401 of this address may be healed by a refresh: not those of signing in and out themselves. */
  readonly isHealable: (url: string) => boolean;
  readonly onLost: () => void;
}

/**
 * A fetch that answers a 401 with one refresh and one retry (row ERR-01). Calls that fail together share the refresh.
 * Where there are no new tokens the session is over.
 */
export function withRefresh({ fetch, refresh, isHealable, onLost }: RefreshParts): FetchLike<AbortSignal> {
  let underWay: Promise<boolean> | null = null;

  function refreshOnce(): Promise<boolean> {
    underWay ??= refresh().finally(() => {
      underWay = null;
    });
    return underWay;
  }

  return async (url: string, init: FetchInit<AbortSignal>): Promise<FetchAnswer> => {
    const answer = await fetch(url, init);
    if (answer.status !== 401 || !isHealable(url)) return answer;
    if (await refreshOnce()) return await fetch(url, init);
    onLost();
    return answer;
  };
}
