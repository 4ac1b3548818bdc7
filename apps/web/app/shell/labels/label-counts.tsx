import { formatCount } from '@assay/wording';
import { type Column, DataTable } from '../layout/data-table.tsx';
import { CategoryName, type CategoryNameProps } from './category-name.tsx';

export interface CategoryCount extends CategoryNameProps {
  readonly category: string;
  readonly labels: number;
}

export interface SourceCount {
  readonly source: string;
  readonly labels: number;
  /** First and last day of its statements; null where it dates none. */
  readonly oldest: string | null;
  readonly newest: string | null;
}

/** How many labels there are of each category. */
export function CategoriesTable({ categories }: { readonly categories: readonly CategoryCount[] }) {
  return (
    <DataTable
      label="Labels by category"
      rows={categories}
      keyOf={({ category }) => category}
      columns={[
        { head: 'Category', cell: (category) => <CategoryName {...category} /> },
        { head: 'Labels', isNumber: true, cell: ({ labels }) => formatCount(labels) },
      ]}
    />
  );
}

/** How many labels there are of each source, and their days. More columns come behind the number of labels. */
export function SourcesTable<Row extends SourceCount>({
  sources,
  more = [],
}: {
  readonly sources: readonly Row[];
  readonly more?: readonly Column<Row>[];
}) {
  return (
    <DataTable
      label="Sources"
      rows={sources}
      keyOf={({ source }) => source}
      columns={[
        { head: 'Source', cell: ({ source }) => <span className="mono">{source}</span> },
        { head: 'Labels', isNumber: true, cell: ({ labels }) => formatCount(labels) },
        ...more,
        { head: 'Oldest statement', isNumber: true, cell: ({ oldest }) => oldest ?? 'undated' },
        { head: 'Newest statement', isNumber: true, cell: ({ newest }) => newest ?? 'undated' },
      ]}
    />
  );
}
