import { AUTHORITIES, type Category, findAuthority } from '@assay/domain';
import { formatDay } from './dates.ts';

/** What names a listing. */
export interface ListedLabel {
  readonly entity: string;
  readonly category: Category;
  readonly source: string;
}

/**
 * The government's list that a label is an entry of, as readers name it; null for any other label. A list that comes
 * through somebody else's copy has a lower confidence, and is the government's list all the same.
 *
 * @example officialListOf({ entity: 'Lazarus Group', category: 'sanctions', source: 'ofac-sdn' }); // 'OFAC SDN list'
 */
export function officialListOf({ category, source }: ListedLabel): string | null {
  if (category !== 'sanctions' && category !== 'terrorism_financing') return null;
  const authority = findAuthority(source);
  return authority === null ? null : AUTHORITIES[authority].list;
}

/**
 * An entry of an official list in words.
 *
 * @param date of the list, ISO `YYYY-MM-DD`
 * @example citeListing('OFAC SDN list', 'LAZARUS GROUP (OFAC SDN)', '2026-08-20');
 * // 'OFAC SDN list, Lazarus Group, as of 20 Aug 2026'
 */
export function citeListing(list: string, entity: string, date: string | null): string {
  return [list, nameListed(entity), ...(date === null ? [] : [`as of ${formatDay(date)}`])].join(', ');
}

/** Words in capitals that are abbreviations and stay so. */
const ABBREVIATIONS = new Set(['NBCTF']);

/** Lists write names in capitals, and importers add the list's own name. */
function nameListed(entity: string): string {
  return entity
    .replace(/\s*\(OFAC SDN\)$/, '')
    .replace(/^OFAC SDN:\s*/, '')
    .replace(/\b[A-Z]{5,}\b/g, (word) =>
      ABBREVIATIONS.has(word) ? word : word.charAt(0) + word.slice(1).toLowerCase(),
    );
}
