/** Where a login that a guard or a confirmation asked for returns (docs/decisions/0136). */
const PLACE = 'assay_return';
/** The company that was selected last in this browser; none for the personal workspace. */
const WORKSPACE = 'assay_workspace';

/** As long as the link of a mail, and the second step after it, may take. */
const PLACE_SECONDS = 1_800;
const WORKSPACE_SECONDS = 604_800;
const MOST_LETTERS = 512;
/** Pages of signing in, and files and calls, are no place to return to. */
const NO_PLACE =
  /^\/(?:login|register|success-auth|confirm-link|second-step|undo|invitation|workspace-refused|api)(?:[/?#]|$)/;

/**
 * A path of this site to return to; null for anything else. Others can write a cookie of a parent domain: what would
 * lead to another site, or is no page, is not believed.
 */
export function readPlace(text: string): string | null {
  if (text === '' || text.length > MOST_LETTERS || !/^\/(?![/\\])[\x21-\x7e]*$/.test(text) || text.includes('\\'))
    return null;
  const base = 'http://site.invalid';
  const url = URL.canParse(text, base) ? new URL(text, base) : null;
  if (url === null || url.origin !== base || url.pathname.startsWith('//') || NO_PLACE.test(url.pathname)) return null;
  return `${url.pathname}${url.search}`;
}

/** The page that a request asks for, as a cookie of the answer that leads to the login instead. */
export function placeHeaders(request: Request): { readonly 'set-cookie': string } | undefined {
  const url = new URL(request.url);
  url.searchParams.delete('_routes');
  const place = readPlace(`${url.pathname.replace(/\.data$/, '')}${url.search}`);
  if (place === null) return undefined;
  return { 'set-cookie': cookieOf(PLACE, place, PLACE_SECONDS, url.protocol === 'https:') };
}

/** For actions, where there is no script: the page after a login, which the headers of the answer then forget. */
export function placeAfter(request: Request, headers: Headers): string {
  const place = readPlace(valueIn(request.headers.get('cookie') ?? '', PLACE));
  if (place !== null) headers.append('set-cookie', cookieOf(PLACE, '', 0, request.url.startsWith('https:')));
  return place ?? '/';
}

/** Keeps a page, by default the present one, for the login that it asks for. Browser only. */
export function keepPlace(path = `${window.location.pathname}${window.location.search}`): void {
  write(PLACE, path, PLACE_SECONDS);
}

/** A guest who goes on to another page has left the one that asked for a login. Browser only. */
export function forgetPlaceElsewhere(pathname: string): void {
  const place = valueIn(document.cookie, PLACE);
  if (place !== '' && place.split('?')[0] !== pathname) write(PLACE, '', 0);
}

/** The page and the company to return to, once; null for a login that nothing asked for. Browser only. */
export function takePlace(): { readonly path: string; readonly workspace: string | null } | null {
  const path = readPlace(valueIn(document.cookie, PLACE));
  if (path !== null) write(PLACE, '', 0);
  const workspace = valueIn(document.cookie, WORKSPACE);
  return path === null ? null : { path, workspace: workspace === '' ? null : workspace };
}

/** Remembers the selected company; null for the personal workspace, and after logging out. Browser only. */
export function rememberWorkspace(id: string | null): void {
  if (valueIn(document.cookie, WORKSPACE) === (id ?? '')) return;
  write(WORKSPACE, id ?? '', id === null ? 0 : WORKSPACE_SECONDS);
}

function valueIn(cookies: string, name: string): string {
  const found = cookies
    .split(';')
    .map((cookie) => cookie.trim())
    .find((cookie) => cookie.startsWith(`${name}=`));
  try {
    return decodeURIComponent(found?.slice(name.length + 1) ?? '');
  } catch {
    // Somebody else wrote it: as good as nothing.
    return '';
  }
}

function cookieOf(name: string, value: string, maxAgeSeconds: number, isSecure: boolean): string {
  const secure = isSecure ? '; Secure' : '';
  return `${name}=${encodeURIComponent(value)}; Path=/; Max-Age=${maxAgeSeconds}; SameSite=Lax${secure}`;
}

function write(name: string, value: string, maxAgeSeconds: number): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser.
  document.cookie = cookieOf(name, value, maxAgeSeconds, window.location.protocol === 'https:');
}
