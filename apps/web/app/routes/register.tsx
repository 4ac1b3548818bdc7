import { answerAuthForm, CheckEmailPage, RegisterPage } from '../features/auth/index.ts';
import { ErrorPage } from '../shell/layout/error-page.tsx';
import { pageMeta } from '../shell/navigation/page-meta.ts';
import { readLocalOffer } from '../shell/session/read-offer.ts';
import { readOrder } from '../shell/session/read-order.ts';
import { requireGuest } from '../shell/session/read-session.ts';
import type { Route } from './+types/register';

export async function loader({ context, request }: Route.LoaderArgs) {
  await requireGuest({ context, request });
  const { searchParams } = new URL(request.url);
  const offer = await readLocalOffer(context);
  const order = await readOrder(searchParams);
  return {
    email: searchParams.get('email') ?? '',
    order,
    link: searchParams.get('link')?.slice(0, 256) || null,
    ...offer,
  };
}

/** For who has no script, and for a form that was sent before it came. */
export async function action({ context, request }: Route.ActionArgs) {
  return await answerAuthForm('register', { context, request });
}

export const meta: Route.MetaFunction = ({ matches }) => pageMeta('Create an account', matches);

export default function Register({ loaderData, actionData }: Route.ComponentProps) {
  const { outboxPath, ...facts } = loaderData;
  if (actionData?.sent !== undefined) {
    const { needsPrintedLink } = facts;
    return <CheckEmailPage sent={actionData.sent} outboxPath={outboxPath} needsPrintedLink={needsPrintedLink} />;
  }
  return <RegisterPage {...facts} answer={actionData} />;
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <ErrorPage error={error} />;
}
