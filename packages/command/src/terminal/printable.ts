/**
 * Untrusted text for one line of a terminal: control characters become U+FFFD.
 *
 * @example printable('\u001b[31mred') // '\ufffd[31mred'
 */
export function printable(text: string): string {
  return text.replace(/\p{Cc}/gu, '\ufffd');
}
