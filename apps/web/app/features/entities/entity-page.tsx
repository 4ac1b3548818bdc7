import type { EntityData } from '@assay/contracts';
import { formatCount, formatDay, joinWords } from '@assay/wording';
import { CategoriesTable, SourcesTable } from '../../shell/labels/label-counts.tsx';
import { Sums } from '../../shell/layout/sums.tsx';
import { PageLinks } from '../../shell/navigation/page-links.tsx';
import { SiteLink } from '../../shell/navigation/site-link.tsx';
import { entityPath, servicePath } from './entity-paths.ts';
import { LabelsTable, NetworksTable, WithdrawnTable } from './entity-tables.tsx';

/** What the labels say about one entity: its names, and every address that is said to be its own, by whom. */
export function EntityPage({ entity }: { readonly entity: EntityData }) {
  const { slug, title, addresses, categories, networks, sources, labels, labelsMeta, withdrawn } = entity;
  return (
    <main className="page page-text" id="main">
      <div className="wrap text-body">
        <p className="entity-back">
          <SiteLink to="/entities">Entities</SiteLink>
        </p>
        <h1>{title}</h1>
        <div className="text-lead">
          {entity.collective !== null && <p>{entity.collective}</p>}
          <p>
            What is listed here is what the sources below say. None of it is a judgement of ours, and an address that is
            not listed may still belong to {title}.
          </p>
        </div>
        <EntityFacts entity={entity} />
        <Sums
          sums={[
            { name: 'addresses', value: addresses },
            { name: 'labels', value: labelsMeta.total },
            { name: 'networks', value: networks.length },
            { name: 'sources', value: sources.length },
          ]}
        />
        <h2 id="categories">Categories</h2>
        <CategoriesTable categories={categories} />
        <h2 id="networks">Networks</h2>
        <NetworksTable networks={networks} />
        <h2 id="sources">Sources</h2>
        <SourcesTable sources={sources} />
        <h2 id="labels">Labels</h2>
        <p>
          {formatCount(labelsMeta.total)} in total, by network and address. How much each counts is in{' '}
          <SiteLink to="/method#5-labels-and-categories">the method</SiteLink>.
        </p>
        <LabelsTable labels={labels} />
        <PageLinks
          label="Pages of labels"
          page={labelsMeta.page}
          totalPages={labelsMeta.totalPages}
          pathOf={(page) => entityPath(slug, page)}
        />
        {withdrawn.length > 0 && (
          <>
            <h2 id="withdrawn">Withdrawn labels</h2>
            <p>
              These no longer count: they were withdrawn after disputes, the latest first. All decisions are in the{' '}
              <SiteLink to="/disputes">log</SiteLink>.
            </p>
            <WithdrawnTable withdrawn={withdrawn} />
          </>
        )}
      </div>
    </main>
  );
}

/** What is known of the entity as a whole, and that its licence is not. */
function EntityFacts({ entity }: { readonly entity: EntityData }) {
  const { otherNames, otherNamesBecause, site, listed, jurisdictions, categories } = entity;
  const [kind] = categories;
  const isLicenceUnknown = categories.some(({ category }) => category.endsWith('_licence_unknown'));
  return (
    <dl className="entity-facts">
      {kind !== undefined && (
        <div>
          <dt>Kind</dt>
          <dd>
            {kind.title}
            {categories.length > 1 && <small>The category of most of its labels</small>}
          </dd>
        </div>
      )}
      {otherNames.length > 0 && (
        <div>
          <dt>Other names</dt>
          <dd>
            {joinWords(otherNames)}
            {otherNamesBecause !== null && <small>{otherNamesBecause}</small>}
          </dd>
        </div>
      )}
      {site !== null && (
        <div>
          <dt>Site</dt>
          {/* As text: a name of a list may be that of a fraud, and nobody is sent there from here. */}
          <dd className="mono">{site}</dd>
        </div>
      )}
      {jurisdictions.length > 0 && (
        <div>
          <dt>{jurisdictions.length === 1 ? 'Jurisdiction' : 'Jurisdictions'}</dt>
          <dd>
            {joinWords(jurisdictions.map(({ name }) => name))}
            <small>As the GraphSense actor list states it, 17 Feb 2023</small>
          </dd>
        </div>
      )}
      {listed !== null && (
        <div>
          <dt>Identifies customers</dt>
          <dd>
            <SiteLink to={servicePath(listed.slug)}>
              {listed.until === null
                ? `Since ${formatDay(listed.since)}`
                : `From ${formatDay(listed.since)} to ${formatDay(listed.until)}`}
            </SiteLink>
            <small>By a reviewed list, which no result uses yet</small>
          </dd>
        </div>
      )}
      {isLicenceUnknown && (
        <div>
          <dt>Licence</dt>
          <dd>
            Not known
            <small>No register of licences is read</small>
          </dd>
        </div>
      )}
    </dl>
  );
}
