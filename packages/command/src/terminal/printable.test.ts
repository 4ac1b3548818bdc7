import { expect, it } from 'vitest';
import { printable } from './printable.ts';

it.each([
  ['\u001b]0;title\u0007x', '\ufffd]0;title\ufffdx'],
  ['a\r\nb\u009bc', 'a\ufffd\ufffdb\ufffdc'],
  ['Käsitöö €5 💰', 'Käsitöö €5 💰'],
])('a terminal is shown %j as %j', (text, shown) => {
  expect(printable(text)).toBe(shown);
});
