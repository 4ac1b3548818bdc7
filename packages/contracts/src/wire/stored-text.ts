import { z } from 'zod';

/** Text as PostgreSQL stores it: without NUL, and without half of a surrogate pair. */
export function storedText() {
  return z.string().refine((text) => text.isWellFormed() && !text.includes('\0'), 'holds characters that no text has');
}
