import { AccountShell } from '../features/account/index.ts';
import { AUDIT_HEADLINES, AuditPage, answerAuditSearch, loadAuditPage } from '../features/audit/index.ts';
import { ErrorPage } from '../shell/layout/error-page.tsx';
import { pageMeta } from '../shell/navigation/page-meta.ts';
import { useSession } from '../shell/session/session.tsx';
import type { Route } from './+types/audit-log';
import type { PageHandle } from './default-layout.tsx';
import '../features/published/text.css';
import '../features/audit/audit.css';

export const handle: PageHandle = { header: 'search' };

export async function loader(visit: Route.LoaderArgs) {
  return await loadAuditPage('workspace', visit);
}

/** For who has no script, and for a form that was sent before it came. */
export async function action({ request }: Route.ActionArgs) {
  return await answerAuditSearch('workspace', request);
}

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(AUDIT_HEADLINES.workspace, matches);

export default function AuditLog({ loaderData, actionData }: Route.ComponentProps) {
  const { user } = useSession();
  if (user === null) return <main className="page account" id="main" />;
  return (
    <AccountShell page="audit" isAdmin={user.isAdmin}>
      <AuditPage {...loaderData} failure={actionData?.error ?? null} />
    </AccountShell>
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <ErrorPage error={error} />;
}
