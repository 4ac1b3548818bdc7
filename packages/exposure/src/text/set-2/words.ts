import type { Category } from '@assay/domain';
import { CATEGORY_WORDS, citeListing, formatDay, officialListOf } from '@assay/wording';
import type { Label } from '../../labels/label.ts';
import type { Direction } from '../../records/record.ts';

/** How a direction is spoken of. */
export const FLOW_WORDS = {
  bwd: {
    value: 'incoming value',
    party: 'source',
    from: 'comes from',
    straight: 'comes straight from',
    back: 'traces back to',
    further: 'further back',
  },
  fwd: {
    value: 'outgoing value',
    party: 'destination',
    from: 'goes to',
    straight: 'goes straight to',
    back: 'ends up with',
    further: 'further on',
  },
} as const satisfies Record<Direction, Record<string, string>>;

/** Several parties of a category, inside a sentence. */
export function partiesOf(category: Category): string {
  return CATEGORY_WORDS[category].many;
}

/** What a sentence says of a label. `list` is the government's list it is an entry of, in words. */
export type CitedLabel = {
  readonly category: Category;
  readonly entity: string;
  readonly source: string;
  readonly date: string | null;
  readonly confidence: number;
  readonly list: string | null;
};

export function citedLabel({ category, entity, source, sourceDate, confidence, origin }: Label): CitedLabel {
  const list = origin === 'given' ? officialListOf({ category, entity, source }) : null;
  return { category, entity, source, date: sourceDate, confidence, list };
}

/** The label in words: the government's list first; of any other source its name. */
export function cite({ entity, source, date, list }: CitedLabel): string {
  if (list !== null) return citeListing(list, entity, date);
  return `${entity} (${source}${date === null ? '' : `, ${formatDay(date)}`})`;
}

/** Who says so. */
export function nameSource({ source, list }: Pick<CitedLabel, 'source' | 'list'>): string {
  return list === null ? source : `the ${list}`;
}
