import { createClient } from '@assay/contracts/client';
import { data } from 'react-router';
import { apiFetchContext } from '../context/load-context.ts';
import {
  answerConfirmForm,
  CheckEmailPage,
  ConfirmPage,
  lookAtLink,
  NoFreeCheck,
  OrderedCheck,
} from '../features/auth/index.ts';
import { ErrorPage } from '../shell/layout/error-page.tsx';
import { pageMeta } from '../shell/navigation/page-meta.ts';
import type { Route } from './+types/confirm-link';

/** Looks, and uses nothing up: opening this page, as a scanner of mails does, signs nobody in. */
export async function loader({ context, request }: Route.LoaderArgs) {
  const link = new URL(request.url).searchParams.get('link')?.trim() ?? '';
  if (link === '') throw data('The link is incomplete. Open it from the email again.', { status: 404 });
  const client = createClient<AbortSignal>({ fetch: context.get(apiFetchContext), baseUrl: '/api', timezone: 'UTC' });
  return data({ link, found: await lookAtLink(client, link, request.signal) }, { headers: SECRET });
}

/** For who has no script: pressing the button is what uses the link up. */
export async function action({ context, request }: Route.ActionArgs) {
  return await answerConfirmForm({ context, request });
}

/** The address of this page is a key: no cache keeps it, and no request made from here names it. */
const SECRET = { 'cache-control': 'no-store', 'referrer-policy': 'no-referrer', 'x-robots-tag': 'noindex' };

export const headers: Route.HeadersFunction = ({ loaderHeaders }) => loaderHeaders;

/** Once opened, the token is out of the address: nothing may ask the loader for it again. */
export const shouldRevalidate = () => false;

export const meta: Route.MetaFunction = ({ matches, loaderData }) =>
  pageMeta(loaderData === undefined ? 'Page Not Found' : 'Log in', matches);

export default function ConfirmLink({ loaderData, actionData }: Route.ComponentProps) {
  const { link, found } = loaderData;
  if (actionData?.sent !== undefined) {
    return <CheckEmailPage sent={actionData.sent} outboxPath={null} needsPrintedLink={false} />;
  }
  if (actionData?.withoutFreeCheck !== undefined) return <NoFreeCheck {...actionData.withoutFreeCheck} />;
  if (actionData?.ordered !== undefined) return <OrderedCheck link={link} {...actionData.ordered} />;
  return <ConfirmPage key={link} link={link} found={actionData?.found ?? found} />;
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <ErrorPage error={error} />;
}
