import type { ReactNode } from 'react';
import { Links, Meta, Outlet, Scripts, ScrollRestoration } from 'react-router';
import type { Route } from './+types/root';
import { settingsContext } from './load-context.ts';
import { ErrorPage } from './shell/error-page.tsx';
import { useNonce } from './shell/nonce.tsx';
import { ThemeScript } from './shell/theme-script.tsx';
import './styles/index.css';

export function loader({ context }: Route.LoaderArgs) {
  const { productName, publicUrl } = context.get(settingsContext);
  return { productName, publicUrl };
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
        <Links />
      </head>
      <body>
        {children}
        <ScrollRestoration {...(nonce === undefined ? {} : { nonce })} />
        <Scripts {...(nonce === undefined ? {} : { nonce })} />
      </body>
    </html>
  );
}

export default function Root() {
  return <Outlet />;
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <ErrorPage error={error} />;
}
