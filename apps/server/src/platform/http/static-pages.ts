import { ERRORS, type ErrorName } from '@assay/contracts';
import { DARK, LIGHT } from '@assay/figures';

const HOME = '<a href="/">Go back home</a>';
/** The office mark, as the site draws it. */
const OFFICE =
  '<svg viewBox="0 0 32 32" aria-hidden="true"><path stroke="none" d="M6.5.6H25.5L31.4 6.5V25.5L25.5 31.4H6.5L.6 25.5V6.5Z"/><path fill="none" stroke-width="2.5" d="M7.8 24.2 16 7.2l8.2 17"/><path fill="none" stroke-width="2.3" d="M12.6 20.4H19.4"/></svg>';

// Pages that do not need the site: for when it cannot render, or was not built. They load no other resources.

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

/** Where the table's text is about calls of the API. */
const PAGE_MESSAGES: Partial<Readonly<Record<ErrorName, string>>> = {
  UnsupportedMediaType: 'This page reads only its own form. Open the page and send the form there.',
};

/** A page that was refused before it could be rendered. */
export function refusedPage(errorName: ErrorName, publicText: string | null, nonce: string): string {
  if (errorName === 'NotFound') return notFoundPage(nonce);
  if (errorName === 'InternalError') return serverErrorPage(nonce);
  const { status } = ERRORS[errorName];
  const message = PAGE_MESSAGES[errorName] ?? publicText ?? ERRORS[errorName].message;
  const heading = status === 503 ? 'Busy' : 'Not now';
  return page({ title: heading, heading, html: `<p>${escapeHtml(message)}</p><p>${HOME}</p>`, nonce });
}

/** In place of the outbox, for a browser that has not opened the link of the terminal. */
export function lockedOutboxPage(nonce: string): string {
  const html = `<p>The outbox is shown only in a browser that opened the link printed in the terminal where the server was started. Open that link, then come back.</p><p>${HOME}</p>`;
  return page({ title: 'Outbox', heading: 'Open the link in the terminal first', html, nonce });
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
${root(LIGHT)}
@media (prefers-color-scheme: dark) {
  ${root(DARK)}
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

/** The colours of a theme, as these pages name them. */
function root(theme: typeof LIGHT | typeof DARK): string {
  return `:root { --paper: ${theme.paper}; --ink: ${theme.ink}; --ink-2: ${theme['ink-2']}; --line: ${theme['line-strong']}; --mark: ${theme.action}; --on-mark: ${theme['on-action']}; }`;
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
