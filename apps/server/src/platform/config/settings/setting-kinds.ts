import { z } from 'zod';

/** A whole number of decimal digits; `expected` says what it must be, ends included. */
export function wholeNumber(least: number, most: number, expected: string) {
  return z
    .string()
    .regex(/^\d{1,9}$/, expected)
    .transform(Number)
    .refine((number) => number >= least && number <= most, expected);
}

/** An address of the web, such as `example`. */
export function httpUrl(example: string) {
  return z.url({ protocol: /^https?$/, error: `an http or https address, such as ${example}` });
}

/** Marks a setting whose value is secret: never shown, and given by a file where `NAME_FILE` names one. */
export const SECRET = { isSecret: true } as const;

/** Links in mails are made of it, and a browser's Origin is compared with it: neither contains a path. */
export function isWholeSite(url: string): boolean {
  const { pathname, search, hash, username, password } = new URL(url);
  return /^\/*$/.test(pathname) && [search, hash, username, password].every((part) => part === '');
}
