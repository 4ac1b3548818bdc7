import { ApiError, createClient } from '@assay/contracts/client';
import { data, redirect } from 'react-router';
import { apiFetchContext } from '../context/load-context.ts';
import { answerSecondStepForm, SecondStepPage } from '../features/auth/index.ts';
import { ErrorPage } from '../shell/layout/error-page.tsx';
import { pageMeta } from '../shell/navigation/page-meta.ts';
import type { Route } from './+types/second-step';

const HEADERS = { 'cache-control': 'no-store', 'x-robots-tag': 'noindex' };

/** The login that waits; without one there is nothing to complete here. */
export async function loader({ context, request }: Route.LoaderArgs) {
  const client = createClient<AbortSignal>({ fetch: context.get(apiFetchContext), baseUrl: '/api', timezone: 'UTC' });
  try {
    const [login, recovery] = await Promise.all([
      client.call('GET /auth/second-step', { signal: request.signal }),
      client.call('GET /auth/recovery', { signal: request.signal }),
    ]);
    return data({ ...login, recovery }, { headers: HEADERS });
  } catch (error) {
    if (error instanceof ApiError && error.errorName === 'SignInExpired') throw redirect('/login');
    throw error;
  }
}

/** For who has no script. */
export async function action(visit: Route.ActionArgs) {
  return await answerSecondStepForm(visit);
}

export const headers: Route.HeadersFunction = ({ loaderHeaders }) => loaderHeaders;

/** Once the login is complete, nothing waits any more. */
export const shouldRevalidate = () => false;

export const meta: Route.MetaFunction = ({ matches }) => pageMeta('Confirm that it is you', matches);

export default function SecondStep({ loaderData, actionData }: Route.ComponentProps) {
  const { email, confirm_by, expires_at, recovery } = loaderData;
  return (
    <SecondStepPage
      email={email}
      confirmBy={confirm_by}
      expiresAt={expires_at}
      recovery={recovery}
      problem={actionData?.problem ?? null}
    />
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <ErrorPage error={error} />;
}
