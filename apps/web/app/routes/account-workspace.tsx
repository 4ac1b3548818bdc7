import { AccountShell, WORKSPACE_HEADLINE } from '../features/account/index.ts';
import { OrderNoticeSlot } from '../features/billing/order-notice-slot.tsx';
import { PlanEndSlot } from '../features/billing/plan-end-slot.tsx';
import { WorkspacePage } from '../features/workspaces/index.ts';
import { AccountNotices } from '../shell/layout/account-notices.tsx';
import { ErrorPage } from '../shell/layout/error-page.tsx';
import { pageMeta } from '../shell/navigation/page-meta.ts';
import { requireUser } from '../shell/session/read-session.ts';
import { useSession } from '../shell/session/session.tsx';
import type { Route } from './+types/account-workspace';
import type { PageHandle } from './default-layout.tsx';
import '../features/workspaces/workspaces.css';

export const handle: PageHandle = { header: 'search' };

export async function loader({ context, request }: Route.LoaderArgs) {
  await requireUser({ context, request });
  return null;
}

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(WORKSPACE_HEADLINE, matches);

export default function AccountWorkspace() {
  const { user } = useSession();
  if (user === null) return <main className="page account" id="main" />;
  return (
    <AccountShell page="workspace" isAdmin={user.isAdmin}>
      <AccountNotices user={user}>
        <OrderNoticeSlot />
        <PlanEndSlot user={user} />
      </AccountNotices>
      <WorkspacePage headline={WORKSPACE_HEADLINE} user={user} />
    </AccountShell>
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <ErrorPage error={error} />;
}
