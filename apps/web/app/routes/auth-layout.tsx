import { Outlet } from 'react-router';
import '../features/auth/auth.css';
import { ErrorPage } from '../shell/layout/error-page.tsx';
import { LogoHeader } from '../shell/layout/header.tsx';
import type { Route } from './+types/auth-layout';

/** Signing in: nothing but the logo above one sheet. */
export default function AuthLayout() {
  return (
    <div className="auth">
      <a className="skip" href="#main">
        Skip to content
      </a>
      <LogoHeader />
      <Outlet />
    </div>
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <ErrorPage error={error} />;
}
