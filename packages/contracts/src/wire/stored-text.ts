import { z } from 'zod';

/** Text as PostgreSQL stores it: without NUL, and without half of a surrogate pair. */
export function storedText() {
  return z.string().refine((text) => text.isWellFormed() && !text.includes('\0'), 'holds characters that no text has');
}

/** What one line shows, as a name: neither control characters nor those that turn the direction of what follows. */
export function lineText() {
  return storedText().refine(
    (text) => !/[\p{Cc}\p{Bidi_Control}\u2028\u2029]/u.test(text),
    'holds characters that no line shows',
  );
}
