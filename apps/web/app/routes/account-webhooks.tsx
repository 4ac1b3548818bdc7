import { AccountShell } from '../features/account/index.ts';
import { OrderNoticeSlot } from '../features/billing/order-notice-slot.tsx';
import { PlanEndSlot } from '../features/billing/plan-end-slot.tsx';
import { WebhooksPage } from '../features/webhooks/index.ts';
import { AccountNotices } from '../shell/layout/account-notices.tsx';
import { ErrorPage } from '../shell/layout/error-page.tsx';
import { pageMeta } from '../shell/navigation/page-meta.ts';
import { requireUser } from '../shell/session/read-session.ts';
import { useSession } from '../shell/session/session.tsx';
import type { Route } from './+types/account-webhooks';
import type { PageHandle } from './default-layout.tsx';
// Here, and not in what is loaded later: the server links the styles of routes only.
import '../features/api-keys/api-keys.css';
import '../features/webhooks/webhooks.css';

const HEADLINE = 'Webhooks';

export const handle: PageHandle = { header: 'search' };

export async function loader({ context, request }: Route.LoaderArgs) {
  await requireUser({ context, request });
  return null;
}

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(HEADLINE, matches);

export default function AccountWebhooks() {
  const { user } = useSession();
  if (user === null) return <main className="page account" id="main" />;
  return (
    <AccountShell page="developers" isAdmin={user.isAdmin}>
      <AccountNotices user={user}>
        <OrderNoticeSlot />
        <PlanEndSlot user={user} />
      </AccountNotices>
      <WebhooksPage title={HEADLINE} user={user} />
    </AccountShell>
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <ErrorPage error={error} />;
}
