import { pathOf } from '@assay/contracts/client';
import { Pager, Spinner } from '@assay/ui';
import { countOf } from '@assay/wording';
import { useCallback, useEffect, useRef } from 'react';
import { DownloadLink } from '../../shell/layout/download-link.tsx';
import { useTimeZone } from '../../shell/time/use-time-zone.ts';
import { canGrow } from './grow-page.ts';
import { NoHistory, NoMatches } from './history-empty.tsx';
import { HistorySearch } from './history-search.tsx';
import { HistoryTable } from './history-table.tsx';
import { PAGE_SIZE_MAX } from './history-view.ts';
import { LoadMore } from './load-more.tsx';
import { PageSizeField } from './page-size-field.tsx';
import { useHistory } from './use-history.ts';
import { useHistoryView } from './use-history-view.ts';

/** Every check of the person, newest first: found, paged, checked again. */
export default function HistoryPage({ title }: { readonly title: string }) {
  const [view, dispatch] = useHistoryView();
  const { data, shownView, isLoading, problem, retry } = useHistory(view);
  const timeZone = useTimeZone();
  const top = useRef<HTMLDivElement>(null);
  const search = useCallback((text: string) => dispatch({ type: 'searched', search: text }), [dispatch]);
  const showSize = useCallback((size: number) => dispatch({ type: 'size chosen', size }), [dispatch]);
  const showMore = useCallback(() => {
    if (shownView !== null) dispatch({ type: 'more wanted', shown: shownView });
  }, [dispatch, shownView]);

  const total = data?.meta.total ?? 0;
  const totalPages = data?.meta.totalPages ?? 1;
  const hasSearch = view.search !== '';
  const isEmpty = data !== null && total === 0 && !isLoading;

  // An address of old, or of somebody with more checks, leads to the last page (row HIST-13).
  const isPastEnd = data !== null && !isLoading && view.page > totalPages;
  useEffect(() => {
    if (isPastEnd) dispatch({ type: 'page chosen', page: totalPages, totalPages });
  }, [isPastEnd, totalPages, dispatch]);

  function choosePage(page: number) {
    dispatch({ type: 'page chosen', page, totalPages });
    top.current?.scrollIntoView({ block: 'nearest' });
  }

  return (
    <>
      <div className="acc-head" ref={top}>
        <h1>{title}</h1>
        {(data === null || total > 0 || hasSearch) && <HistorySearch search={view.search} onSearch={search} />}
      </div>
      <p className="sr" role="status">
        {data !== null && !isLoading && foundText(total, hasSearch)}
      </p>
      {problem !== null && <Problem text={problem} onRetry={retry} />}
      {data === null && problem === null && (
        <p className="waiting">
          <Spinner /> Loading your checks
        </p>
      )}
      {isEmpty && (hasSearch ? <NoMatches onClear={() => search('')} /> : <NoHistory />)}
      {data !== null && data.items.length > 0 && (
        <>
          <HistoryTable items={data.items} isLoading={isLoading} timeZone={timeZone} />
          <LoadMore canLoad={shownView !== null && canGrow(shownView, view, total)} onMore={showMore} />
        </>
      )}
      {total > 0 && (
        <div className="pager" data-is-limited={view.size >= PAGE_SIZE_MAX ? '' : undefined}>
          {totalPages > 1 && (
            <Pager
              label="Pages of the history"
              current={Math.min(view.page, totalPages)}
              total={totalPages}
              onPage={choosePage}
            />
          )}
          <DownloadLink className="link hist-export" href={exportOf(view.search, timeZone)} needsConfirmation>
            {hasSearch ? 'Export these as CSV' : 'Export as CSV'}
          </DownloadLink>
          <PageSizeField size={view.size} onSize={showSize} />
        </div>
      )}
    </>
  );
}

function exportOf(search: string, timeZone: string): string {
  const query = search === '' ? {} : { search, time_zone: timeZone };
  return `/api${pathOf('GET /monitor/history/export', { query })}`;
}

function foundText(total: number, hasSearch: boolean): string {
  if (!hasSearch) return countOf(total, 'check');
  return countOf(total, 'match', 'matches');
}

function Problem({ text, onRetry }: { readonly text: string; readonly onRetry: () => void }) {
  return (
    <div className="hist-problem" role="alert">
      <p>{text}</p>
      <button className="btn btn-line btn-sm" type="button" onClick={onRetry}>
        Try again
      </button>
    </div>
  );
}
