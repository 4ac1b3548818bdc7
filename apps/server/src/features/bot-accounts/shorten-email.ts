/**
 * An e-mail as somebody may read it who could be standing beside its owner: enough to know one's own.
 *
 * @example shortenEmail('maria.k@example.org') // 'm…@example.org'
 */
export function shortenEmail(email: string): string {
  const at = email.lastIndexOf('@');
  const [first = ''] = email;
  return `${first}…${email.slice(at)}`;
}
