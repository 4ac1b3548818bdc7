import { createClient } from '@assay/contracts/client';
import { redirect } from 'react-router';
import { apiFetchContext } from '../context/load-context.ts';
import { ServicePage, servicePath } from '../features/entities/index.ts';
import { askForPage } from '../shell/data/ask-for-page.ts';
import { ErrorPage } from '../shell/layout/error-page.tsx';
import { missingPageMeta, pageMeta } from '../shell/navigation/page-meta.ts';
import '../features/published/text.css';
import '../features/entities/entities.css';
import type { Route } from './+types/service';

export async function loader({ context, params, request }: Route.LoaderArgs) {
  const client = createClient<AbortSignal>({ fetch: context.get(apiFetchContext), baseUrl: '/api', timezone: 'UTC' });
  const listed = await askForPage(
    client.call('GET /services/:slug', { slug: params.slug, signal: request.signal }),
    'This name is not on the list of services that identify their customers.',
  );
  // Any spelling finds it; one address shows it.
  if (listed.service.slug !== params.slug) throw redirect(servicePath(listed.service.slug));
  return listed;
}

export const meta: Route.MetaFunction = ({ loaderData, matches }) =>
  loaderData === undefined
    ? missingPageMeta(matches)
    : pageMeta(`Identification of customers at ${loaderData.service.title}`, matches, {
        description: `On which days ${loaderData.service.title} counts as identifying its customers, and by what evidence.`,
      });

export default function Service({ loaderData }: Route.ComponentProps) {
  return <ServicePage {...loaderData} />;
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <ErrorPage error={error} />;
}
