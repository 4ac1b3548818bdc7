import { createClient } from '@assay/contracts/client';
import { ASSETS, CURRENCIES, NETWORK_IDS } from '@assay/domain';
import { apiFetchContext } from '../context/load-context.ts';
import { SourcesPage } from '../features/sources/index.ts';
import { askForPage } from '../shell/data/ask-for-page.ts';
import { ErrorPage } from '../shell/layout/error-page.tsx';
import { missingPageMeta, pageMeta } from '../shell/navigation/page-meta.ts';
import { noSuchPage, readPage } from '../shell/navigation/read-page.ts';
import { breadcrumbs } from '../shell/navigation/structured-data.ts';
import '../features/published/text.css';
import type { Route } from './+types/sources';

export async function loader({ context, request }: Route.LoaderArgs) {
  const { searchParams } = new URL(request.url);
  const page = readPage(searchParams.get('page'));
  const conflicts = readPage(searchParams.get('conflicts'));
  const client = createClient<AbortSignal>({ fetch: context.get(apiFetchContext), baseUrl: '/api', timezone: 'UTC' });
  const query = { page, conflicts };
  const coverage = await askForPage(client.call('GET /site/coverage', { query, signal: request.signal }));
  if (page > Math.max(1, coverage.sourcesMeta.totalPages)) throw noSuchPage();
  if (conflicts > Math.max(1, coverage.conflicts.totalPages)) throw noSuchPage();
  return {
    coverage,
    catalogue: { assets: ASSETS.length, currencies: CURRENCIES.length, networks: NETWORK_IDS.length },
  };
}

export const meta: Route.MetaFunction = ({ loaderData, matches }) =>
  loaderData === undefined
    ? missingPageMeta(matches)
    : pageMeta('Sources and coverage', matches, {
        description:
          'Which lists of labels, networks, assets and dates this service covers, counted from its database.',
        isListed: true,
        structuredData: (site) => [
          breadcrumbs(site, [
            { name: site.productName, path: '/' },
            { name: 'Sources and coverage', path: '/sources' },
          ]),
        ],
      });

export default function Sources({ loaderData }: Route.ComponentProps) {
  return <SourcesPage {...loaderData} />;
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <ErrorPage error={error} />;
}
