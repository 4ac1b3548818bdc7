import type { HistoryPageData } from '@assay/contracts';
import { type HistoryView, isSameView, PAGE_SIZE, PAGE_SIZE_MAX } from './history-view.ts';

/**
 * What to request when the first page has grown by one step (row HIST-11): the step alone. Null where the page has
 * changed in another way, and is to be requested as a whole.
 */
export function nextPart(shown: HistoryView, wanted: HistoryView): { offset: number; page: number } | null {
  const hasGrown =
    shown.page === 1 &&
    wanted.page === 1 &&
    shown.search === wanted.search &&
    shown.size % PAGE_SIZE === 0 &&
    wanted.size === shown.size + PAGE_SIZE;
  return hasGrown ? { offset: PAGE_SIZE, page: wanted.size / PAGE_SIZE } : null;
}

/**
 * Whether the end of the page may ask for a step. Not before the last one is shown: the view that is wanted changes at
 * once, and what is shown only with its data, so no render between the two asks again.
 */
export function canGrow(shown: HistoryView, wanted: HistoryView, total: number): boolean {
  return isSameView(shown, wanted) && total > shown.size && shown.size < PAGE_SIZE_MAX;
}

/** The page with what was added. Checks made meanwhile move the others on: what is shown already is not shown twice. */
export function appended(shown: HistoryPageData, added: HistoryPageData, size: number): HistoryPageData {
  const known = new Set(shown.items.map(({ sub_id: id }) => id));
  const { total } = added.meta;
  return {
    items: [...shown.items, ...added.items.filter(({ sub_id: id }) => !known.has(id))],
    meta: { total, totalPages: Math.max(1, Math.ceil(total / size)), page: 1, offset: size },
  };
}
