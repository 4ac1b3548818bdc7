import type { CounterpartiesQuery } from '@assay/contracts';

type Name = Exclude<keyof CounterpartiesQuery, 'limit'>;

/** The parts of a query as they are in the address of the page. */
export type PageSearch = Partial<Record<Name, string>>;

const NAMES: readonly Name[] = ['direction', 'sort', 'order', 'category', 'least', 'from', 'to', 'search', 'cursor'];

/** What an address asks for; an empty field of the form asks for nothing. The server judges each part. */
export function readSearch(params: URLSearchParams): PageSearch {
  return Object.fromEntries(
    NAMES.flatMap((name) => {
      const value = params.get(name)?.trim() ?? '';
      return value === '' ? [] : [[name, value]];
    }),
  );
}

/** The address of the page with some parts changed; every change begins with the first page. */
export function withSearch(subId: string, search: PageSearch, changes: PageSearch): string {
  const { cursor: _cursor, ...kept } = search;
  const params = new URLSearchParams(Object.entries({ ...kept, ...changes }).filter(([, value]) => value !== ''));
  const text = params.toString();
  return `/riskcheck/${subId}/counterparties${text === '' ? '' : `?${text}`}`;
}
