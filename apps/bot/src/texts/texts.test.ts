import { describe, expect, it } from 'vitest';
import { Html } from './html.ts';
import { plural } from './plural.ts';
import { isLanguage, LANGUAGES, languageOfApp, TEXTS } from './texts.ts';

/** Every plain text and its path; functions are called by the conversations' own tests. */
function textsIn(value: unknown, path = ''): readonly (readonly [string, string])[] {
  if (typeof value === 'string') return [[path, value]];
  if (value instanceof Html) return [[path, value.text]];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, one]) => textsIn(one, `${path}.${key}`));
}

describe('texts', () => {
  it('exist in every language, none empty, none left in English', () => {
    const english = new Map(textsIn(TEXTS.en));
    const russian = textsIn(TEXTS.ru);
    expect(russian.map(([path]) => path).filter((path) => !path.startsWith('.privacy.lines'))).toEqual(
      [...english.keys()].filter((path) => !path.startsWith('.privacy.lines')),
    );
    expect(TEXTS.ru.privacy.lines).toHaveLength(TEXTS.en.privacy.lines.length);
    for (const [path, text] of russian) expect(text.trim(), path).not.toBe('');
    const same = russian.filter(([path, text]) => english.get(path) === text).map(([path]) => path);
    expect(same).toEqual(['.result.pdf', '.categories.coinjoin']);
  });

  it('count as the language counts', () => {
    const forms = { one: 'проверка', few: 'проверки', many: 'проверок', other: 'проверки' };
    const words = [1, 2, 5, 11, 21, 22, 112].map((count) => plural('ru', count, forms));
    expect(words).toEqual(['проверка', 'проверки', 'проверок', 'проверок', 'проверка', 'проверки', 'проверок']);
    expect(TEXTS.en.check.spent(1)).toBe('1 check left.');
    expect(TEXTS.ru.check.spent(3)).toBe('Осталось: 3 проверки.');
  });

  it('follow the app, and are English where the app speaks something else', () => {
    expect([undefined, 'ru', 'ru-RU', 'et', 'en-GB', '__proto__'].map(languageOfApp)).toEqual([
      'en',
      'ru',
      'ru',
      'en',
      'en',
      'en',
    ]);
    expect(LANGUAGES.every(isLanguage)).toBe(true);
  });

  it('never ask for a key or a wallet, and say so', () => {
    for (const language of LANGUAGES) expect(TEXTS[language].never.text).toMatch(/never ask|никогда не прошу/);
  });
});
