import { redirect } from 'react-router';
import { RefusedSession } from '../features/workspaces/index.ts';
import { ErrorPage } from '../shell/layout/error-page.tsx';
import { pageMeta } from '../shell/navigation/page-meta.ts';
import { readSession } from '../shell/session/read-session.ts';
import { useSession } from '../shell/session/session.tsx';
import type { Route } from './+types/workspace-refused';
import '../features/workspaces/workspaces.css';

/** Shown while the selected company refuses the session, and not a moment longer. */
export async function loader({ context, request }: Route.LoaderArgs) {
  const user = await readSession({ context, request });
  if (user === null) throw redirect('/login');
  if (user.workspaceRefusal === null) throw redirect('/account/workspace');
  return null;
}

export const meta: Route.MetaFunction = ({ matches }) => pageMeta('Workspace not open', matches);

export default function WorkspaceRefused() {
  const { user } = useSession();
  const refusal = user?.workspaceRefusal ?? null;
  if (user === null || refusal === null) return <main className="auth-main" id="main" />;
  return <RefusedSession user={user} refusal={refusal} />;
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <ErrorPage error={error} />;
}
