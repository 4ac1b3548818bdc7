import { isRouteErrorResponse } from 'react-router';
import { SiteLink } from './site-link.tsx';

/** 'Page Not Found' for a 404, 'Internal Server Error' for everything else. What went wrong inside is never shown. */
export function ErrorPage({ error }: { readonly error: unknown }) {
  const isMissing = isRouteErrorResponse(error) && error.status === 404;
  return <PlainPage title={isMissing ? 'Page Not Found' : 'Internal Server Error'} />;
}

/** A page with nothing but a sentence and the way back. */
export function PlainPage({ title }: { readonly title: string }) {
  return (
    <main className="page page-plain" id="main">
      <div className="wrap">
        <h1>{title}</h1>
        <SiteLink className="btn btn-line" to="/">
          New check
        </SiteLink>
      </div>
    </main>
  );
}
