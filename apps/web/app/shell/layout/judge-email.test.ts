import { describe, expect, it } from 'vitest';
import { judgeEmail } from './judge-email.ts';

describe('an email address as typed', () => {
  it.each(['', 'a', 'a@b.', '    '])('[AUTH-05] %j is too short to be one', (text) => {
    expect(judgeEmail(text)).toBe('Please enter an email address');
  });

  it.each([
    'a@b.c',
    'name.example.org',
    'name@example',
    'na me@example.org',
    '@example.org',
    'a..b@example.org',
    'a@b@c.org',
  ])('[AUTH-05] %j is none', (text) => {
    expect(judgeEmail(text)).toBe('Incorrect email');
  });

  it.each(['a@b.cd', 'First.Last+tag@sub.example.org', ' name@example.org ', "o'neill@example.ie"])(
    '%j is one',
    (text) => {
      expect(judgeEmail(text)).toBeNull();
    },
  );
});
