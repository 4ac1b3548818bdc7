import { Icon } from './icon.tsx';

/** A page number, or a gap between two. */
export type PagerCell = number | 'gap';

/**
 * The cells of a pager: the first two pages, the last two, and a window of three round the current one; whatever is
 * left out between them is one gap (row HIST-09). Pages count from 1.
 *
 * @throws RangeError when `current` is no page of `total`.
 * @example
 * pagerCells(6, 12); // [1, 2, 'gap', 5, 6, 7, 'gap', 11, 12]
 */
export function pagerCells(current: number, total: number): readonly PagerCell[] {
  if (!Number.isInteger(current) || current < 1 || current > total) {
    throw new RangeError(`"current" expected 1 to ${total}, got ${current}`);
  }
  // At either end the window stays three pages wide.
  const start = Math.max(1, Math.min(current - 1, total - 2));
  const wanted = [1, 2, start, start + 1, start + 2, total - 1, total];
  const pages = [...new Set(wanted.filter((page) => page >= 1 && page <= total))].sort((a, b) => a - b);
  return pages.flatMap((page, index) => {
    const before = pages[index - 1] ?? page - 1;
    return page - before > 1 ? ['gap' as const, page] : [page];
  });
}

export interface PagerProps {
  readonly current: number;
  readonly total: number;
  readonly onPage: (page: number) => void;
  /** Names the group: 'Pages of the history'. */
  readonly label: string;
}

/** Previous, page numbers and next. */
export function Pager({ current, total, onPage, label }: PagerProps) {
  return (
    <nav className="pages" aria-label={label}>
      <button type="button" aria-label="Previous page" disabled={current <= 1} onClick={() => onPage(current - 1)}>
        <Icon name="left" small />
      </button>
      {pagerCells(current, total).map((cell, index) =>
        cell === 'gap' ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: a gap has no name but its position.
          <span key={`gap-${index}`} aria-hidden="true">
            …
          </span>
        ) : (
          <button
            key={cell}
            type="button"
            aria-label={`Page ${cell}`}
            aria-current={cell === current ? 'page' : undefined}
            onClick={() => onPage(cell)}
          >
            {cell}
          </button>
        ),
      )}
      <button type="button" aria-label="Next page" disabled={current >= total} onClick={() => onPage(current + 1)}>
        <Icon name="right" small />
      </button>
    </nav>
  );
}
