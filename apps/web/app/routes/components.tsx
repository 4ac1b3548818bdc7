import { data } from 'react-router';
import { settingsContext } from '../context/load-context.ts';
import { SearchPanel } from '../features/check/index.ts';
import { ComponentSheet } from '../features/component-sheet/index.ts';
import { ErrorPage } from '../shell/layout/error-page.tsx';
import { pageMeta } from '../shell/navigation/page-meta.ts';
import type { Route } from './+types/components';
import type { PageHandle } from './default-layout.tsx';
import '../features/component-sheet/component-sheet.css';

export const handle: PageHandle = { header: 'plain' };

const LOCAL_HOST = /^(localhost|127(\.\d+){3}|\[::1\])$/;

/** For developers: it is there while the site is reached on this machine only. */
export function loader({ context }: Route.LoaderArgs) {
  const { publicUrl } = context.get(settingsContext);
  if (!LOCAL_HOST.test(new URL(publicUrl).hostname)) throw data(null, { status: 404 });
  return null;
}

export const meta: Route.MetaFunction = ({ matches }) => pageMeta('Components', matches);

export default function Components() {
  return <ComponentSheet searchPanel={<SearchPanel variant="fixed" />} />;
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <ErrorPage error={error} />;
}
