import assetSprite from '@assay/figures/asset-glyphs.svg?url';
import { AssetSpriteProvider } from '@assay/ui';
import { useEffect } from 'react';
import { Outlet, useLocation, useMatches } from 'react-router';
import { SearchPanel } from '../features/check/index.ts';
import { GlobalSurvey } from '../features/survey/index.ts';
import { ConfirmationSlot } from '../shell/factors/confirmation-slot.tsx';
import { ErrorPage } from '../shell/layout/error-page.tsx';
import { SlimFooter } from '../shell/layout/footer.tsx';
import { Header, type HeaderTheme } from '../shell/layout/header.tsx';
import { useSession } from '../shell/session/session.tsx';
import type { Route } from './+types/default-layout';
// Here, and not in what is loaded later: the server links the styles of routes only.
import '../features/survey/survey.css';

/** What a route sets of the layout around it. */
export interface PageHandle {
  readonly header: HeaderTheme;
}

export default function DefaultLayout() {
  const theme = useHeaderTheme();
  const { user } = useSession();
  // Nothing that a page holds of one workspace stays in another one.
  const workspace = user?.workspace.kind === 'company' ? user.workspace.id : '';
  useRememberedPlace();
  return (
    <AssetSpriteProvider url={assetSprite}>
      <a className="skip" href="#main">
        Skip to content
      </a>
      <Header key={theme} theme={theme} search={<SearchPanel variant="compact" />} />
      <Outlet key={workspace} />
      {theme !== 'landing' && <SlimFooter />}
      <GlobalSurvey />
      <ConfirmationSlot />
    </AssetSpriteProvider>
  );
}

/** For the login that a guard asks for later; a visitor who goes on as a guest has left the page that asked. */
function useRememberedPlace(): void {
  const { user } = useSession();
  const { pathname } = useLocation();
  useEffect(() => {
    const company = user?.workspace.kind === 'company' ? user.workspace.id : null;
    // Most visits have nothing to remember or to forget, and load nothing for it.
    if (company === null && !/assay_(?:return|workspace)=/.test(document.cookie)) return;
    void import('../shell/session/return-place.ts').then(({ forgetPlaceElsewhere, rememberWorkspace }) => {
      if (user === null) forgetPlaceElsewhere(pathname);
      else rememberWorkspace(company);
    });
  }, [user, pathname]);
}

function useHeaderTheme(): HeaderTheme {
  const { user } = useSession();
  const handles = useMatches().flatMap((match) => (isPageHandle(match.handle) ? [match.handle] : []));
  const theme = handles.at(-1)?.header ?? 'plain';
  // A signed-in user sees the home page instead of the landing, with the panel on the page and none in the header.
  return theme === 'landing' && user !== null ? 'plain' : theme;
}

function isPageHandle(handle: unknown): handle is PageHandle {
  return typeof handle === 'object' && handle !== null && 'header' in handle;
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <ErrorPage error={error} />;
}
