import { createClient } from '@assay/contracts/client';
import { apiFetchContext } from '../context/load-context.ts';
import { DisputeLogPage } from '../features/disputes/dispute-log-page.tsx';
import { askForPage } from '../shell/data/ask-for-page.ts';
import { ErrorPage } from '../shell/layout/error-page.tsx';
import { missingPageMeta, pageMeta } from '../shell/navigation/page-meta.ts';
import { noSuchPage, readPage } from '../shell/navigation/read-page.ts';
import '../features/published/text.css';
import '../features/disputes/disputes.css';
import type { Route } from './+types/disputes';

export async function loader({ context, request }: Route.LoaderArgs) {
  const { searchParams } = new URL(request.url);
  const dispute = searchParams.has('dispute') ? readPage(searchParams.get('dispute')) : null;
  const page = readPage(searchParams.get('page'));
  const client = createClient<AbortSignal>({ fetch: context.get(apiFetchContext), baseUrl: '/api', timezone: 'UTC' });
  const query = dispute === null ? { page } : { dispute };
  const log = await askForPage(client.call('GET /disputes', { query, signal: request.signal }));
  if (page > Math.max(1, log.meta.totalPages) || (dispute !== null && log.disputes.length === 0)) throw noSuchPage();
  return { log, dispute };
}

/** Not listed by search engines: addresses in it belong to somebody. */
export const meta: Route.MetaFunction = ({ loaderData, matches }) =>
  loaderData === undefined
    ? missingPageMeta(matches)
    : pageMeta('Disputes', matches, {
        description: 'Labels and services that were disputed, what was decided on each, and why.',
      });

export default function Disputes({ loaderData }: Route.ComponentProps) {
  return <DisputeLogPage log={loaderData.log} dispute={loaderData.dispute} />;
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <ErrorPage error={error} />;
}
