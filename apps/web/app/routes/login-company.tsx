import { answerCompanyForm, CompanyLoginPage } from '../features/auth/index.ts';
import { ErrorPage } from '../shell/layout/error-page.tsx';
import { pageMeta } from '../shell/navigation/page-meta.ts';
import { requireGuest } from '../shell/session/read-session.ts';
import type { Route } from './+types/login-company';

export async function loader({ context, request }: Route.LoaderArgs) {
  await requireGuest({ context, request });
  const { searchParams } = new URL(request.url);
  return { email: searchParams.get('email') ?? '', asksTerms: searchParams.get('terms') === 'ask' };
}

/** For who has no script, and for a form that was sent before it came. */
export async function action({ context, request }: Route.ActionArgs) {
  return await answerCompanyForm({ context, request });
}

export const meta: Route.MetaFunction = ({ matches }) => pageMeta('Log in with your company', matches);

export default function LoginCompany({ loaderData, actionData }: Route.ComponentProps) {
  return <CompanyLoginPage {...loaderData} answer={actionData} />;
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <ErrorPage error={error} />;
}
