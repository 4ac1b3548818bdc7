import { ERRORS, type ErrorName } from '@assay/contracts';

const HOME = '<a href="/">Go back home</a>';

/** Pages that stand without the site: when it cannot render, or was not built. */

export function notBuiltPage(productName: string, nonce: string): string {
  return page(
    `${productName} is running`,
    'The site is not built yet.',
    'The API answers under <code>/api</code>. Run <code>npm run build</code>, then start again to see the pages.',
    nonce,
  );
}

export function notFoundPage(nonce: string): string {
  const text = 'Sorry, the page you are looking for could not be found.';
  return page('Page Not Found', text, HOME, nonce);
}

export function serverErrorPage(nonce: string): string {
  return page('Server error', 'This page is temporarily unavailable.', HOME, nonce);
}

/** A page that was refused before it could be rendered. */
export function refusedPage(errorName: ErrorName, nonce: string): string {
  if (errorName === 'NotFound') return notFoundPage(nonce);
  if (errorName === 'InternalError') return serverErrorPage(nonce);
  return page(ERRORS[errorName].status === 503 ? 'Busy' : 'Not now', ERRORS[errorName].message, HOME, nonce);
}

function page(title: string, text: string, next: string, nonce: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(title)}</title>
<style nonce="${nonce}">
body { font: 17px/1.5 system-ui, sans-serif; margin: 0; min-height: 100vh; display: grid; place-items: center; }
main { padding: 24px; max-width: 34em; }
h1 { font-size: 24px; margin: 0 0 8px; }
</style>
</head>
<body><main><h1>${escapeHtml(title)}</h1><p>${escapeHtml(text)}</p><p>${next}</p></main></body>
</html>
`;
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
