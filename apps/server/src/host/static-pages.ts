import { ERRORS, type ErrorName } from '@assay/contracts';

const HOME = '<a href="/">Go back home</a>';
/** The office mark, as the site draws it. */
const OFFICE =
  '<svg viewBox="0 0 32 32" aria-hidden="true"><path stroke="none" d="M6.5.6H25.5L31.4 6.5V25.5L25.5 31.4H6.5L.6 25.5V6.5Z"/><path fill="none" stroke-width="2.5" d="M7.8 24.2 16 7.2l8.2 17"/><path fill="none" stroke-width="2.3" d="M12.6 20.4H19.4"/></svg>';

/** Pages that stand without the site: when it cannot render, or was not built. Nothing in them is fetched. */

export function notBuiltPage(productName: string, nonce: string): string {
  return page({
    title: `${productName} is running`,
    heading: 'The site is not built yet.',
    html: '<p>The API answers under <code>/api</code>. Run <code>npm run build</code> to see the pages.</p>',
    nonce,
  });
}

export function notFoundPage(nonce: string): string {
  const heading = 'Sorry, the page you are looking for could not be found.';
  return page({ title: 'Page Not Found', heading, html: `<p>${HOME}</p>`, nonce });
}

export function serverErrorPage(nonce: string): string {
  const html = `<p>This page is temporarily unavailable.</p><p>${HOME}</p>`;
  return page({ title: 'Server error', heading: 'Server error', html, nonce });
}

/** A page that was refused before it could be rendered. */
export function refusedPage(errorName: ErrorName, nonce: string): string {
  if (errorName === 'NotFound') return notFoundPage(nonce);
  if (errorName === 'InternalError') return serverErrorPage(nonce);
  const { status, message } = ERRORS[errorName];
  const heading = status === 503 ? 'Busy' : 'Not now';
  return page({ title: heading, heading, html: `<p>${escapeHtml(message)}</p><p>${HOME}</p>`, nonce });
}

interface PageParts {
  readonly title: string;
  readonly heading: string;
  readonly html: string;
  readonly nonce: string;
}

function page({ title, heading, html, nonce }: PageParts): string {
  return `<!doctype html>
<html lang="en-US">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<title>${escapeHtml(title)}</title>
<style nonce="${nonce}">
:root { --paper: #f7f5f0; --ink: #14181f; --ink-2: #434a54; --line: #8b8578; --mark: #14181f; --on-mark: #fbf9f4; }
@media (prefers-color-scheme: dark) {
  :root { --paper: #0d1117; --ink: #efeadf; --ink-2: #bdb8ac; --line: #737b87; --mark: #cdae6a; --on-mark: #14120c; }
}
body { margin: 0; min-height: 100vh; display: grid; place-items: center; background: var(--paper); color: var(--ink-2);
  font: 17px/1.55 "Instrument Sans", "Helvetica Neue", Arial, sans-serif; }
main { box-sizing: border-box; padding: 32px; max-width: 34em; }
svg { display: block; width: 40px; height: 40px; margin-bottom: 32px; fill: var(--mark); stroke: var(--on-mark); }
h1 { margin: 0 0 12px; color: var(--ink); font-size: clamp(26px, 5vw, 34px); font-weight: 500; line-height: 1.14;
  letter-spacing: -0.018em; }
p { margin: 0 0 12px; }
a { color: var(--ink); text-decoration-color: var(--line); text-underline-offset: 0.22em; }
a:focus-visible { outline: 2px solid var(--ink); outline-offset: 2px; }
</style>
</head>
<body><main>${OFFICE}<h1>${escapeHtml(heading)}</h1>${html}</main></body>
</html>
`;
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
