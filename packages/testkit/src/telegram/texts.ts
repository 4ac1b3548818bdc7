import type { MessageEntity } from '@grammyjs/types';
import type { Call } from './multipart.ts';
import { type FormattedText, parseHtml } from './parse-html.ts';
import { parseMarkdown } from './parse-markdown.ts';
import { badRequest } from './refusal.ts';

const TEXT_MAX = 4_096;
const CAPTION_MAX = 1_024;

/** Text of a message: at least one visible character, at most 4,096 after its marks were read. */
export function readText(values: Call['values'], name: 'text' | 'message_text' = 'text'): FormattedText {
  const formatted = readFormatted(values[name], values['parse_mode']);
  if (formatted.text === '') throw badRequest('message text is empty');
  if (formatted.text.length > TEXT_MAX) throw badRequest('message is too long');
  return formatted;
}

/** Caption of a file, at most 1,024 characters; none is fine. */
export function readCaption(values: Call['values']): FormattedText {
  const formatted = readFormatted(values['caption'] ?? '', values['parse_mode']);
  if (formatted.text.length > CAPTION_MAX) throw badRequest('message caption is too long');
  return formatted;
}

function readFormatted(value: unknown, mode: unknown): FormattedText {
  const source = typeof value === 'number' ? String(value) : value;
  if (typeof source !== 'string') return { text: '', entities: [] };
  switch (typeof mode === 'string' ? mode.toLowerCase() : '') {
    case '':
      return trimmed({ text: source, entities: foundIn(source) });
    case 'html':
      return trimmed(parseHtml(source));
    case 'markdownv2':
      return trimmed(parseMarkdown(source));
    default:
      throw badRequest('unsupported parse_mode');
  }
}

function trimmed({ text, entities }: FormattedText): FormattedText {
  return { text: text.trimEnd(), entities };
}

/** What clients and the server find in plain text by themselves: commands, names, links. */
export function foundIn(text: string): MessageEntity[] {
  const kinds = [
    ['bot_command', /(?<=^|\s)\/[a-z0-9_]{1,64}(?:@\w{5,32})?(?=$|\W)/gi],
    ['mention', /(?<=^|\s)@\w{5,32}/g],
    ['url', /https?:\/\/\S+/g],
  ] as const;
  return kinds
    .flatMap(([type, pattern]) =>
      [...text.matchAll(pattern)].map((found) => ({ type, offset: found.index, length: found[0].length })),
    )
    .toSorted((a, b) => a.offset - b.offset);
}
