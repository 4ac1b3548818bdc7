import { type ReactNode, useState } from 'react';
import { type ErrorResponse, isRouteErrorResponse } from 'react-router';
import { isReachable } from '../navigation/is-reachable.ts';
import { SiteLink } from '../navigation/site-link.tsx';

export interface ErrorPageProps {
  readonly error: unknown;
  /** The page to ask for again; by default the one of the address. */
  readonly wanted?: string;
}

/** What a page is called that was refused, by the status of the refusal. */
const REFUSED: Readonly<Record<number, string>> = {
  400: 'Not a Valid Request',
  403: 'No Access',
  404: 'Page Not Found',
  // Of all that a page asks for, only an address is refused so.
  422: 'Not a Valid Address',
  429: 'Too Many Requests',
};

/** A refusal with its sentence, 'You are offline' without a connection, 'Internal Server Error' for everything else. What went wrong inside is never shown. */
export function ErrorPage({ error, wanted }: ErrorPageProps) {
  return (
    <PlainPage title={titleOfError(error)}>
      {isRefusal(error) && typeof error.data === 'string' && <p>{error.data}</p>}
      {isUnreachable(error) && <TryAgain wanted={wanted ?? window.location.href} />}
    </PlainPage>
  );
}

export function titleOfError(error: unknown): string {
  if (isRefusal(error)) return REFUSED[error.status] ?? 'Internal Server Error';
  if (isUnreachable(error)) return navigator.onLine ? 'The site cannot be reached' : 'You are offline';
  return 'Internal Server Error';
}

/** Its data is the sentence that says what may have gone wrong, where the route knows. */
function isRefusal(error: unknown): error is ErrorResponse {
  return isRouteErrorResponse(error) && error.status in REFUSED;
}

/** In the words of the browsers: neither the data nor the script of the page could be fetched. */
function isUnreachable(error: unknown): boolean {
  return typeof window !== 'undefined' && error instanceof TypeError && /fetch|load|import/i.test(error.message);
}

function TryAgain({ wanted }: { readonly wanted: string }) {
  const [tries, setTries] = useState(0);
  // Asked first: a page that cannot be loaded would be replaced by the browser's own error.
  async function retry() {
    if (await isReachable()) window.location.assign(wanted);
    else setTries(tries + 1);
  }
  return (
    <>
      <p>The page could not be loaded. Check your connection, then try again.</p>
      <p role="status">{tries > 0 && <span key={tries}>There is still no connection.</span>}</p>
      <button className="btn btn-primary" type="button" onClick={() => void retry()}>
        Try again
      </button>
    </>
  );
}

/** A page with nothing but a sentence and the way back. */
export function PlainPage({ title, children }: { readonly title: string; readonly children?: ReactNode }) {
  return (
    <main className="page page-plain" id="main">
      <div className="wrap">
        <h1>{title}</h1>
        {children}
        <SiteLink className="btn btn-line" to="/">
          New check
        </SiteLink>
      </div>
    </main>
  );
}
