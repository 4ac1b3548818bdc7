import { redirect } from 'react-router';
import { CheckEmailPage } from '../features/auth/index.ts';
import { ErrorPage } from '../shell/layout/error-page.tsx';
import { pageMeta } from '../shell/navigation/page-meta.ts';
import { readLocalOffer } from '../shell/session/read-offer.ts';
import { requireGuest } from '../shell/session/read-session.ts';
import { readSentLink } from '../shell/session/sent-link.ts';
import type { Route } from './+types/success-auth';

export async function loader({ context, request }: Route.LoaderArgs) {
  await requireGuest({ context, request });
  return await readLocalOffer(context);
}

/** Whether a link was sent only this tab knows; without one there is nothing to say here. */
export async function clientLoader({ serverLoader }: Route.ClientLoaderArgs) {
  const { outboxPath, needsPrintedLink } = await serverLoader();
  const sent = readSentLink();
  if (sent === null) throw redirect('/');
  return { sent, outboxPath, needsPrintedLink };
}
clientLoader.hydrate = true as const;

export function HydrateFallback() {
  return <main className="auth-main" id="main" />;
}

export const meta: Route.MetaFunction = ({ matches }) => pageMeta('Check your email', matches);

export default function SuccessAuth({ loaderData }: Route.ComponentProps) {
  return <CheckEmailPage {...loaderData} />;
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <ErrorPage error={error} />;
}
