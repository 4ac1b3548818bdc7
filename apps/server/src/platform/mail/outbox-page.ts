import { DARK, LIGHT } from '@assay/figures';
import type { KeptMail } from './mail.ports.ts';
import { escapeHtml } from './mail-frame.ts';

/** The mails of an installation that sends none, as a page without scripts; links in the mails work. */
export function outboxPage(productName: string, mails: readonly KeptMail[], styleNonce: string): string {
  const list =
    mails.length === 0
      ? '<p class="quiet">Nothing yet. Ask for a link at <a href="/login">Log in</a>, then come back and reload.</p>'
      : mails.map(mailSection).join('\n');
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
<title>Outbox · ${escapeHtml(productName)}</title>
<style nonce="${styleNonce}">
${root(LIGHT)}
@media (prefers-color-scheme: dark) {
  ${root(DARK)}
}
body { margin: 0; background: var(--paper); color: var(--ink); font: 16px/1.55 'Instrument Sans', system-ui, sans-serif; }
main { max-width: 720px; margin: 0 auto; padding: 48px 20px; }
h1 { font-size: 30px; line-height: 1.14; letter-spacing: -0.018em; font-weight: 500; margin: 0 0 8px; }
h2 { font-size: 18px; font-weight: 500; margin: 0; }
.quiet { color: var(--ink-3); font-size: 14px; margin: 0 0 24px; overflow-wrap: anywhere; }
article { background: var(--sheet); border: 1px solid var(--line); padding: 24px; margin: 0 0 20px; }
pre { margin: 0; white-space: pre-wrap; overflow-wrap: anywhere; font: 14px/1.55 'IBM Plex Mono', ui-monospace, monospace; }
a { color: var(--link); }
a:focus-visible { outline: 2px solid currentColor; outline-offset: 3px; }
@media (max-width: 480px) { article { padding: 20px 16px; } }
</style>
</head>
<body><main>
<h1>Outbox</h1>
<p class="quiet">No mail server is set, so mails stay on this machine. Only browsers that opened the link printed in the terminal see this page.</p>
${list}
</main></body>
</html>
`;
}

/** The colours of a theme, as the page names them. */
function root(theme: typeof LIGHT | typeof DARK): string {
  return `:root { --paper: ${theme.paper}; --sheet: ${theme.sheet}; --ink: ${theme.ink}; --ink-3: ${theme['ink-3']}; --line: ${theme['line-strong']}; --link: ${theme['brass-ink']}; }`;
}

function mailSection({ to, subject, sentAt, text }: KeptMail): string {
  const time = `${sentAt.toISOString().slice(0, 19).replace('T', ' ')} UTC`;
  return `<article>
<h2>${escapeHtml(subject)}</h2>
<p class="quiet">To ${escapeHtml(to)}, <time datetime="${sentAt.toISOString()}">${time}</time></p>
<pre>${withLinks(text)}</pre>
</article>`;
}

/** Web addresses become links, everything else stays text. */
function withLinks(text: string): string {
  return text
    .split(/(https?:\/\/[^\s<>"']+)/)
    .map((part, index) =>
      index % 2 === 1 ? `<a href="${escapeHtml(part)}">${escapeHtml(part)}</a>` : escapeHtml(part),
    )
    .join('');
}
