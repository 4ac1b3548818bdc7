import { ApiError, createClient } from '@assay/contracts/client';
import { data } from 'react-router';
import { apiFetchContext, settingsContext } from '../context/load-context.ts';
import { lookAtUndo, UndoPage, undoFindingOf } from '../features/auth/index.ts';
import { ErrorPage } from '../shell/layout/error-page.tsx';
import { pageMeta } from '../shell/navigation/page-meta.ts';
import { formClient, textOf } from '../shell/session/form-client.ts';
import type { Route } from './+types/undo';

/** Looks, and uses nothing up: opening this page, as a scanner of mails does, undoes nothing. */
export async function loader({ context, request }: Route.LoaderArgs) {
  const token = new URL(request.url).searchParams.get('token')?.trim() ?? '';
  const { supportEmail } = context.get(settingsContext).operator;
  if (token === '') throw data('The link is incomplete. Open it from the email again.', { status: 404 });
  const client = createClient<AbortSignal>({ fetch: context.get(apiFetchContext), baseUrl: '/api', timezone: 'UTC' });
  return data({ token, found: await lookAtUndo(client, token, request.signal), supportEmail }, { headers: SECRET });
}

/** For who has no script: pressing the button is what uses the link up. */
export async function action({ context, request }: Route.ActionArgs) {
  const token = textOf(await request.formData(), 'token');
  const { client, headers } = formClient(context);
  try {
    const { done } = await client.call('POST /auth/undo', { body: { token } });
    return data({ done, found: null }, { headers });
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return data({ done: null, found: undoFindingOf(error) }, { status: error.status || 502, headers });
  }
}

/** The address of this page is a key: no cache keeps it, and no request made from here names it. */
const SECRET = { 'cache-control': 'no-store', 'referrer-policy': 'no-referrer', 'x-robots-tag': 'noindex' };

export const headers: Route.HeadersFunction = ({ loaderHeaders }) => loaderHeaders;

/** Once opened, the token is out of the address: nothing may ask the loader for it again. */
export const shouldRevalidate = () => false;

export const meta: Route.MetaFunction = ({ matches, loaderData }) =>
  pageMeta(loaderData === undefined ? 'Page Not Found' : 'Undo', matches);

export default function Undo({ loaderData, actionData }: Route.ComponentProps) {
  const { token, found, supportEmail } = loaderData;
  return (
    <UndoPage
      key={token}
      token={token}
      found={actionData?.found ?? found}
      answered={actionData?.done ?? null}
      supportEmail={supportEmail}
    />
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <ErrorPage error={error} />;
}
