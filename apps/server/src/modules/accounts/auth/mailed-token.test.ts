import { describe, expect, it } from 'vitest';
import { mailedToken } from './mailed-token.ts';

const TOKEN = `${'0f'.repeat(16)}.${'aZ3_-'.repeat(8)}a_-`;

describe('the token of a mailed link', () => {
  it.each([
    ['as it is', TOKEN],
    ['before a full stop', `${TOKEN}.`],
    ['in angle brackets', `<${TOKEN}>`],
    ['before a bracket and a full stop', `${TOKEN}).`],
    ['before a quotation mark', `${TOKEN}”`],
    ['broken into lines', `${TOKEN.slice(0, 40)}\r\n ${TOKEN.slice(40)}\n`],
  ])('is read %s', (_how, text) => {
    expect(mailedToken(text)).toBe(TOKEN);
  });

  it.each(['', '...', '>', '\n'])('is empty in %j', (text) => {
    expect(mailedToken(text)).toBe('');
  });
});
