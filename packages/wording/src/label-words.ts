import { kindOfSource, type SourcedLabel, type SourceKind } from '@assay/domain';
import { formatDay } from './dates.ts';
import { type ListedLabel, officialListOf } from './official-lists.ts';

/** The dates of a label; null where its source gives none. */
export interface DatedLabel {
  readonly source_date: string | null;
  readonly valid_from: string | null;
  readonly valid_to: string | null;
}

/**
 * When a label was published, and how long it was valid.
 *
 * @example datesOfLabel({ source_date: '2026-01-15', valid_from: null, valid_to: '2026-02-01' });
 * // '15 Jan 2026; valid to 01 Feb 2026'
 */
export function datesOfLabel({ source_date: dated, valid_from: from, valid_to: to }: DatedLabel): string {
  const validity = [
    ...(from === null ? [] : [`from ${formatDay(from)}`]),
    ...(to === null ? [] : [`to ${formatDay(to)}`]),
  ];
  return [
    ...(dated === null ? [] : [formatDay(dated)]),
    ...(validity.length === 0 ? [] : [`valid ${validity.join(' ')}`]),
  ].join('; ');
}

/** What a reader should know of a label besides its source, a line each. */
export function remarksOnLabel(isOwn: boolean): readonly string[] {
  return isOwn ? ['This wallet'] : [];
}

const SOURCE_KIND_WORDS: Readonly<Record<SourceKind, string>> = {
  government: 'Government notice',
  issuer: 'Contract of the issuer',
  ledger: 'Fact of the ledger',
  research: 'Research',
  community: 'Community list',
  operator: 'Operator’s list',
  derived: 'Derived from transfers',
};

/**
 * Who says so, in words: the list of a government by its name, through whichever copy it was read. The number behind it
 * is the label's confidence, which the API and the certificate state.
 *
 * @example sourceKindOf({ entity: 'Lazarus Group', category: 'sanctions', source: 'ofac-sdn' }); // 'OFAC SDN list'
 * @example sourceKindOf({ entity: 'Bitfinex', category: 'exchange_licensed', source: 'graphsense-tagpacks' }); // 'Research'
 */
export function sourceKindOf(label: ListedLabel & SourcedLabel): string {
  return officialListOf(label) ?? SOURCE_KIND_WORDS[kindOfSource(label)];
}

/** A label, and whether it is one of the checked address itself. */
export interface BasisLabel<Label> {
  /** Different for every label of a result. */
  readonly key: string;
  readonly label: Label;
  readonly isOwn: boolean;
}

/** Every label that a result rests on, each once: those of the address itself, official ones first, then of its evidence. */
export function labelsBehind<Label extends ListedLabel>(
  own: readonly Label[],
  met: readonly Label[],
): readonly BasisLabel<Label>[] {
  const all = new Map<string, BasisLabel<Label>>();
  for (const [isOwn, labels] of [
    [true, officialFirst(own)],
    [false, met],
  ] as const) {
    for (const label of labels) {
      const key = JSON.stringify(label);
      if (!all.has(key)) all.set(key, { key, label, isOwn });
    }
  }
  return [...all.values()];
}

function officialFirst<Label extends ListedLabel>(labels: readonly Label[]): readonly Label[] {
  const isOfficial = (label: Label) => officialListOf(label) !== null;
  return [...labels.filter(isOfficial), ...labels.filter((label) => !isOfficial(label))];
}
