export const EMAIL_MESSAGES = {
  missing: 'Please enter an email address',
  incorrect: 'Incorrect email',
} as const;

const LEAST_LENGTH = 5;

/** The pattern of zod's `email()`, which judges again on the server; the library itself would be a heavy first page. */
const PATTERN = /^(?:[\w'+-]+\.)*[\w'+-]*[\w+-]@(?:[A-Za-z0-9][A-Za-z0-9-]*\.)+[A-Za-z]{2,}$/;

/** What is wrong with an email address as typed; null when nothing is. */
export function judgeEmail(text: string): string | null {
  const email = text.trim();
  if (email.length < LEAST_LENGTH) return EMAIL_MESSAGES.missing;
  return PATTERN.test(email) ? null : EMAIL_MESSAGES.incorrect;
}
