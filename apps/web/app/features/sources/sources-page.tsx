import { countOf, formatCount, joinWords } from '@assay/wording';
import { CategoriesTable, SourcesTable } from '../../shell/labels/label-counts.tsx';
import { Sums } from '../../shell/layout/sums.tsx';
import { PageLinks } from '../../shell/navigation/page-links.tsx';
import { SiteLink } from '../../shell/navigation/site-link.tsx';
import {
  ChainsTable,
  ConflictsTable,
  type CoverageData,
  ListsTable,
  NetworksTable,
  PricesTable,
  RecordsTable,
} from './coverage-tables.tsx';
import { SanctionsAge } from './sanctions-age.tsx';

/** What the product can do at all, whatever an installation holds. */
export interface CatalogueFacts {
  readonly assets: number;
  readonly currencies: number;
  readonly networks: number;
}

export interface SourcesPageProps {
  readonly coverage: CoverageData;
  readonly catalogue: CatalogueFacts;
}

/** Both lists keep their page when the other one turns. */
function sourcesPath({ page, conflicts }: { page: number; conflicts: number }, anchor: string): string {
  return `/sources?page=${page}&conflicts=${conflicts}#${anchor}`;
}

/** States from the database which lists, networks, assets and dates this installation has. */
export function SourcesPage({ coverage, catalogue }: SourcesPageProps) {
  const { page, totalPages, total } = coverage.sourcesMeta;
  return (
    <main className="page page-text" id="main">
      <div className="wrap text-body">
        <h1>Sources and coverage</h1>
        <div className="text-lead">
          <p>
            The data behind every result, read from the database of this service on{' '}
            <time dateTime={coverage.readAt}>{coverage.readAt.slice(0, 16).replace('T', ' ')} UTC</time>. A result is
            only as good as this data: an address that is on no list, or whose transfers are missing, is not necessarily
            clean.
          </p>
          <SanctionsAge {...coverage} />
        </div>
        <Sums
          sums={[
            { name: 'labels', value: coverage.labels },
            { name: 'labelled addresses', value: coverage.labelledAddresses },
            { name: 'lists', value: coverage.sets.length },
            { name: 'records', value: coverage.records.reduce((sum, { records }) => sum + records, 0) },
          ]}
        />
        <h2 id="assets">Assets</h2>
        <p>
          You can choose from {formatCount(catalogue.assets)} assets, each with its own page. Addresses of{' '}
          {formatCount(catalogue.currencies)} currencies are recognised by their format, and a label on any of their
          networks counts. Funds can be traced on {formatCount(catalogue.networks)} networks, where records of the asset
          are available.
        </p>
        <h2 id="records">Records</h2>
        {coverage.records.length === 0 ? (
          <p>No transfers are loaded yet. Labels on the address itself still count.</p>
        ) : (
          <RecordsTable records={coverage.records} />
        )}
        <h2 id="live">Chains read on demand</h2>
        {coverage.chains.length === 0 ? (
          <p>No chain is read on demand: a check uses only the records above.</p>
        ) : (
          <>
            <p>
              An address that is in none of the records above is looked up on its chain during the check, within a limit
              of requests and seconds. Its result says what was read and what was not.
            </p>
            <ChainsTable chains={coverage.chains} />
          </>
        )}
        <h2 id="prices">Prices</h2>
        <p>
          {coverage.prices.atPar.join(', ')} count as one US dollar. Everything else has the price of the day of each
          transfer. Where no price is known, amounts are not shown in dollars.{' '}
          {coverage.prices.providers.length === 0
            ? 'Missing days are not looked up.'
            : `Missing days are looked up at ${joinWords(coverage.prices.providers)}.`}
        </p>
        {coverage.prices.held.length > 0 && <PricesTable held={coverage.prices.held} />}
        <h2 id="lists">Lists of labels</h2>
        {coverage.sets.length === 0 ? <p>No list is loaded yet.</p> : <ListsTable sets={coverage.sets} />}
        <p>
          {coverage.derivedLabels > 0 &&
            `${formatCount(coverage.derivedLabels)} more labels were derived from the records: deposit addresses and unnamed services. `}
          All labels together form label set version <span className="mono">{coverage.labelSetVersion}</span>, which
          every result names.
        </p>
        {coverage.networks.length > 0 && (
          <>
            <h2 id="networks">Networks</h2>
            <NetworksTable networks={coverage.networks} />
            <h2 id="categories">Categories</h2>
            <p>
              <SiteLink to="/method#5-labels-and-categories">The method</SiteLink> says which label means which category
              and how much each counts.
            </p>
            <CategoriesTable categories={coverage.categories} />
          </>
        )}
        {coverage.conflicts.total > 0 && (
          <>
            <h2 id="conflicts">Conflicting labels</h2>
            <p>
              {countOf(coverage.conflicts.total, 'address', 'addresses')} that some labels call illicit and others an
              ordinary service , by network and address.{' '}
              <SiteLink to="/method#5-labels-and-categories">The method</SiteLink> says which label counts; a result
              shows all of them.
            </p>
            <ConflictsTable listed={coverage.conflicts.listed} />
            <PageLinks
              label="Pages of conflicting labels"
              page={coverage.conflicts.page}
              totalPages={coverage.conflicts.totalPages}
              pathOf={(other) => sourcesPath({ page, conflicts: other }, 'conflicts')}
            />
          </>
        )}
        {total > 0 && (
          <>
            <h2 id="sources">Sources</h2>
            <p>
              Publishers as results name them, {formatCount(total)} in total, those with the most labels first. The
              names that their labels carry are in the <SiteLink to="/entities">list of entities</SiteLink>. Which of
              these identify their customers, from which day and by what evidence, is in a{' '}
              <SiteLink to="/services">list of its own</SiteLink>. What was decided on labels that somebody disputed is
              in the <SiteLink to="/disputes">log of disputes</SiteLink>.
            </p>
            <SourcesTable
              sources={coverage.sources}
              more={[{ head: 'Addresses', isNumber: true, cell: ({ addresses }) => formatCount(addresses) }]}
            />
            <PageLinks
              label="Pages of sources"
              page={page}
              totalPages={totalPages}
              pathOf={(other) => sourcesPath({ page: other, conflicts: coverage.conflicts.page }, 'sources')}
            />
          </>
        )}
      </div>
    </main>
  );
}
