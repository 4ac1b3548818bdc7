import { escapeHtml, type Outgoing } from './http.ts';

const STYLE = `:root{color-scheme:light dark}body{font:16px/1.5 system-ui,sans-serif;max-width:28rem;margin:3rem auto;padding:0 1rem;color:#1d2330;background:#f7f7f4}
main{background:#fff;border:1px solid #d9d9d2;border-radius:12px;padding:1.5rem}
button{display:block;width:100%;margin:.5rem 0;padding:.75rem;font:inherit;border-radius:8px;border:1px solid #1d2330;background:#fff;cursor:pointer}
button[value=pay]{background:#1d2330;color:#fff}p.note{color:#555}
@media(prefers-color-scheme:dark){body{color:#efeadf;background:#0d1117}main{background:#131921;border-color:#29313c}
button{color:#efeadf;background:#131921;border-color:#737b87}button[value=pay]{color:#14120c;background:#cdae6a}p.note{color:#bdb8ac}}`;

/** A page of a stand-in, with one form of buttons that answers to itself. */
export function trialPage(
  title: string,
  lines: readonly string[],
  buttons: readonly (readonly [string, string])[],
): Outgoing {
  const rows = lines.map((line) => `<p>${escapeHtml(line)}</p>`).join('');
  const form = buttons
    .map(([value, text]) => `<button name="do" value="${value}">${escapeHtml(text)}</button>`)
    .join('');
  return {
    status: 200,
    type: 'text/html; charset=utf-8',
    body: `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escapeHtml(title)}</title><style>${STYLE}</style><main><h1>${escapeHtml(title)}</h1>${rows}<form method="post">${form}</form><p class="note">A stand-in on this machine. No money moves.</p></main></html>`,
  };
}
