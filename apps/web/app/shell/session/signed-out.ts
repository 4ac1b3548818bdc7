const NAME = 'assay_signed_out';
/** As long as the session cookie, which no script can take away, may live. */
const SESSION_SECONDS = 604_800;

/**
 * Remembers a log out that did not reach the server: until it does, this browser's pages are a guest's (row AUTH-26).
 * Browser only.
 */
export function markSignedOut(): void {
  write('1', SESSION_SECONDS);
}

/** Forgets it: the server knows, or somebody signed in. Browser only. */
export function forgetSignedOut(): void {
  if (isSignedOut(document.cookie)) write('', 0);
}

/** Whether the cookies of a visit say that its session was left. */
export function isSignedOut(cookies: string): boolean {
  return cookies.split(';').some((cookie) => cookie.trim() === `${NAME}=1`);
}

function write(value: string, maxAgeSeconds: number): void {
  const secure = window.location.protocol === 'https:' ? '; secure' : '';
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser.
  document.cookie = `${NAME}=${value}; path=/; max-age=${maxAgeSeconds}; samesite=lax${secure}`;
}
