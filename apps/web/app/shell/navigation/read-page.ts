import { data } from 'react-router';

/**
 * For loaders only: the page of a list that a query asks for, from 1.
 *
 * @throws 404 where it is no page number: such a page cannot be, like any other address that leads nowhere
 */
export function readPage(text: string | null): number {
  if (text === null) return 1;
  if (!/^[1-9]\d{0,4}$/.test(text)) throw noSuchPage();
  return Number(text);
}

/** What a loader throws for a page after the last. */
export function noSuchPage() {
  return data('The list has fewer pages.', { status: 404 });
}
