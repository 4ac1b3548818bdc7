import { ApiError, createClient } from '@assay/contracts/client';
import { secondStepClient } from '@assay/contracts/factor-client';
import { data, redirect } from 'react-router';
import { apiFetchContext } from '../context/load-context.ts';
import { SecondStepPage } from '../features/auth/index.ts';
import { ErrorPage } from '../shell/layout/error-page.tsx';
import { pageMeta } from '../shell/navigation/page-meta.ts';
import { formClient, textOf } from '../shell/session/form-client.ts';
import type { Route } from './+types/second-step';

const HEADERS = { 'cache-control': 'no-store', 'x-robots-tag': 'noindex' };

/** The login that waits; without one there is nothing to complete here. */
export async function loader({ context, request }: Route.LoaderArgs) {
  const client = createClient<AbortSignal>({ fetch: context.get(apiFetchContext), baseUrl: '/api', timezone: 'UTC' });
  try {
    return data(await secondStepClient(client).state({ signal: request.signal }), { headers: HEADERS });
  } catch (error) {
    if (error instanceof ApiError && error.errorName === 'SignInExpired') throw redirect('/login');
    throw error;
  }
}

/** For who has no script. */
export async function action({ context, request }: Route.ActionArgs) {
  const form = await request.formData();
  const method = textOf(form, 'method') === 'totp' ? 'totp' : 'recovery_code';
  const { client, headers } = formClient(context);
  try {
    const { check } = await secondStepClient(client).finish({ method, code: textOf(form, 'code') });
    const isStarted = check !== null && 'data' in check;
    return redirect(isStarted ? `/riskcheck/${check.data.sub_id}` : '/', { headers });
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return data({ problem: error.message }, { status: error.status || 502, headers });
  }
}

export const headers: Route.HeadersFunction = ({ loaderHeaders }) => loaderHeaders;

/** Once the login is complete, nothing waits any more. */
export const shouldRevalidate = () => false;

export const meta: Route.MetaFunction = ({ matches }) => pageMeta('Confirm that it is you', matches);

export default function SecondStep({ loaderData, actionData }: Route.ComponentProps) {
  const { email, confirm_by, expires_at } = loaderData;
  const problem = actionData?.problem ?? null;
  return <SecondStepPage email={email} confirmBy={confirm_by} expiresAt={expires_at} problem={problem} />;
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <ErrorPage error={error} />;
}
