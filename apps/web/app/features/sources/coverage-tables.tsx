import type { CallAnswer } from '@assay/contracts/client';
import { formatCount } from '@assay/wording';
import { CategoryName } from '../../shell/labels/category-name.tsx';
import { DataTable } from '../../shell/layout/data-table.tsx';

export type CoverageData = CallAnswer<'GET /site/coverage'>;

export function RecordsTable({ records }: Pick<CoverageData, 'records'>) {
  return (
    <DataTable
      label="Records by asset"
      rows={records}
      keyOf={({ network, ticker }) => `${network}:${ticker}`}
      columns={[
        { head: 'Asset', cell: ({ ticker }) => ticker },
        { head: 'Network', cell: ({ networkName }) => networkName },
        {
          head: 'Records',
          isNumber: true,
          cell: ({ records: count, kind }) => `${formatCount(count)} ${count === 1 ? kind.slice(0, -1) : kind}`,
        },
        { head: 'Addresses', isNumber: true, cell: ({ addresses }) => formatCount(addresses) },
        { head: 'From', isNumber: true, cell: ({ firstDay }) => firstDay },
        { head: 'To', isNumber: true, cell: ({ lastDay }) => lastDay },
        { head: 'History', cell: ({ fromBeginning }) => (fromBeginning ? 'complete' : 'partial') },
      ]}
    />
  );
}

export function ChainsTable({ chains }: Pick<CoverageData, 'chains'>) {
  return (
    <DataTable
      label="Chains read on demand"
      rows={chains}
      keyOf={({ network }) => network}
      columns={[
        { head: 'Network', cell: ({ networkName }) => networkName },
        { head: 'Providers, in this order', cell: ({ providers }) => providers.join(', ') },
      ]}
    />
  );
}

export function PricesTable({ held }: Pick<CoverageData['prices'], 'held'>) {
  return (
    <DataTable
      label="Daily prices"
      rows={held}
      keyOf={({ ticker, source }) => `${ticker}:${source}`}
      columns={[
        { head: 'Asset', cell: ({ ticker }) => ticker },
        { head: 'From', isNumber: true, cell: ({ firstDay }) => firstDay },
        { head: 'To', isNumber: true, cell: ({ lastDay }) => lastDay },
        { head: 'Days', isNumber: true, cell: ({ days }) => formatCount(days) },
        { head: 'Source', cell: ({ source }) => source },
        { head: 'By', cell: ({ origin }) => (origin === 'import' ? 'the operator' : 'a provider') },
      ]}
    />
  );
}

export function ListsTable({ sets }: Pick<CoverageData, 'sets'>) {
  return (
    <DataTable
      label="Lists of labels"
      rows={sets}
      keyOf={({ name }) => name}
      columns={[
        {
          head: 'List',
          cell: ({ title, url }) =>
            url === null ? (
              title
            ) : (
              <a href={url} rel="noopener noreferrer nofollow">
                {title}
              </a>
            ),
        },
        { head: 'Labels', isNumber: true, cell: ({ labels }) => formatCount(labels) },
        { head: 'As of', cell: ({ asOf }) => asOf ?? 'varies by row' },
        { head: 'Imported', isNumber: true, cell: ({ importedAt }) => importedAt.slice(0, 10) },
        { head: 'By', cell: ({ origin }) => (origin === 'starter' ? 'the product' : 'the operator') },
        { head: 'Licence', cell: ({ licence }) => licence ?? 'the operator’s own' },
      ]}
    />
  );
}

export function NetworksTable({ networks }: Pick<CoverageData, 'networks'>) {
  return (
    <DataTable
      label="Labels by network"
      rows={networks}
      keyOf={({ network }) => network}
      columns={[
        { head: 'Network', cell: ({ name }) => name },
        { head: 'Labels', isNumber: true, cell: ({ labels }) => formatCount(labels) },
        { head: 'Addresses', isNumber: true, cell: ({ addresses }) => formatCount(addresses) },
      ]}
    />
  );
}

export function ConflictsTable({ listed }: Pick<CoverageData['conflicts'], 'listed'>) {
  return (
    <DataTable
      label="Conflicting labels"
      rows={listed}
      keyOf={({ network, address }) => `${network}:${address}`}
      columns={[
        { head: 'Address', cell: ({ address }) => <span className="mono conflict-address">{address}</span> },
        { head: 'Network', cell: ({ name }) => name },
        {
          head: 'Labels',
          cell: ({ labels }) => (
            <ul className="conflict-labels">
              {labels.map(({ source, category, title, group, entity, sourceDate }) => (
                <li key={`${source}:${category}:${entity}`}>
                  <CategoryName title={title} group={group} />: {entity}, {source}, {sourceDate ?? 'undated'}
                </li>
              ))}
            </ul>
          ),
        },
      ]}
    />
  );
}
