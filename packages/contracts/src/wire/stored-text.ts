import { z } from 'zod';

/** Text as PostgreSQL stores it: without NUL, and without half of a surrogate pair. */
export function storedText() {
  return z.string().refine(isStorable, 'holds characters that no text has');
}

/** What one line shows, as a name, without spaces around it. */
export function lineText() {
  return z
    .string()
    .trim()
    .refine(isStorable, 'holds characters that no text has')
    .refine((text) => !NOT_IN_A_LINE.test(text), 'holds characters that no line shows');
}

/** Control characters, ends of lines, and marks that turn the direction of all that follows: not those of one letter. */
const NOT_IN_A_LINE = /[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/u;

function isStorable(text: string): boolean {
  return text.isWellFormed() && !text.includes('\0');
}
