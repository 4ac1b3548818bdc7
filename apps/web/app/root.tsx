import textFont from '@fontsource-variable/instrument-sans/files/instrument-sans-latin-wght-normal.woff2?url';
import type { ReactNode } from 'react';
import { Meta, Outlet, ScrollRestoration, type ShouldRevalidateFunctionArgs } from 'react-router';
import type { Route } from './+types/root';
import { settingsContext } from './context/load-context.ts';
import { BuildCheck } from './shell/build/build-check.tsx';
import { StaleChunkGuard } from './shell/build/stale-chunk-guard.tsx';
import { SiteReady } from './shell/build/start/site-ready.tsx';
import { SiteScripts } from './shell/build/start/site-scripts.tsx';
import { AlertsProvider } from './shell/layout/alerts.tsx';
import { useNonce } from './shell/layout/nonce.tsx';
import { SiteStyles } from './shell/layout/site-styles.tsx';
import { ThemeScript } from './shell/layout/theme-script.tsx';
import { WholeErrorPage } from './shell/layout/whole-error-page.tsx';
import { LinkBehaviourProvider } from './shell/navigation/link-behaviour.tsx';
import { PageFocus } from './shell/navigation/page-focus.tsx';
import { readSessionIfKnown } from './shell/session/read-session.ts';
import { SessionProvider } from './shell/session/session.tsx';
import './styles.css';

export async function loader({ context, request }: Route.LoaderArgs) {
  const { productName, publicUrl, hasLandingHeaderSearch, operator } = context.get(settingsContext);
  const user = await readSessionIfKnown({ context, request });
  return { productName, publicUrl, hasLandingHeaderSearch, supportEmail: operator.supportEmail, user };
}

/** Neither the settings nor the user change with the query; a changed user is requested explicitly. */
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
        {/* The text font of every page, requested before the first text uses it. */}
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
    <LinkBehaviourProvider>
      <AlertsProvider>
        <SessionProvider loaded={loaderData.user}>
          <StaleChunkGuard>
            <Outlet />
          </StaleChunkGuard>
        </SessionProvider>
        <PageFocus />
        <BuildCheck />
      </AlertsProvider>
    </LinkBehaviourProvider>
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <WholeErrorPage error={error} />;
}
