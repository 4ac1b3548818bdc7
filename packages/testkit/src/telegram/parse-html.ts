import type { MessageEntity } from '@grammyjs/types';
import { badRequest } from './refusal.ts';

/** Text as it is shown, and what is bold or a link in it; offsets in UTF-16 units, as the Bot API counts. */
export interface FormattedText {
  readonly text: string;
  readonly entities: readonly MessageEntity[];
}

const TAGS: Readonly<Record<string, MessageEntity['type']>> = {
  a: 'text_link',
  b: 'bold',
  strong: 'bold',
  i: 'italic',
  em: 'italic',
  u: 'underline',
  ins: 'underline',
  s: 'strikethrough',
  strike: 'strikethrough',
  del: 'strikethrough',
  'tg-spoiler': 'spoiler',
  code: 'code',
  pre: 'pre',
  blockquote: 'blockquote',
};

const NAMED: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"' };

interface OpenTag {
  readonly tag: string;
  readonly offset: number;
  readonly url: string | null;
}

/**
 * Text with `parse_mode: 'HTML'`, read as the Bot API reads it, with its words where it cannot.
 *
 * @throws Refusal 400 `can't parse entities: …`, with the offset counted in bytes of UTF-8
 * @example
 * parseHtml('<b>5</b> &lt; 6'); // { text: '5 < 6', entities: [{ type: 'bold', offset: 0, length: 1 }] }
 */
export function parseHtml(html: string): FormattedText {
  const open: OpenTag[] = [];
  const entities: MessageEntity[] = [];
  let text = '';
  let at = 0;
  const byteOffset = () => Buffer.byteLength(html.slice(0, at));
  const fail = (why: string) => badRequest(`can't parse entities: ${why}`);

  while (at < html.length) {
    const sign = html.charAt(at);
    if (sign === '&') {
      const known = /^&(?:#(\d{1,7})|#x([\da-f]{1,6})|(lt|gt|amp|quot));/i.exec(html.slice(at, at + 12));
      text += known === null ? '&' : decoded(known);
      at += known?.[0].length ?? 1;
      continue;
    }
    if (sign !== '<') {
      text += sign;
      at += 1;
      continue;
    }
    const begin = byteOffset();
    const end = html.indexOf('>', at);
    if (html.charAt(at + 1) === '/') {
      if (end === -1) throw fail(`Unclosed end tag at byte offset ${begin}`);
      const name = html
        .slice(at + 2, end)
        .trim()
        .toLowerCase();
      const last = open.pop();
      if (last === undefined) throw fail(`Unexpected end tag at byte offset ${begin}`);
      if (name !== '' && name !== last.tag) {
        throw fail(`Unmatched end tag at byte offset ${begin}, expected "</${last.tag}>", found "</${name}>"`);
      }
      close(last);
      at = end + 1;
      continue;
    }
    if (end === -1) throw fail(`Unclosed start tag at byte offset ${begin}`);
    const inside = html.slice(at + 1, end);
    const tag = (/^[^\s/>]*/.exec(inside)?.[0] ?? '').toLowerCase();
    if (!Object.hasOwn(TAGS, tag)) throw fail(`Unsupported start tag "${tag}" at byte offset ${begin}`);
    open.push({ tag, offset: text.length, url: hrefOf(inside) });
    at = end + 1;
  }
  const unclosed = open.at(-1);
  if (unclosed !== undefined) throw fail(`Can't find end tag corresponding to start tag "${unclosed.tag}"`);
  return { text, entities: entities.toSorted((a, b) => a.offset - b.offset || b.length - a.length) };

  function close({ tag, offset, url }: OpenTag): void {
    const length = text.length - offset;
    const type = TAGS[tag];
    if (length === 0 || type === undefined) return;
    if (type === 'text_link') {
      if (url !== null) entities.push({ type, offset, length, url });
      return;
    }
    entities.push({ type, offset, length } as MessageEntity);
  }
}

function hrefOf(tag: string): string | null {
  const found = /\bhref\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s>]+))/i.exec(tag);
  const href = found?.[1] ?? found?.[2] ?? found?.[3];
  return href === undefined ? null : href.replace(/&(lt|gt|amp|quot);/g, (_all, name: string) => NAMED[name] ?? '');
}

function decoded([, decimal, hex, name]: RegExpExecArray): string {
  if (name !== undefined) return NAMED[name.toLowerCase()] ?? '';
  const point = decimal === undefined ? Number.parseInt(hex ?? '0', 16) : Number(decimal);
  return point > 0 && point <= 0x10ffff ? String.fromCodePoint(point) : '';
}
