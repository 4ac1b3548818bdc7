/** Authorities that list addresses: the words that the ids of their lists are made of, and the list as readers name it. */
export const AUTHORITIES = {
  ofac: { words: ['ofac', 'sdn'], list: 'OFAC SDN list' },
  ofsi: { words: ['ofsi'], list: 'UK sanctions list' },
  eu: { words: ['eu'], list: 'EU sanctions list' },
  un: { words: ['un', 'unsc'], list: 'UN sanctions list' },
  seco: { words: ['seco'], list: 'Swiss sanctions list' },
  nbctf: { words: ['nbctf'], list: 'Israeli seizure orders (NBCTF)' },
  dfat: { words: ['dfat'], list: 'Australian sanctions list' },
} as const satisfies Record<string, { readonly words: readonly string[]; readonly list: string }>;

export type AuthorityId = keyof typeof AUTHORITIES;

/**
 * The authority whose statements a list carries, recognised by a word of the list's id; null for any other list.
 *
 * @param source short id of the publisher's list, as labels carry it
 * @example findAuthority('uk-ofsi'); // 'ofsi'
 */
export function findAuthority(source: string): AuthorityId | null {
  const words = source.toLowerCase().split(/[^a-z0-9]+/);
  for (const id of Object.keys(AUTHORITIES) as AuthorityId[]) {
    if (AUTHORITIES[id].words.some((word) => words.includes(word))) return id;
  }
  return null;
}
