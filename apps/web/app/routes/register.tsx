import { RegisterPage } from '../features/auth/index.ts';
import { ErrorPage } from '../shell/error-page.tsx';
import { pageMeta } from '../shell/page-meta.ts';
import { readLocalOffer } from '../shell/session/read-offer.ts';
import { requireGuest } from '../shell/session/read-session.ts';
import type { Route } from './+types/register';

export async function loader({ context, request }: Route.LoaderArgs) {
  await requireGuest({ context, request });
  const { hasDemo } = await readLocalOffer(context);
  return { email: new URL(request.url).searchParams.get('email') ?? '', hasDemo };
}

export const meta: Route.MetaFunction = ({ matches }) => pageMeta('Create an account', matches);

export default function Register({ loaderData }: Route.ComponentProps) {
  return <RegisterPage {...loaderData} />;
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <ErrorPage error={error} />;
}
