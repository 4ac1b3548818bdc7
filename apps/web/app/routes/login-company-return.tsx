import { data, redirect } from 'react-router';
import { answerCompanyReturn, CompanyReturnPage } from '../features/auth/index.ts';
import { ErrorPage } from '../shell/layout/error-page.tsx';
import { pageMeta } from '../shell/navigation/page-meta.ts';
import type { Route } from './+types/login-company-return';

/** The address of this page is a key for a moment: no cache keeps it, and no request made from here names it. */
const SECRET = { 'cache-control': 'no-store', 'referrer-policy': 'no-referrer', 'x-robots-tag': 'noindex' };

export async function loader({ request }: Route.LoaderArgs) {
  const { search } = new URL(request.url);
  if (!new URLSearchParams(search).has('state') && request.method === 'GET') throw redirect('/login/company');
  return data({ query: search.slice(1) }, { headers: SECRET });
}

/** For who has no script. */
export async function action({ context, request }: Route.ActionArgs) {
  return await answerCompanyReturn({ context, request });
}

export const headers: Route.HeadersFunction = ({ loaderHeaders }) => loaderHeaders;

/** Once opened, what the provider sent is out of the address: nothing may ask the loader for it again. */
export const shouldRevalidate = () => false;

export const meta: Route.MetaFunction = ({ matches }) => pageMeta('Log in', matches);

export default function LoginCompanyReturn({ loaderData, actionData }: Route.ComponentProps) {
  return <CompanyReturnPage query={loaderData.query} problem={actionData?.problem ?? null} />;
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <ErrorPage error={error} />;
}
