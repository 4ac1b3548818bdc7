import { AssetSpriteProvider } from '@assay/ui';
import { Outlet, useMatches } from 'react-router';
import assetSprite from '../generated/assets.svg?url';
import type { Route } from './+types/default-layout';
import { AlertsProvider } from './alerts.tsx';
import { ErrorPage } from './error-page.tsx';
import { SlimFooter } from './footer.tsx';
import { Header, type HeaderTheme } from './header.tsx';

/** What a route may say to the layout around it. */
export interface PageHandle {
  readonly header: HeaderTheme;
}

export default function DefaultLayout() {
  const theme = useHeaderTheme();
  return (
    <AssetSpriteProvider url={assetSprite}>
      <AlertsProvider>
        <a className="skip" href="#main">
          Skip to content
        </a>
        <Header key={theme} theme={theme} />
        <Outlet />
        {theme !== 'landing' && <SlimFooter />}
      </AlertsProvider>
    </AssetSpriteProvider>
  );
}

function useHeaderTheme(): HeaderTheme {
  const handles = useMatches().flatMap((match) => (isPageHandle(match.handle) ? [match.handle] : []));
  return handles.at(-1)?.header ?? 'plain';
}

function isPageHandle(handle: unknown): handle is PageHandle {
  return typeof handle === 'object' && handle !== null && 'header' in handle;
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <ErrorPage error={error} />;
}
