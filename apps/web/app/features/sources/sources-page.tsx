import { SiteLink } from '../../shell/site-link.tsx';
import {
  CategoriesTable,
  ChainsTable,
  type CoverageData,
  ListsTable,
  NetworksTable,
  PricesTable,
  RecordsTable,
  SourcesTable,
} from './coverage-tables.tsx';
import { formatCount } from './data-table.tsx';

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

/** States from the database which lists, networks, assets and dates this installation has. */
export function SourcesPage({ coverage, catalogue }: SourcesPageProps) {
  const { page, totalPages, total } = coverage.sourcesMeta;
  return (
    <main className="page page-text" id="main">
      <div className="wrap text-body">
        <h1>Sources and coverage</h1>
        <div className="text-lead">
          <p>
            What this very installation knows, read from its database on{' '}
            <time dateTime={coverage.readAt}>{coverage.readAt.slice(0, 16).replace('T', ' ')} UTC</time>. A result is as
            good as what stands here: an address that no list names, or whose transfers are not held, is not a clean
            one.
          </p>
        </div>
        <dl className="coverage-sums">
          <Sum value={coverage.labels} name="labels" />
          <Sum value={coverage.labelledAddresses} name="labelled addresses" />
          <Sum value={coverage.sets.length} name="lists" />
          <Sum value={coverage.records.reduce((sum, { records }) => sum + records, 0)} name="records" />
        </dl>
        <h2 id="assets">Assets</h2>
        <p>
          {formatCount(catalogue.assets)} assets can be chosen, each with its own page. Addresses of{' '}
          {formatCount(catalogue.currencies)} currencies are told apart by their format, and a label on any of their
          networks counts. Money can be followed on {formatCount(catalogue.networks)} networks, wherever records of the
          asset are held.
        </p>
        <h2 id="records">Records</h2>
        {coverage.records.length === 0 ? (
          <p>No transfers are loaded yet. Labels of an address itself count all the same.</p>
        ) : (
          <RecordsTable records={coverage.records} />
        )}
        <h2 id="live">Chains read live</h2>
        {coverage.chains.length === 0 ? (
          <p>No chain is read live here: a check knows the records above and no others.</p>
        ) : (
          <>
            <p>
              An address that no record above mentions is looked up on its chain while it is checked, within a budget of
              requests and seconds. Its result says what was read, and what was not.
            </p>
            <ChainsTable chains={coverage.chains} />
          </>
        )}
        <h2 id="prices">Prices</h2>
        <p>
          {coverage.prices.atPar.join(', ')} count as one US dollar. Everything else has the price of the day of each
          transfer, where one is known; where none is, amounts are not given in dollars.{' '}
          {coverage.prices.providers.length === 0
            ? 'Days that are not held are not asked for anywhere.'
            : `Days that are not held are asked for at ${coverage.prices.providers.join(' and ')}.`}
        </p>
        {coverage.prices.held.length > 0 && <PricesTable held={coverage.prices.held} />}
        <h2 id="lists">Lists of labels</h2>
        {coverage.sets.length === 0 ? <p>No list is loaded yet.</p> : <ListsTable sets={coverage.sets} />}
        <p>
          {coverage.derivedLabels > 0 &&
            `${formatCount(coverage.derivedLabels)} more labels were concluded from the records themselves: deposit addresses and services without a name. `}
          All labels together are label set version <span className="mono">{coverage.labelSetVersion}</span>, which
          stands in every result.
        </p>
        {coverage.networks.length > 0 && (
          <>
            <h2 id="networks">Networks</h2>
            <NetworksTable networks={coverage.networks} />
            <h2 id="categories">Categories</h2>
            <p>
              Which label means which category, and what each weighs, stands in{' '}
              <SiteLink to="/method#5-labels-and-categories">the method</SiteLink>.
            </p>
            <CategoriesTable categories={coverage.categories} />
          </>
        )}
        {total > 0 && (
          <>
            <h2 id="sources">Sources</h2>
            <p>Publishers as results name them, {formatCount(total)} in all; those with the most labels come first.</p>
            <SourcesTable sources={coverage.sources} />
            {totalPages > 1 && <Pages page={page} totalPages={totalPages} />}
          </>
        )}
      </div>
    </main>
  );
}

function Sum({ value, name }: { readonly value: number; readonly name: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{formatCount(value)}</dd>
    </div>
  );
}

function Pages({ page, totalPages }: { readonly page: number; readonly totalPages: number }) {
  return (
    <nav className="text-pages" aria-label="Pages of sources">
      {page > 1 && (
        <SiteLink className="link" prefetch="hover" to={`/sources?page=${page - 1}#sources`} rel="prev">
          Previous
        </SiteLink>
      )}
      <span>
        Page {page} of {totalPages}
      </span>
      {page < totalPages && (
        <SiteLink className="link" prefetch="hover" to={`/sources?page=${page + 1}#sources`} rel="next">
          Next
        </SiteLink>
      )}
    </nav>
  );
}
