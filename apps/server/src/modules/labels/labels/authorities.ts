import { findAuthority } from '@assay/domain';

/**
 * Whose listing a label is: several lists may carry what one authority says (`ofac-sdn`, `ofac-delisted`). A list of no
 * known authority speaks for itself alone.
 *
 * @param source short id of the publisher's list, as labels carry it
 * @example
 * authorityOf('uk-ofsi'); // 'ofsi'
 * authorityOf('my-list'); // 'my-list'
 */
export function authorityOf(source: string): string {
  return findAuthority(source) ?? source;
}
