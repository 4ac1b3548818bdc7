import type { BotLanguage } from '@assay/contracts';
import { en, type Texts } from './en.ts';
import { ru } from './ru.ts';

export type { Texts } from './en.ts';

export const TEXTS: Readonly<Record<BotLanguage, Texts>> = { en, ru };

export const LANGUAGES = Object.keys(TEXTS) as readonly BotLanguage[];

/** Narrows untrusted text to a language that the bot supports. */
export function isLanguage(value: string): value is BotLanguage {
  return Object.hasOwn(TEXTS, value);
}

/** The language of the person's app (IETF tag) if the bot supports it; English otherwise. */
export function languageOfApp(tag: string | undefined): BotLanguage {
  const language = tag?.slice(0, 2).toLowerCase() ?? '';
  return isLanguage(language) ? language : 'en';
}
