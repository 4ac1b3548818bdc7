import { findAuthority } from './authorities.ts';
import type { Category } from './category.ts';

/**
 * Who is behind a label: a government that lists it, the issuer of a token by its contract, the code of the ledger
 * itself, people who publish how they found it, a list that many contribute to, an operator's own list, or our own
 * derivation from transfers.
 */
export type SourceKind = 'government' | 'issuer' | 'ledger' | 'research' | 'community' | 'operator' | 'derived';

/** Sets of freeze events, and what an issuer's contract or its accounts answered during a check. */
const OF_ISSUER = /^(?:freezes-|the \S+ (?:contract|accounts) )/;

/** The lists that ship with the product or that it fetches, by the id that their labels carry. */
const KIND_OF_SOURCE: ReadonlyMap<string, SourceKind> = new Map([
  ['ledger', 'ledger'],
  ['ofac-delisted', 'government'],
  ['graphsense-tagpacks', 'research'],
  ['graphsense-actors', 'research'],
  ['bitfinex-2016', 'research'],
  ['corrections', 'research'],
  ['defihacklabs', 'research'],
  ['dn-institute', 'research'],
  ['am-i-exposed', 'community'],
  ['defillama-cex', 'community'],
  ['defillama-protocols', 'community'],
  ['mining-pools', 'community'],
  ['mew-darklist', 'community'],
]);

export interface SourcedLabel {
  readonly category: Category;
  /** Id of the publisher's list. */
  readonly source: string;
  /** `derived`: derived from transfers; not given where a label can only be of a list. */
  readonly origin?: 'given' | 'derived';
}

/**
 * Who is behind a label. A list that neither ships with the product nor is fetched by it was imported by the
 * operator.
 *
 * @example kindOfSource({ category: 'sanctions', source: 'ofac-sdn' }); // 'government'
 */
export function kindOfSource({ category, source, origin }: SourcedLabel): SourceKind {
  if (origin === 'derived') return 'derived';
  const isListing = category === 'sanctions' || category === 'terrorism_financing';
  if (isListing && findAuthority(source) !== null) return 'government';
  if (category === 'issuer_frozen' && OF_ISSUER.test(source)) return 'issuer';
  return KIND_OF_SOURCE.get(source) ?? 'operator';
}
