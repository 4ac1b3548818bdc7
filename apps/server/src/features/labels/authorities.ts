/** Authorities that list addresses, by the words their lists' ids are made of. */
const AUTHORITY_WORDS = {
  ofac: ['ofac', 'sdn'],
  ofsi: ['ofsi'],
  eu: ['eu'],
  un: ['un', 'unsc'],
  seco: ['seco'],
  nbctf: ['nbctf'],
  dfat: ['dfat'],
} as const satisfies Record<string, readonly string[]>;

/**
 * Whose listing a label is: several lists may carry what one authority says (`ofac-sdn`, `ofac-delisted`). An authority
 * is recognised by a word of the list's id; any other list speaks for itself alone.
 *
 * @param source short id of the publisher's list, as labels carry it
 * @example
 * authorityOf('uk-ofsi'); // 'ofsi'
 * authorityOf('my-list'); // 'my-list'
 */
export function authorityOf(source: string): string {
  const words = source.toLowerCase().split(/[^a-z0-9]+/);
  const known = Object.entries(AUTHORITY_WORDS).find(([, own]) => own.some((word) => words.includes(word)));
  return known?.[0] ?? source;
}
