import { CONFIDENCE, findAuthority } from '@assay/domain';
import type { Label, MethodRevision } from '@assay/exposure';

const DAY_SECONDS = 86_400;

/**
 * A delisting ends what older lists of the same authority still say. Where an authority's data gives a sanction of the
 * address an end, every sanctions label of that authority without one, stated on an earlier day or on no known day, ends
 * there too; a later statement is a new listing and stays open. No authority ends another's listing. Nothing depends on
 * the order of imports.
 *
 * @param labels all labels of one address on one network
 * @param revision the first one let any authority's delisting end every listing
 */
export function endSanctions(labels: readonly Label[], revision: MethodRevision): Label[] {
  const lastEnds = new Map<string, number>();
  for (const { category, confidence, source, validTo } of labels) {
    if (category !== 'sanctions' || validTo === null || confidence < CONFIDENCE.authority_second_hand) continue;
    const authority = authorityIn(source, revision);
    lastEnds.set(authority, Math.max(lastEnds.get(authority) ?? validTo, validTo));
  }
  return labels.map((label) => {
    if (label.category !== 'sanctions' || label.validTo !== null) return label;
    const end = lastEnds.get(authorityIn(label.source, revision));
    return end !== undefined && isStatedBefore(label, end, revision) ? { ...label, validTo: end } : label;
  });
}

function authorityIn(source: string, revision: MethodRevision): string {
  return revision === 1 ? '' : authorityOf(source);
}

/** A statement has a day only: one of the very day of the end is later than it. */
function isStatedBefore(label: Label, end: number, revision: MethodRevision): boolean {
  const from = revision === 1 ? end : Math.floor(end / DAY_SECONDS) * DAY_SECONDS;
  return label.sourceDate === null || Date.parse(`${label.sourceDate}T00:00:00Z`) / 1000 < from;
}

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
