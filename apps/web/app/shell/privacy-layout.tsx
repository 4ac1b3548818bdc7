import { AssetSpriteProvider } from '@assay/ui';
import { Outlet } from 'react-router';
import assetSprite from '../generated/assets.svg?url';
import '../styles/text.css';
import type { Route } from './+types/privacy-layout';
import { ErrorPage } from './error-page.tsx';
import { SlimFooter } from './footer.tsx';
import { Header } from './header.tsx';

/** Legal texts: to be read, searched from, and printed without anything around them. */
export default function PrivacyLayout() {
  return (
    <AssetSpriteProvider url={assetSprite}>
      <a className="skip" href="#main">
        Skip to content
      </a>
      <Header theme="search" />
      <Outlet />
      <SlimFooter />
    </AssetSpriteProvider>
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <ErrorPage error={error} />;
}
