import { useCallback, useMemo } from 'react';
import { useSearchParams } from 'react-router';
import { type HistoryView, reduceView, type ViewAction, viewOfQuery, withView } from './history-view.ts';

/** The view kept in the address of the page. */
export function useHistoryView(): readonly [HistoryView, (action: ViewAction) => void] {
  const [query, setQuery] = useSearchParams();
  const view = useMemo(() => viewOfQuery(query), [query]);
  const dispatch = useCallback(
    (action: ViewAction) => {
      setQuery((now) => withView(now, reduceView(viewOfQuery(now), action)), {
        replace: true,
        preventScrollReset: true,
      });
    },
    [setQuery],
  );
  return [view, dispatch];
}
