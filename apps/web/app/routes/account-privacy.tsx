import { settingsContext } from '../context/load-context.ts';
import { AccountShell, PRIVACY_HEADLINE, PrivacyPage } from '../features/account/index.ts';
import { OrderNoticeSlot } from '../features/billing/order-notice-slot.tsx';
import { PlanEndSlot } from '../features/billing/plan-end-slot.tsx';
import { AccountNotices } from '../shell/layout/account-notices.tsx';
import { ErrorPage } from '../shell/layout/error-page.tsx';
import { pageMeta } from '../shell/navigation/page-meta.ts';
import { requireUser } from '../shell/session/read-session.ts';
import { useSession } from '../shell/session/session.tsx';
import type { Route } from './+types/account-privacy';
import type { PageHandle } from './default-layout.tsx';

export const handle: PageHandle = { header: 'search' };

export async function loader({ context, request }: Route.LoaderArgs) {
  await requireUser({ context, request });
  return { hasBot: context.get(settingsContext).operator.botUsername !== null };
}

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(PRIVACY_HEADLINE, matches);

export default function AccountPrivacy({ loaderData }: Route.ComponentProps) {
  const { user } = useSession();
  if (user === null) return <main className="page account" id="main" />;
  return (
    <AccountShell page="privacy" isAdmin={user.isAdmin}>
      <AccountNotices user={user}>
        <OrderNoticeSlot />
        <PlanEndSlot user={user} />
      </AccountNotices>
      <PrivacyPage email={user.email} hasBot={loaderData.hasBot} />
    </AccountShell>
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <ErrorPage error={error} />;
}
