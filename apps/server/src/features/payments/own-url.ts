import { AppError } from '../../app-error.ts';

/**
 * The address of a return, absolute, on one of our own origins; everything else could send a person who just paid to
 * somebody else.
 *
 * @throws AppError ValidationError
 */
export function ownUrl(text: string, origins: readonly string[]): string {
  const [home = ''] = origins;
  // A browser drops control characters and reads a backslash as a slash: neither has a place here.
  const url = /[\p{Cc}\\]/u.test(text) ? null : URL.parse(text, home);
  if (url === null || !origins.includes(url.origin) || url.username !== '' || url.password !== '') {
    throw new AppError('ValidationError', { internal: 'a return address that is not ours' });
  }
  return url.href;
}
