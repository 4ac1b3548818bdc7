import { AccountShell, DEVELOPERS_HEADLINE } from '../features/account/index.ts';
import { ApiKeysPage } from '../features/api-keys/index.ts';
import { OrderNoticeSlot } from '../features/billing/order-notice-slot.tsx';
import { PlanEndSlot } from '../features/billing/plan-end-slot.tsx';
import { AccountNotices } from '../shell/layout/account-notices.tsx';
import { ErrorPage } from '../shell/layout/error-page.tsx';
import { pageMeta } from '../shell/navigation/page-meta.ts';
import { requireUser } from '../shell/session/read-session.ts';
import { useSession } from '../shell/session/session.tsx';
import type { Route } from './+types/account-developers';
import type { PageHandle } from './default-layout.tsx';
// Here, and not in what is loaded later: the server links the styles of routes only.
import '../features/api-keys/api-keys.css';

export const handle: PageHandle = { header: 'search' };

export async function loader({ context, request }: Route.LoaderArgs) {
  await requireUser({ context, request });
  return null;
}

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(DEVELOPERS_HEADLINE, matches);

export default function AccountDevelopers() {
  const { user } = useSession();
  if (user === null) return <main className="page account" id="main" />;
  return (
    <AccountShell page="developers" isAdmin={user.isAdmin}>
      <AccountNotices user={user}>
        <OrderNoticeSlot />
        <PlanEndSlot user={user} />
      </AccountNotices>
      <ApiKeysPage title={DEVELOPERS_HEADLINE} user={user} />
    </AccountShell>
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <ErrorPage error={error} />;
}
