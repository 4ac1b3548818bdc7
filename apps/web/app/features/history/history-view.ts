/** Checks on a page by default; on phones the end of the page adds as many. */
export const PAGE_SIZE = 15;
/** Most checks on a page. */
export const PAGE_SIZE_MAX = 200;

/** Which part of the history is looked at. */
export interface HistoryView {
  /** Counts from 1. */
  readonly page: number;
  readonly size: number;
  readonly search: string;
}

export const FIRST_VIEW: HistoryView = { page: 1, size: PAGE_SIZE, search: '' };

export type ViewAction =
  | { readonly type: 'page chosen'; readonly page: number; readonly totalPages: number }
  | { readonly type: 'size chosen'; readonly size: number }
  /** From the view that is shown: wanted of it twice, it grows once. */
  | { readonly type: 'more wanted'; readonly shown: HistoryView }
  | { readonly type: 'searched'; readonly search: string };

/** Another size or another search starts at page 1 again (row HIST-12); no page is before the first or after the last. */
export function reduceView(view: HistoryView, action: ViewAction): HistoryView {
  switch (action.type) {
    case 'page chosen':
      return { ...view, page: Math.max(1, Math.min(action.page, action.totalPages)) };
    case 'size chosen':
      return action.size === view.size ? view : { ...view, size: clampSize(action.size), page: 1 };
    case 'more wanted':
      return !isSameView(view, action.shown) ? view : { ...view, size: clampSize(view.size + PAGE_SIZE), page: 1 };
    case 'searched':
      return action.search === view.search ? view : { ...view, search: action.search, page: 1 };
  }
}

export function isSameView(one: HistoryView, other: HistoryView): boolean {
  return one.page === other.page && one.size === other.size && one.search === other.search;
}

function clampSize(size: number): number {
  return Math.max(1, Math.min(Math.trunc(size), PAGE_SIZE_MAX));
}

/** The view in the address of the page, so that the way back from a result leads to where one was. */
export function viewOfQuery(query: URLSearchParams): HistoryView {
  return {
    page: numberOf(query.get('page'), FIRST_VIEW.page, 1_000_000),
    size: numberOf(query.get('show'), FIRST_VIEW.size, PAGE_SIZE_MAX),
    search: (query.get('search') ?? '').slice(0, 120),
  };
}

/** Puts the view into a query, leaving out what is as it always is. */
export function withView(query: URLSearchParams, view: HistoryView): URLSearchParams {
  const next = new URLSearchParams(query);
  setOrDrop(next, 'page', String(view.page), String(FIRST_VIEW.page));
  setOrDrop(next, 'show', String(view.size), String(FIRST_VIEW.size));
  setOrDrop(next, 'search', view.search, FIRST_VIEW.search);
  return next;
}

function numberOf(text: string | null, otherwise: number, most: number): number {
  const value = Number(text ?? Number.NaN);
  return Number.isInteger(value) && value >= 1 && value <= most ? value : otherwise;
}

function setOrDrop(query: URLSearchParams, name: string, value: string, usual: string): void {
  if (value === usual) query.delete(name);
  else query.set(name, value);
}
