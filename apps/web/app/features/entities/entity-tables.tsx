import type { EntityData } from '@assay/contracts';
import { RiskMark } from '@assay/ui';
import { formatCount } from '@assay/wording';
import { DataTable } from '../../shell/layout/data-table.tsx';

export function CategoriesTable({ categories }: Pick<EntityData, 'categories'>) {
  return (
    <DataTable
      label="Categories"
      rows={categories}
      keyOf={({ category }) => category}
      columns={[
        { head: 'Category', cell: (category) => <CategoryName {...category} /> },
        { head: 'Labels', isNumber: true, cell: ({ labels }) => formatCount(labels) },
      ]}
    />
  );
}

export function NetworksTable({ networks }: Pick<EntityData, 'networks'>) {
  return (
    <DataTable
      label="Networks"
      rows={networks}
      keyOf={({ network }) => network}
      columns={[
        { head: 'Network', cell: ({ name }) => name },
        { head: 'Labels', isNumber: true, cell: ({ labels }) => formatCount(labels) },
      ]}
    />
  );
}

export function SourcesTable({ sources }: Pick<EntityData, 'sources'>) {
  return (
    <DataTable
      label="Sources"
      rows={sources}
      keyOf={({ source }) => source}
      columns={[
        { head: 'Source', cell: ({ source }) => <span className="mono">{source}</span> },
        { head: 'Labels', isNumber: true, cell: ({ labels }) => formatCount(labels) },
        { head: 'Oldest statement', isNumber: true, cell: ({ oldest }) => oldest ?? 'undated' },
        { head: 'Newest statement', isNumber: true, cell: ({ newest }) => newest ?? 'undated' },
      ]}
    />
  );
}

export function LabelsTable({ labels }: Pick<EntityData, 'labels'>) {
  return (
    <DataTable
      label="Labels"
      rows={labels}
      keyOf={({ network, address, source, category, name }) => [network, address, source, category, name].join(' ')}
      columns={[
        { head: 'Address', cell: ({ address }) => <span className="mono entity-address">{address}</span> },
        { head: 'Network', cell: ({ networkName }) => networkName },
        { head: 'Category', cell: (label) => <CategoryName {...label} /> },
        { head: 'Stated by', cell: ({ sourceKind }) => sourceKind },
        { head: 'Source', cell: (label) => <SourceName {...label} /> },
        { head: 'Dated', cell: (label) => <Dates {...label} /> },
      ]}
    />
  );
}

type Label = EntityData['labels'][number];

function CategoryName({ title, group }: Pick<Label, 'title' | 'group'>) {
  return (
    <span className="category">
      <RiskMark risk={group} />
      {title}
    </span>
  );
}

function SourceName({ source, sourceUrl }: Pick<Label, 'source' | 'sourceUrl'>) {
  if (sourceUrl === null || !/^https?:/.test(sourceUrl)) return source;
  return (
    <a href={sourceUrl} rel="noopener noreferrer nofollow">
      {source}
    </a>
  );
}

function Dates({ sourceDate, validTo }: Pick<Label, 'sourceDate' | 'validTo'>) {
  return (
    <>
      {sourceDate ?? 'undated'}
      {validTo !== null && <small> until {validTo}</small>}
    </>
  );
}
