import { AccountShell, BATCHES_HEADLINE } from '../features/account/index.ts';
import { BatchesPage } from '../features/batches/index.ts';
import { OrderNoticeSlot } from '../features/billing/order-notice-slot.tsx';
import { PlanEndSlot } from '../features/billing/plan-end-slot.tsx';
import { AccountNotices } from '../shell/layout/account-notices.tsx';
import { ErrorPage } from '../shell/layout/error-page.tsx';
import { pageMeta } from '../shell/navigation/page-meta.ts';
import { requireUser } from '../shell/session/read-session.ts';
import { useSession } from '../shell/session/session.tsx';
import type { Route } from './+types/account-batches';
import type { PageHandle } from './default-layout.tsx';
// Here, and not in what is loaded later: the server links the styles of routes only.
import '../features/batches/batches.css';

export const handle: PageHandle = { header: 'search' };

export async function loader({ context, request }: Route.LoaderArgs) {
  await requireUser({ context, request });
  return null;
}

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(BATCHES_HEADLINE, matches);

export default function AccountBatches() {
  const { user } = useSession();
  if (user === null) return <main className="page account" id="main" />;
  return (
    <AccountShell page="batches" isAdmin={user.isAdmin}>
      <AccountNotices user={user}>
        <OrderNoticeSlot />
        <PlanEndSlot user={user} />
      </AccountNotices>
      <BatchesPage title={BATCHES_HEADLINE} user={user} />
    </AccountShell>
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <ErrorPage error={error} />;
}
