/** What the page of a transaction shows; left out is as the page chooses. */
export interface TransactionView {
  /** Its id. */
  readonly id: string;
  readonly network?: string | undefined;
  readonly ticker?: string | undefined;
  readonly page?: number | undefined;
  readonly sidePage?: number | undefined;
  /** An address that is looked for among its sides. */
  readonly side?: string | undefined;
}

const FIRST_PAGE = 1;

/** Path and query of the page of a transaction. Ids may hold slashes and plus signs, so that they are in the query. */
export function transactionPath({ page, sidePage, ...view }: TransactionView): string {
  const fields = {
    ...view,
    page: page === FIRST_PAGE ? undefined : page,
    side_page: sidePage === FIRST_PAGE ? undefined : sidePage,
  };
  const given = Object.entries(fields).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]]));
  return `/transaction?${new URLSearchParams(given)}`;
}
