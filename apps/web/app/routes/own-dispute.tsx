import { createClient } from '@assay/contracts/client';
import { disputeClient } from '@assay/contracts/dispute-client';
import { apiFetchContext } from '../context/load-context.ts';
import { OwnDisputePage } from '../features/disputes/own-dispute-page.tsx';
import { askForPage } from '../shell/data/ask-for-page.ts';
import { ErrorPage } from '../shell/layout/error-page.tsx';
import { missingPageMeta, pageMeta } from '../shell/navigation/page-meta.ts';
import { noSuchPage } from '../shell/navigation/read-page.ts';
import '../features/published/text.css';
import '../features/disputes/disputes.css';
import type { Route } from './+types/own-dispute';

export async function loader({ context, params, request }: Route.LoaderArgs) {
  if (!/^[0-9a-f]{32}$/.test(params.key)) throw noSuchPage();
  const client = createClient<AbortSignal>({ fetch: context.get(apiFetchContext), baseUrl: '/api', timezone: 'UTC' });
  const { signal } = request;
  return { dispute: await askForPage(disputeClient(client).own(params.key, { signal }), 'There is no such dispute.') };
}

export const meta: Route.MetaFunction = ({ loaderData, matches }) =>
  loaderData === undefined ? missingPageMeta(matches) : pageMeta(`Dispute ${loaderData.dispute.id}`, matches);

export default function OwnDispute({ loaderData, params }: Route.ComponentProps) {
  return <OwnDisputePage dispute={loaderData.dispute} disputeKey={params.key} />;
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <ErrorPage error={error} />;
}
