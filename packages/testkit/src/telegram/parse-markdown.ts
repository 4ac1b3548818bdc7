import type { MessageEntity } from '@grammyjs/types';
import type { FormattedText } from './parse-html.ts';
import { badRequest } from './refusal.ts';

const RESERVED = '_*[]()~`>#+-=|{}.!';

const MARKS: readonly (readonly [string, MessageEntity['type'], string])[] = [
  ['```', 'pre', 'Pre'],
  ['`', 'code', 'Code'],
  ['||', 'spoiler', 'Spoiler'],
  ['__', 'underline', 'Underline'],
  ['_', 'italic', 'Italic'],
  ['*', 'bold', 'Bold'],
  ['~', 'strikethrough', 'Strikethrough'],
];

interface OpenMark {
  readonly mark: string;
  readonly type: MessageEntity['type'];
  readonly title: string;
  readonly offset: number;
  readonly begin: number;
}

/**
 * Text with `parse_mode: 'MarkdownV2'`: marks, links and the reserved characters that must be escaped.
 *
 * @throws Refusal 400 `can't parse entities: …`
 * @example
 * parseMarkdown('*5* \\< 6').text; // '5 < 6'
 */
export function parseMarkdown(source: string): FormattedText {
  const open: OpenMark[] = [];
  const entities: MessageEntity[] = [];
  let text = '';
  let at = 0;
  const fail = (why: string) => badRequest(`can't parse entities: ${why}`);

  while (at < source.length) {
    const sign = source.charAt(at);
    const inCode = open.at(-1)?.type === 'code' || open.at(-1)?.type === 'pre';
    if (sign === '\\' && at + 1 < source.length && source.charCodeAt(at + 1) < 127) {
      text += source.charAt(at + 1);
      at += 2;
      continue;
    }
    const mark = MARKS.find(([one]) => source.startsWith(one, at));
    const last = open.at(-1);
    if (mark !== undefined && (!inCode || mark[0] === last?.mark)) {
      const [signs, type, title] = mark;
      if (last?.mark === signs) {
        open.pop();
        if (text.length > last.offset) {
          entities.push({ type, offset: last.offset, length: text.length - last.offset } as MessageEntity);
        }
      } else {
        const begin = Buffer.byteLength(source.slice(0, at));
        open.push({ mark: signs, type, title, offset: text.length, begin });
      }
      at += signs.length;
      continue;
    }
    const link = inCode ? null : /^\[([^\]]*)\]\(([^)]*)\)/.exec(source.slice(at));
    if (link !== null) {
      const shown = link[1] ?? '';
      entities.push({ type: 'text_link', offset: text.length, length: shown.length, url: link[2] ?? '' });
      text += shown;
      at += link[0].length;
      continue;
    }
    if (!inCode && RESERVED.includes(sign)) {
      throw fail(`Character '${sign}' is reserved and must be escaped with the preceding '\\'`);
    }
    text += sign;
    at += 1;
  }
  const unclosed = open.at(-1);
  if (unclosed !== undefined) {
    throw fail(`Can't find end of ${unclosed.title} entity at byte offset ${unclosed.begin}`);
  }
  return { text, entities: entities.toSorted((a, b) => a.offset - b.offset || b.length - a.length) };
}
