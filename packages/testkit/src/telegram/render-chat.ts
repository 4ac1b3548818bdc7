import { escapeHtml } from '@assay/stand-ins/http';
import type { InlineKeyboardButton, Message, MessageEntity } from '@grammyjs/types';
import { shownText } from './person.ts';
import type { StoredMessage } from './world.ts';

export interface RenderOptions {
  readonly title: string;
  readonly theme: 'light' | 'dark';
  readonly language?: string;
}

/** Near to what a phone shows, and no copy of any app's artwork. */
const STYLE = `
:root{--page:#d5dfc9;--head:#fff;--ink:#14181f;--faint:#62676f;--mine:#e6f9d3;--its:#fff;--link:#1d6aa8;--key:#ffffffcc;--line:#0001}
[data-theme=dark]{--page:#0f151c;--head:#17212b;--ink:#f0f2f4;--faint:#9aa7b3;--mine:#2b5278;--its:#182533;--link:#6ab3f3;--key:#ffffff1c;--line:#fff1}
*{box-sizing:border-box}
body{margin:0;background:var(--page);color:var(--ink);font:16px/1.35 system-ui,'Noto Sans','DejaVu Sans',sans-serif}
header{background:var(--head);border-bottom:1px solid var(--line);padding:10px 16px;position:sticky;top:0}
header b{display:block}header small{color:var(--faint)}
main{display:flex;flex-direction:column;gap:8px;max-width:640px;margin:0 auto;padding:12px 8px 24px}
article{max-width:min(88%,480px);align-self:flex-start}
article.mine{align-self:flex-end}
.bubble{display:flow-root;background:var(--its);border-radius:14px 14px 14px 4px;padding:7px 11px;white-space:pre-wrap;overflow-wrap:anywhere}
.mine .bubble{display:flow-root;background:var(--mine);border-radius:14px 14px 4px 14px}
.bubble code{font:14px/1.35 ui-monospace,'DejaVu Sans Mono',monospace;color:var(--link)}
.bubble a,.bubble .found{color:var(--link);text-decoration:none}
.bubble time{float:right;margin:6px 0 -2px 10px;font-size:12px;color:var(--faint)}
.quote{border-left:3px solid var(--link);padding-left:8px;margin-bottom:4px;font-size:14px;color:var(--faint);display:block}
.file{display:flex;gap:10px;align-items:center}.file i{width:40px;height:40px;border-radius:50%;background:var(--link);display:inline-block}
.keys{display:grid;gap:4px;margin-top:4px}
.keys div{display:flex;gap:4px}
.keys button,.keys a{flex:1;min-height:40px;border:0;border-radius:8px;background:var(--key);color:var(--ink);font:500 15px/1.2 system-ui,'Noto Sans','DejaVu Sans',sans-serif;padding:8px 4px;text-align:center;text-decoration:none}
.keys a::after{content:' \\2197'}
`;

/**
 * A chat as a page of its own, for looking at: bubbles, what is bold and what links, buttons, files. Nothing in it runs.
 *
 * @example
 * writeFileSync('chat.html', renderChat(kadri.sees(), { title: 'Assay', theme: 'dark' }));
 */
export function renderChat(
  messages: readonly StoredMessage[],
  { title, theme, language = 'en' }: RenderOptions,
): string {
  const articles = messages.map(articleOf).join('');
  const head = `<meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escapeHtml(title)}</title><style>${STYLE}</style>`;
  return `<!doctype html><html lang="${language}" data-theme="${theme}"><head>${head}</head><body><header><b>${escapeHtml(title)}</b><small>bot</small></header><main>${articles}</main></body></html>`;
}

function articleOf({ message, isFromBot }: StoredMessage): string {
  const text = shownText(message);
  const entities = message.entities ?? message.caption_entities ?? [];
  const replied = message.reply_to_message === undefined ? '' : quoteOf(message.reply_to_message as Message);
  const file =
    message.document === undefined ? '' : fileOf(message.document.file_name ?? '', message.document.file_size);
  const time = `<time>${new Date(message.date * 1000).toISOString().slice(11, 16)}</time>`;
  const keys = (message.reply_markup?.inline_keyboard ?? []).map(rowOf).join('');
  return `<article class="${isFromBot ? 'its' : 'mine'}"><div class="bubble">${replied}${file}${formatted(text, entities)}${time}</div>${keys === '' ? '' : `<div class="keys">${keys}</div>`}</article>`;
}

function rowOf(row: readonly InlineKeyboardButton[]): string {
  const key = (button: InlineKeyboardButton) =>
    'url' in button
      ? `<a href="${escapeHtml(button.url)}">${escapeHtml(button.text)}</a>`
      : `<button type="button">${escapeHtml(button.text)}</button>`;
  return `<div>${row.map(key).join('')}</div>`;
}

function quoteOf(message: Message): string {
  return `<span class="quote">${escapeHtml(shownText(message).slice(0, 60))}</span>`;
}

function fileOf(name: string, bytes = 0): string {
  return `<span class="file"><i></i><span><b>${escapeHtml(name)}</b><br>${Math.max(1, Math.round(bytes / 1024))} KB</span></span>`;
}

const OPENING: Partial<Record<MessageEntity['type'], string>> = {
  bold: '<b>',
  italic: '<i>',
  code: '<code>',
  pre: '<code>',
  underline: '<u>',
  strikethrough: '<s>',
  bot_command: '<span class="found">',
  mention: '<span class="found">',
  url: '<span class="found">',
  text_link: '<a>',
};

/** Entities nest and never cross, so that each offset only opens or closes. */
function formatted(text: string, entities: readonly MessageEntity[]): string {
  const opened = new Map<number, string>();
  const closed = new Map<number, string>();
  for (const entity of entities) {
    const opening = OPENING[entity.type];
    if (opening === undefined) continue;
    const end = entity.offset + entity.length;
    opened.set(entity.offset, (opened.get(entity.offset) ?? '') + opening);
    closed.set(end, `</${/^<(\w+)/.exec(opening)?.[1] ?? ''}>${closed.get(end) ?? ''}`);
  }
  let out = '';
  for (let at = 0; at <= text.length; at += 1) {
    out += (closed.get(at) ?? '') + (opened.get(at) ?? '');
    const sign = text.charAt(at);
    out += /[&<>"']/.test(sign) ? escapeHtml(sign) : sign;
  }
  return out;
}
