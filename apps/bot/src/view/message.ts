import { InlineKeyboard } from 'grammy';
import type { InlineKeyboardButton } from 'grammy/types';
import type { Html } from '../texts/html.ts';
import { type Press, writePress } from './callback-data.ts';

/** A message of the bot, with the buttons under it. */
export interface BotMessage {
  readonly text: Html;
  /** Row by row; empty rows are left out. */
  readonly buttons?: readonly (readonly InlineKeyboardButton[])[];
}

/** A button whose press is sent to the bot. */
export function button(text: string, press: Press): InlineKeyboardButton {
  return InlineKeyboard.text(text, writePress(press));
}

/** A button that opens a URL: a row of one, or none if Telegram would refuse the URL. */
export function linkRow(text: string, url: string): readonly InlineKeyboardButton[] {
  return isLinkable(url) ? [InlineKeyboard.url(text, url)] : [];
}

/** Telegram refuses hosts without a dot, such as localhost. */
export function isLinkable(url: string): boolean {
  return URL.canParse(url) && new URL(url).hostname.includes('.');
}

export function keyboardOf({ buttons = [] }: Pick<BotMessage, 'buttons'>): InlineKeyboard {
  return InlineKeyboard.from(buttons.filter((row) => row.length > 0).map((row) => [...row]));
}
