import { Outlet } from 'react-router';
import type { Route } from './+types/default-layout';
import { ErrorPage } from './error-page.tsx';

export default function DefaultLayout() {
  return <Outlet />;
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <ErrorPage error={error} />;
}
