import type { EntityData } from '@assay/contracts';
import { formatCount } from '@assay/wording';
import { CategoryName } from '../../shell/labels/category-name.tsx';
import { disputePath } from '../../shell/labels/dispute-path.ts';
import { DataTable } from '../../shell/layout/data-table.tsx';
import { SiteLink } from '../../shell/navigation/site-link.tsx';

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
        {
          head: 'Wrong?',
          cell: ({ network, address }) => (
            <SiteLink
              prefetch="none"
              to={disputePath(network, address)}
              aria-label={`Dispute the labels of ${address}`}
            >
              Dispute
            </SiteLink>
          ),
        },
      ]}
    />
  );
}

export function WithdrawnTable({ withdrawn }: Pick<EntityData, 'withdrawn'>) {
  return (
    <DataTable
      label="Withdrawn labels"
      rows={withdrawn}
      keyOf={({ dispute, source, entity, category }) => [dispute, source, entity, category].join(' ')}
      isStacked
      columns={[
        { head: 'Address', cell: ({ address }) => <span className="mono entity-address">{address}</span> },
        { head: 'Category', cell: ({ categoryTitle }) => categoryTitle },
        { head: 'Source', cell: ({ source }) => source },
        { head: 'Withdrawn', cell: ({ withdrawnAt }) => withdrawnAt.slice(0, 10) },
        {
          head: 'Why',
          cell: ({ dispute }) => <SiteLink to={`/disputes?dispute=${dispute}`}>Decision {dispute}</SiteLink>,
        },
      ]}
    />
  );
}

type Label = EntityData['labels'][number];

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
