import { isRouteErrorResponse, Link } from 'react-router';

/** 'Page Not Found' for a 404, 'Internal Server Error' for everything else. What went wrong inside is never shown. */
export function ErrorPage({ error }: { readonly error: unknown }) {
  const missing = isRouteErrorResponse(error) && error.status === 404;
  return (
    <main className="page" id="main">
      <div className="wrap plain">
        <h1>{missing ? 'Page Not Found' : 'Internal Server Error'}</h1>
        <Link className="btn btn-line" to="/">
          New check
        </Link>
      </div>
    </main>
  );
}
