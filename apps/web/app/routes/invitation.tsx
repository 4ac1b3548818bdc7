import { createClient } from '@assay/contracts/client';
import { data } from 'react-router';
import { apiFetchContext } from '../context/load-context.ts';
import { InvitationPage, lookAtInvitation } from '../features/workspaces/index.ts';
import { ErrorPage } from '../shell/layout/error-page.tsx';
import { pageMeta } from '../shell/navigation/page-meta.ts';
import type { Route } from './+types/invitation';
import '../features/workspaces/workspaces.css';

/** Looks, and uses nothing up: opening this page, as a scanner of mails does, accepts nothing. */
export async function loader({ context, request }: Route.LoaderArgs) {
  const token = new URL(request.url).searchParams.get('token')?.trim() ?? '';
  if (token === '') throw data('The link is incomplete. Open it from the email again.', { status: 404 });
  const client = createClient<AbortSignal>({ fetch: context.get(apiFetchContext), baseUrl: '/api', timezone: 'UTC' });
  return data({ token, found: await lookAtInvitation(client, token, request.signal) }, { headers: SECRET });
}

/** The address of this page is a key: no cache keeps it, and no request made from here names it. */
const SECRET = { 'cache-control': 'no-store', 'referrer-policy': 'no-referrer', 'x-robots-tag': 'noindex' };

export const headers: Route.HeadersFunction = ({ loaderHeaders }) => loaderHeaders;

/** Once opened, the token is out of the address: nothing may ask the loader for it again. */
export const shouldRevalidate = () => false;

export const meta: Route.MetaFunction = ({ matches, loaderData }) =>
  pageMeta(loaderData === undefined ? 'Page Not Found' : 'Invitation', matches);

export default function Invitation({ loaderData: { token, found } }: Route.ComponentProps) {
  return <InvitationPage key={token} token={token} found={found} />;
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <ErrorPage error={error} />;
}
