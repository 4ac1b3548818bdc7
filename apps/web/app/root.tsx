import textFont from '@fontsource-variable/instrument-sans/files/instrument-sans-latin-wght-normal.woff2?url';
import type { ReactNode } from 'react';
import { Meta, Outlet, ScrollRestoration, type ShouldRevalidateFunctionArgs } from 'react-router';
import type { Route } from './+types/root';
import { settingsContext } from './load-context.ts';
import { AlertsProvider } from './shell/alerts.tsx';
import { BuildCheck } from './shell/build-check.tsx';
import { ErrorPage } from './shell/error-page.tsx';
import { LinkMannersProvider } from './shell/link-manners.tsx';
import { useNonce } from './shell/nonce.tsx';
import { readSessionIfKnown } from './shell/session/read-session.ts';
import { SessionProvider } from './shell/session/session.tsx';
import { SiteStyles } from './shell/site-styles.tsx';
import { StaleChunkGuard } from './shell/stale-chunk-guard.tsx';
import { SiteReady } from './shell/start/site-ready.tsx';
import { SiteScripts } from './shell/start/site-scripts.tsx';
import { ThemeScript } from './shell/theme-script.tsx';
import './styles/index.css';

export async function loader({ context, request }: Route.LoaderArgs) {
  const { productName, publicUrl, hasLandingHeaderSearch } = context.get(settingsContext);
  return { productName, publicUrl, hasLandingHeaderSearch, user: await readSessionIfKnown({ context, request }) };
}

/** Neither the settings nor the user change with the query; a user who does is asked for by name. */
export function shouldRevalidate({ currentUrl, nextUrl, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs) {
  return currentUrl.href === nextUrl.href || currentUrl.pathname !== nextUrl.pathname ? defaultShouldRevalidate : false;
}

export function Layout({ children }: { readonly children: ReactNode }) {
  const nonce = useNonce();
  return (
    // The theme script writes data-theme before React looks at the page.
    <html lang="en-US" suppressHydrationWarning>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <ThemeScript />
        <Meta />
        {/* The letters of every page: asked for at once, not when something is drawn in them. */}
        <link rel="preload" href={textFont} as="font" type="font/woff2" crossOrigin="anonymous" />
        <link rel="apple-touch-icon" href="/apple-touch-icon.png" />
        <SiteStyles />
      </head>
      <body>
        {children}
        <ScrollRestoration {...(nonce === undefined ? {} : { nonce })} />
        <SiteReady />
        <SiteScripts />
      </body>
    </html>
  );
}

export default function Root({ loaderData }: Route.ComponentProps) {
  return (
    <LinkMannersProvider>
      <AlertsProvider>
        <SessionProvider told={loaderData.user}>
          <StaleChunkGuard>
            <Outlet />
          </StaleChunkGuard>
        </SessionProvider>
        <BuildCheck />
      </AlertsProvider>
    </LinkMannersProvider>
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <ErrorPage error={error} />;
}
