import { Outlet } from 'react-router';
import { ErrorPage } from '../shell/layout/error-page.tsx';
import { LogoHeader } from '../shell/layout/header.tsx';
import type { Route } from './+types/empty-layout';

/** Nothing but the logo above one thing to do (GAP-22). */
export default function EmptyLayout() {
  return (
    <>
      <a className="skip" href="#main">
        Skip to content
      </a>
      <LogoHeader />
      <Outlet />
    </>
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <ErrorPage error={error} />;
}
