import type { InlineKeyboardButton, InlineKeyboardMarkup } from '@grammyjs/types';
import { badRequest } from './refusal.ts';

const DATA_MAX_BYTES = 64;
const BUTTONS_MAX = 100;

/**
 * Buttons under a message.
 *
 * @throws Refusal 400 where Telegram would not take them: data of more than 64 bytes, a link of no known kind
 */
export function readMarkup(value: unknown): InlineKeyboardMarkup | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const rows: unknown = 'inline_keyboard' in value ? value.inline_keyboard : undefined;
  if (!Array.isArray(rows)) return undefined;
  const keyboard = (rows as InlineKeyboardButton[][]).map((row) => row.map(checked)).filter((row) => row.length > 0);
  if (keyboard.flat().length > BUTTONS_MAX) throw badRequest('REPLY_MARKUP_TOO_LONG');
  return keyboard.length === 0 ? undefined : { inline_keyboard: keyboard };
}

function checked(button: InlineKeyboardButton): InlineKeyboardButton {
  if (typeof button.text !== 'string' || button.text === '') {
    throw badRequest('can\'t parse inline keyboard button: Field "text" must be of type String');
  }
  if ('callback_data' in button) {
    const size = Buffer.byteLength(button.callback_data ?? '');
    if (size < 1 || size > DATA_MAX_BYTES) throw badRequest('BUTTON_DATA_INVALID');
    return button;
  }
  if ('url' in button) {
    const { url } = button;
    if (typeof url !== 'string' || !isLink(url)) {
      throw badRequest(`inline keyboard button URL '${String(url)}' is invalid: Wrong HTTP URL`);
    }
    return button;
  }
  if (['switch_inline_query', 'switch_inline_query_current_chat', 'copy_text'].some((key) => key in button)) {
    return button;
  }
  throw badRequest("can't parse inline keyboard button: Text buttons are unallowed in the inline keyboard");
}

/** Telegram refuses hosts without a dot, such as localhost; a bare IP address passes. */
function isLink(url: string): boolean {
  if (!URL.canParse(url)) return false;
  const { protocol, hostname } = new URL(url);
  return protocol === 'tg:' || (/^https?:$/.test(protocol) && hostname.includes('.'));
}
