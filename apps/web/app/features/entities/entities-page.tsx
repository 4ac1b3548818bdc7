import type { EntitiesData, EntityEntry } from '@assay/contracts';
import { countOf, formatCount, joinWords } from '@assay/wording';
import { CategoryName } from '../../shell/labels/category-name.tsx';
import { DataTable } from '../../shell/layout/data-table.tsx';
import { PageLinks } from '../../shell/navigation/page-links.tsx';
import { SiteLink } from '../../shell/navigation/site-link.tsx';
import { entitiesPath, entityPath } from './entity-paths.ts';
import { EntitySearch } from './entity-search.tsx';

export interface EntitiesPageProps {
  readonly query: string;
  readonly found: EntitiesData;
  readonly failure: string | null;
}

/** Networks named in a row of the list; the others are counted. */
const NAMED_NETWORKS = 3;

export function EntitiesPage({ query, found, failure }: EntitiesPageProps) {
  const { page, totalPages, total } = found.meta;
  return (
    <main className="page page-text" id="main">
      <div className="wrap text-body">
        <h1>Entities</h1>
        <div className="text-lead">
          <p>
            All that the labels of this service name: exchanges, mixers, marketplaces, entries of sanctions lists. Each
            is listed once under all the spellings of its name, with the addresses and the sources behind it.
          </p>
        </div>
        <EntitySearch
          key={failure}
          query={query}
          failure={failure}
          label="Name of an entity"
          placeholder="Exchange, mixer, service or list entry"
          pathOf={entitiesPath}
        />
        <p role="status">{countFound(query, total)}</p>
        {total === 0 && query !== '' && (
          <p>
            Only names are searched here. To check an address, <SiteLink to="/">paste it on the first page</SiteLink>.
          </p>
        )}
        {found.entities.length > 0 && <EntityTable entities={found.entities} />}
        <PageLinks
          label="Pages of entities"
          page={page}
          totalPages={totalPages}
          pathOf={(other) => entitiesPath(query, other)}
        />
      </div>
    </main>
  );
}

function countFound(query: string, total: number): string {
  const count = total === 0 ? 'No entity' : countOf(total, 'entity', 'entities');
  if (query !== '') return `${count} found for “${query}”.`;
  return total === 0 ? 'No label is loaded yet.' : `${count}, those with the most labels first.`;
}

function EntityTable({ entities }: { readonly entities: readonly EntityEntry[] }) {
  return (
    <DataTable
      label="Entities"
      rows={entities}
      keyOf={({ slug }) => slug}
      columns={[
        {
          head: 'Name',
          cell: ({ slug, title }) => (
            <SiteLink className="entity-name" prefetch="hover" to={entityPath(slug)}>
              {title}
            </SiteLink>
          ),
        },
        {
          head: 'Category',
          cell: ({ category }) => <CategoryName {...category} />,
        },
        { head: 'Networks', cell: ({ networks }) => nameNetworks(networks) },
        { head: 'Addresses', isNumber: true, cell: ({ addresses }) => formatCount(addresses) },
        { head: 'Labels', isNumber: true, cell: ({ labels }) => formatCount(labels) },
      ]}
    />
  );
}

function nameNetworks(networks: readonly string[]): string {
  if (networks.length <= NAMED_NETWORKS + 1) return joinWords(networks);
  const others = networks.length - NAMED_NETWORKS;
  return joinWords([...networks.slice(0, NAMED_NETWORKS), `${others} others`]);
}
