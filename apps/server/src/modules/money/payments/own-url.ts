import { AppError } from '../../../platform/kernel/app-error.ts';

/**
 * A return URL, absolute, on one of our own origins. Any other URL could redirect a person who has just paid to a
 * foreign site.
 *
 * @throws AppError ValidationError, naming the field
 */
export function ownUrl(field: string, text: string, origins: readonly string[]): string {
  const [home = ''] = origins;
  // A browser drops control characters and reads a backslash as a slash: neither is accepted.
  const url = /[\p{Cc}\\]/u.test(text) ? null : URL.parse(text, home);
  if (url === null || !origins.includes(url.origin) || url.username !== '' || url.password !== '') {
    throw new AppError('ValidationError', {
      internal: 'a return address that is not ours',
      fields: [{ field, problem: 'has to be an address of this site' }],
    });
  }
  return url.href;
}
