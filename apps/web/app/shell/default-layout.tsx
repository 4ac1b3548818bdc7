import { AssetSpriteProvider } from '@assay/ui';
import { Outlet, useMatches } from 'react-router';
import { GlobalSurvey } from '../features/survey/index.ts';
import assetSprite from '../generated/assets.svg?url';
import type { Route } from './+types/default-layout';
import { ErrorPage } from './error-page.tsx';
import { SlimFooter } from './footer.tsx';
import { Header, type HeaderTheme } from './header.tsx';
import { useSession } from './session/session.tsx';
// Here, and not in what is loaded later: the server links the styles of routes only.
import '../styles/survey.css';

/** What a route may say to the layout around it. */
export interface PageHandle {
  readonly header: HeaderTheme;
}

export default function DefaultLayout() {
  const theme = useHeaderTheme();
  return (
    <AssetSpriteProvider url={assetSprite}>
      <a className="skip" href="#main">
        Skip to content
      </a>
      <Header key={theme} theme={theme} />
      <Outlet />
      {theme !== 'landing' && <SlimFooter />}
      <GlobalSurvey />
    </AssetSpriteProvider>
  );
}

function useHeaderTheme(): HeaderTheme {
  const { user } = useSession();
  const handles = useMatches().flatMap((match) => (isPageHandle(match.handle) ? [match.handle] : []));
  const theme = handles.at(-1)?.header ?? 'plain';
  // Where guests land, who is signed in is at home: with the panel on the page, and none in the header.
  return theme === 'landing' && user !== null ? 'plain' : theme;
}

function isPageHandle(handle: unknown): handle is PageHandle {
  return typeof handle === 'object' && handle !== null && 'header' in handle;
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <ErrorPage error={error} />;
}
