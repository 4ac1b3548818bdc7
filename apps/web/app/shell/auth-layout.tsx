import { Outlet } from 'react-router';
import '../styles/auth.css';
import type { Route } from './+types/auth-layout';
import { ErrorPage } from './error-page.tsx';
import { LogoHeader } from './header.tsx';

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
