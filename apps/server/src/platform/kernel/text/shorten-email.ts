/**
 * Shortens an email so that its owner recognises it, but other readers of the screen do not learn it.
 *
 * @example shortenEmail('maria.k@example.org') // 'm…@example.org'
 */
export function shortenEmail(email: string): string {
  const at = email.lastIndexOf('@');
  const [first = ''] = email;
  return `${first}…${email.slice(at)}`;
}
