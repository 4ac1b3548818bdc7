import { formatDay } from './dates.ts';

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
export function remarksOnLabel({ origin }: { readonly origin: 'given' | 'derived' }, isOwn: boolean): string[] {
  return [...(isOwn ? ['This wallet'] : []), ...(origin === 'derived' ? ['Derived from transfers'] : [])];
}

/** A label, and whether it is one of the checked address itself. */
export interface BasisLabel<Label> {
  /** Different for every label of a result. */
  readonly key: string;
  readonly label: Label;
  readonly isOwn: boolean;
}

/** Every label that a result rests on, each once: those of the address itself, then those of its evidence. */
export function labelsBehind<Label>(own: readonly Label[], met: readonly Label[]): readonly BasisLabel<Label>[] {
  const all = new Map<string, BasisLabel<Label>>();
  for (const [isOwn, labels] of [
    [true, own],
    [false, met],
  ] as const) {
    for (const label of labels) {
      const key = JSON.stringify(label);
      if (!all.has(key)) all.set(key, { key, label, isOwn });
    }
  }
  return [...all.values()];
}
