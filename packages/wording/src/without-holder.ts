/**
 * A sentence on stored records or labels as a page shows it: who holds them is said by the page. The signed sentence
 * names the installation, a word for operators.
 *
 * @example withoutHolder('This installation holds no records of Bitcoin.'); // 'No records of Bitcoin.'
 */
export function withoutHolder(sentence: string): string {
  const rest = sentence.replace(/^This installation holds /, '');
  return rest.charAt(0).toUpperCase() + rest.slice(1);
}
