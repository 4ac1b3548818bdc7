/**
 * A token as it was mailed, out of a text that a mail program or a person made of its link: broken into lines, or with the
 * full stop, bracket or quotation mark that follows it.
 *
 * @example mailedToken('0f5a.x7-\r\n9_>.') // '0f5a.x7-9_'
 */
export function mailedToken(text: string): string {
  const unbroken = text.replaceAll(/\s/g, '');
  const [token = ''] = /[\w-]+(?:\.[\w-]+)?/.exec(unbroken) ?? [];
  return token;
}
