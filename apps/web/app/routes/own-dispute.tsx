import { createClient } from '@assay/contracts/client';
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
  // A mail program may add to the link what follows it in the text.
  const key = /^[0-9a-f]{32}(?=[\s.>)\]]*$)/.exec(params.key)?.[0];
  if (key === undefined) throw noSuchPage();
  const client = createClient<AbortSignal>({ fetch: context.get(apiFetchContext), baseUrl: '/api', timezone: 'UTC' });
  const answer = client.call('GET /disputes/own/:key', { key, signal: request.signal });
  return { key, dispute: await askForPage(answer, 'There is no such dispute.') };
}

export const meta: Route.MetaFunction = ({ loaderData, matches }) =>
  loaderData === undefined ? missingPageMeta(matches) : pageMeta(`Dispute ${loaderData.dispute.id}`, matches);

export default function OwnDispute({ loaderData }: Route.ComponentProps) {
  return <OwnDisputePage dispute={loaderData.dispute} disputeKey={loaderData.key} />;
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <ErrorPage error={error} />;
}
