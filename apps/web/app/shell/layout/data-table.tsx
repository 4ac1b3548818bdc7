import type { ReactNode } from 'react';

export interface Column<Row> {
  readonly head: string;
  readonly isNumber?: boolean;
  readonly cell: (row: Row) => ReactNode;
}

export interface DataTableProps<Row> {
  /** Names the table for screen readers. */
  readonly label: string;
  readonly rows: readonly Row[];
  readonly keyOf: (row: Row) => string;
  readonly columns: readonly Column<Row>[];
  /** On a phone each row is a block, its cells below one another under the name of their column. */
  readonly isStacked?: boolean;
}

/** A table that scrolls in its own frame where the screen is narrow. The first cell of a row names it. */
export function DataTable<Row>({ label, rows, keyOf, columns, isStacked = false }: DataTableProps<Row>) {
  return (
    <section
      className={isStacked ? 'text-table stacked' : 'text-table'}
      data-columns={columns.length}
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard.
      tabIndex={0}
    >
      <table>
        <thead>
          <tr>
            {columns.map(({ head, isNumber }) => (
              <th key={head} scope="col" className={isNumber === true ? 'r' : undefined}>
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={keyOf(row)}>
              {columns.map(({ head, isNumber, cell }, index) =>
                index === 0 ? (
                  <th key={head} scope="row" data-head={head}>
                    {cell(row)}
                  </th>
                ) : (
                  <td key={head} className={isNumber === true ? 'r num' : undefined} data-head={head}>
                    {cell(row)}
                  </td>
                ),
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
