import { createClient } from '@assay/contracts/client';
import { redirect } from 'react-router';
import { apiFetchContext } from '../context/load-context.ts';
import { EntityPage, entityPath } from '../features/entities/index.ts';
import { askForPage } from '../shell/data/ask-for-page.ts';
import { ErrorPage } from '../shell/layout/error-page.tsx';
import { missingPageMeta, pageMeta } from '../shell/navigation/page-meta.ts';
import { noSuchPage, readPage } from '../shell/navigation/read-page.ts';
import '../features/published/text.css';
import '../features/entities/entities.css';
import type { Route } from './+types/entity';

export async function loader({ context, params, request }: Route.LoaderArgs) {
  const page = readPage(new URL(request.url).searchParams.get('page'));
  const client = createClient<AbortSignal>({ fetch: context.get(apiFetchContext), baseUrl: '/api', timezone: 'UTC' });
  const entity = await askForPage(
    client.call('GET /entities/:slug', { slug: params.slug, query: { page }, signal: request.signal }),
    'No label names this entity. Search for it in the list of entities.',
  );
  // Any spelling finds it; one address shows it.
  if (entity.slug !== params.slug) throw redirect(entityPath(entity.slug, page));
  if (page > Math.max(1, entity.labelsMeta.totalPages)) throw noSuchPage();
  return { entity };
}

/** Not listed by search engines: who is on a list is found here by who looks for it, not by a search for a name. */
export const meta: Route.MetaFunction = ({ loaderData, matches }) =>
  loaderData === undefined
    ? missingPageMeta(matches)
    : pageMeta(loaderData.entity.title, matches, {
        description: `Addresses that public lists attribute to ${loaderData.entity.title}, with their sources.`,
      });

export default function Entity({ loaderData }: Route.ComponentProps) {
  return <EntityPage entity={loaderData.entity} />;
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <ErrorPage error={error} />;
}
