import assetSprite from '@assay/figures/asset-glyphs.svg?url';
import { AssetSpriteProvider } from '@assay/ui';
import { Outlet } from 'react-router';
import { SearchPanel } from '../features/check/index.ts';
import '../features/published/text.css';
import { ErrorPage } from '../shell/layout/error-page.tsx';
import { SlimFooter } from '../shell/layout/footer.tsx';
import { Header } from '../shell/layout/header.tsx';
import type { Route } from './+types/privacy-layout';

/** Legal texts: to be read, searched from, and printed without anything around them. */
export default function PrivacyLayout() {
  return (
    <AssetSpriteProvider url={assetSprite}>
      <a className="skip" href="#main">
        Skip to content
      </a>
      <Header theme="search" search={<SearchPanel variant="compact" />} />
      <Outlet />
      <SlimFooter />
    </AssetSpriteProvider>
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <ErrorPage error={error} />;
}
