import { redirect } from 'react-router';
import { CardPage } from '../features/card-payment/index.ts';
import { ErrorPage } from '../shell/layout/error-page.tsx';
import { pageMeta } from '../shell/navigation/page-meta.ts';
import { requireUser } from '../shell/session/read-session.ts';
import type { Route } from './+types/stripe';
import '../features/card-payment/card-payment.css';

const TITLE = 'Card payment';

export async function loader({ context, request }: Route.LoaderArgs) {
  await requireUser({ context, request });
  const orderId = new URL(request.url).searchParams.get('order_id') ?? '';
  if (orderId === '') throw redirect('/account');
  return { orderId };
}

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(TITLE, matches);

export default function Stripe({ loaderData }: Route.ComponentProps) {
  return <CardPage title={TITLE} orderId={loaderData.orderId} />;
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <ErrorPage error={error} />;
}
