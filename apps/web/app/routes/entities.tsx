import { createClient } from '@assay/contracts/client';
import { redirect } from 'react-router';
import { apiFetchContext } from '../context/load-context.ts';
import { answerEntitySearch, EntitiesPage, entitiesPath } from '../features/entities/index.ts';
import { askForPage } from '../shell/data/ask-for-page.ts';
import { ErrorPage } from '../shell/layout/error-page.tsx';
import { missingPageMeta, pageMeta } from '../shell/navigation/page-meta.ts';
import { noSuchPage, readPage } from '../shell/navigation/read-page.ts';
import { breadcrumbs } from '../shell/navigation/structured-data.ts';
import { readText } from '../shell/secrets/read-text.ts';
import '../features/published/text.css';
import '../features/entities/entities.css';
import type { Route } from './+types/entities';

const LONGEST_QUERY = 120;

export async function loader({ context, request }: Route.LoaderArgs) {
  const params = new URL(request.url).searchParams;
  const page = readPage(params.get('page'));
  const query = (params.get('query') ?? '').trim().slice(0, LONGEST_QUERY);
  if ((await readText(query)).is !== 'clear') throw redirect('/entities');
  const client = createClient<AbortSignal>({ fetch: context.get(apiFetchContext), baseUrl: '/api', timezone: 'UTC' });
  const { signal } = request;
  const found = await askForPage(client.call('GET /entities', { query: { query, page }, signal }));
  if (page > Math.max(1, found.meta.totalPages)) throw noSuchPage();
  return { query, found };
}

/** For who has no script, and for a form that was sent before it came. */
export async function action({ request }: Route.ActionArgs) {
  return await answerEntitySearch(request, entitiesPath);
}

export const meta: Route.MetaFunction = ({ loaderData, matches }) =>
  loaderData === undefined
    ? missingPageMeta(matches)
    : pageMeta('Entities', matches, {
        description: 'The exchanges, mixers, marketplaces and list entries that the labels of this service name.',
        isListed: loaderData.query === '',
        structuredData: (site) => [
          breadcrumbs(site, [
            { name: site.productName, path: '/' },
            { name: 'Entities', path: '/entities' },
          ]),
        ],
      });

export default function Entities({ loaderData, actionData }: Route.ComponentProps) {
  return <EntitiesPage {...loaderData} failure={actionData?.error ?? null} />;
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <ErrorPage error={error} />;
}
