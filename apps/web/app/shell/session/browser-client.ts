import { ApiError, type Client, createClient } from '@assay/contracts/client';
import { reportSessionEnd } from './session-end.ts';
import { withRefresh } from './with-refresh.ts';

let client: Client<AbortSignal> | undefined;

const BASE_URL = '/api';

/** The API as the browser sees it. One for the page; never called while rendering on the server. */
export function browserClient(): Client<AbortSignal> {
  client ??= createClient<AbortSignal>({ fetch: sendWithRefresh(), baseUrl: BASE_URL, timezone: visitorTimeZone() });
  return client;
}

/** Makes a call of the API from the browser. */
export const call: Client<AbortSignal>['call'] = (key, ...given) => browserClient().call(key, ...given);

/** IANA name of the visitor's time zone. Browser only. */
export function visitorTimeZone(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone;
}

/** Calls below /auth of a signed-in user; the others are those of signing in and out. */
function isForSignedIn(path: string): boolean {
  return ['/auth/me', '/auth/factors', '/auth/recovery-codes', '/auth/step-up'].some(
    (known) => path === known || path.startsWith(`${known}/`),
  );
}

function sendWithRefresh() {
  return withRefresh({
    fetch: (url, init) => fetch(url, init),
    refresh: refreshSession,
    isHealable: (url) => !url.startsWith(`${BASE_URL}/auth/`) || isForSignedIn(url.slice(BASE_URL.length)),
    onLost: reportSessionEnd,
  });
}

/** The tokens travel in a cookie that no script can read: whether it worked is all there is to know. */
async function refreshSession(): Promise<boolean> {
  try {
    await call('GET /auth/refresh');
    return true;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return false;
  }
}
