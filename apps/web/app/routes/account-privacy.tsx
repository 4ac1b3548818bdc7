import { AccountShell, PRIVACY_HEADLINE, PrivacyPage } from '../features/account/index.ts';
import { settingsContext } from '../load-context.ts';
import { AccountNotices } from '../shell/account-notices.tsx';
import type { PageHandle } from '../shell/default-layout.tsx';
import { ErrorPage } from '../shell/error-page.tsx';
import { pageMeta } from '../shell/page-meta.ts';
import { requireUser } from '../shell/session/read-session.ts';
import { useSession } from '../shell/session/session.tsx';
import type { Route } from './+types/account-privacy';

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
    <AccountShell place="privacy" isAdmin={user.isAdmin}>
      <AccountNotices user={user} />
      <PrivacyPage email={user.email} hasBot={loaderData.hasBot} />
    </AccountShell>
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <ErrorPage error={error} />;
}
