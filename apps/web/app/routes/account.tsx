import { mayIn, type WorkspaceRole } from '@assay/domain';
import { Spinner } from '@assay/ui';
import { lazy, Suspense } from 'react';
import { type ShouldRevalidateFunctionArgs, useSearchParams } from 'react-router';
import { settingsContext } from '../context/load-context.ts';
import { AccountShell, type AccountTab, tabOf } from '../features/account/index.ts';
import { TariffsTab } from '../features/billing/index.ts';
import { OrderNoticeSlot } from '../features/billing/order-notice-slot.tsx';
import { PlanEndSlot } from '../features/billing/plan-end-slot.tsx';
import { AccountNotices } from '../shell/layout/account-notices.tsx';
import { ErrorPage } from '../shell/layout/error-page.tsx';
import { useInBrowser } from '../shell/layout/use-in-browser.ts';
import { pageMeta } from '../shell/navigation/page-meta.ts';
import { requireUser } from '../shell/session/read-session.ts';
import { useSession } from '../shell/session/session.tsx';
import type { Route } from './+types/account';
import type { PageHandle } from './default-layout.tsx';
// Here, and not in what is loaded later: the server links the styles of routes only.
import '../features/billing/billing.css';
import '../features/dispute-decisions/dispute-decisions.css';
import '../features/feedback/feedback-tab.css';
import '../features/history/history.css';
import '../features/promo/promo.css';

export const handle: PageHandle = { header: 'search' };

const AdminGate = lazy(() => import('../features/account/admin-gate.tsx'));
const DisputesTab = lazy(() => import('../features/dispute-decisions/disputes-tab.tsx'));
const FeedbackTab = lazy(() => import('../features/feedback/feedback-tab.tsx'));
const HistoryPage = lazy(() => import('../features/history/history-page.tsx'));
const PromoPage = lazy(() => import('../features/promo/promo-page.tsx'));

export async function loader({ context, request }: Route.LoaderArgs) {
  const { isAdmin } = await requireUser({ context, request });
  const { operator, priceList } = context.get(settingsContext);
  return { isAdmin, salesEmail: operator.salesEmail, priceList };
}

/** Another tab or another page of the history needs no leave; a session that ended does. */
export function shouldRevalidate({ currentUrl, nextUrl, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs) {
  return currentUrl.href === nextUrl.href || currentUrl.pathname !== nextUrl.pathname ? defaultShouldRevalidate : false;
}

export const meta: Route.MetaFunction = ({ matches, loaderData, location }) => {
  const tab = tabOf(new URLSearchParams(location.search).get('tab'), loaderData?.isAdmin ?? false);
  return pageMeta(tab.headline, matches);
};

export default function Account({ loaderData }: Route.ComponentProps) {
  const { user } = useSession();
  const [query] = useSearchParams();
  const isInBrowser = useInBrowser();
  const isAdmin = user?.isAdmin ?? loaderData.isAdmin;
  const tab = tabOf(query.get('tab'), isAdmin);
  // Signing out leaves this page: until it has, nothing of the account stays on it.
  if (user === null) return <main className="page account" id="main" />;
  const isAllowed = mayOpen(tab.id, user.workspace.role);
  return (
    <AccountShell page={tab.id} isAdmin={isAdmin}>
      <AccountNotices user={user}>
        <OrderNoticeSlot />
        <PlanEndSlot user={user} />
      </AccountNotices>
      {!isAllowed && <NotInThisRole title={tab.headline} />}
      {tab.id === 'history' && isAllowed && (
        <Suspense fallback={<WaitingTab title={tab.headline} />}>
          {isInBrowser ? <HistoryPage title={tab.headline} /> : <WaitingTab title={tab.headline} />}
        </Suspense>
      )}
      {tab.id === 'tariffs' && isAllowed && (
        <TariffsTab
          title={tab.headline}
          user={user}
          salesEmail={loaderData.salesEmail}
          priceList={loaderData.priceList}
        />
      )}
      {tab.id === 'promocodes' && (
        <Suspense fallback={<WaitingTab title={tab.headline} />}>
          {isInBrowser ? (
            <AdminGate title={tab.headline}>
              <PromoPage title={tab.headline} />
            </AdminGate>
          ) : (
            <WaitingTab title={tab.headline} />
          )}
        </Suspense>
      )}
      {tab.id === 'feedback' && (
        <Suspense fallback={<WaitingTab title={tab.headline} />}>
          {isInBrowser ? (
            <AdminGate title={tab.headline}>
              <FeedbackTab title={tab.headline} />
            </AdminGate>
          ) : (
            <WaitingTab title={tab.headline} />
          )}
        </Suspense>
      )}
      {tab.id === 'disputes' && (
        <Suspense fallback={<WaitingTab title={tab.headline} />}>
          {isInBrowser ? (
            <AdminGate title={tab.headline}>
              <DisputesTab title={tab.headline} />
            </AdminGate>
          ) : (
            <WaitingTab title={tab.headline} />
          )}
        </Suspense>
      )}
    </AccountShell>
  );
}

/** Whether a role of the selected workspace sees a tab. */
function mayOpen(tab: AccountTab, role: WorkspaceRole): boolean {
  switch (tab) {
    case 'history':
      return mayIn(role, 'read');
    case 'tariffs':
      return mayIn(role, 'billing');
    case 'promocodes':
    case 'feedback':
    case 'disputes':
      return true;
  }
}

function NotInThisRole({ title }: { readonly title: string }) {
  return (
    <>
      <div className="acc-head">
        <h1>{title}</h1>
      </div>
      <p>Your role in this workspace does not include this. Ask one of its owners or administrators.</p>
    </>
  );
}

function WaitingTab({ title }: { readonly title: string }) {
  return (
    <>
      <div className="acc-head">
        <h1>{title}</h1>
      </div>
      <Spinner />
    </>
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <ErrorPage error={error} />;
}
