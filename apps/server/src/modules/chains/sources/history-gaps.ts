/**
 * Why a history that was read is not the whole one, or what was odd in it. Without addresses, so that results can state
 * it. Amounts are base units as decimal text: gaps are stored as JSON.
 */
export type HistoryGap =
  /** Rows that the provider listed and that could not be read; `fields` are the first wrong fields, a few of them. */
  | {
      readonly kind: 'unreadable';
      readonly provider: string;
      readonly rows: number;
      readonly fields: readonly string[];
    }
  /** Rows that were listed more than once, and count once. The only one that leaves a history complete. */
  | { readonly kind: 'repeated'; readonly provider: string; readonly rows: number }
  /** Parts of each transaction that the provider does not list. */
  | { readonly kind: 'parts'; readonly provider: string; readonly parts: readonly ('internal' | 'fee')[] }
  /** The provider has nothing from before this second, or answers so few blocks a question that no check reads them. */
  | { readonly kind: 'holds-from'; readonly provider: string; readonly time: number; readonly blocks?: number }
  /** How far back the provider's history reaches is not known. */
  | { readonly kind: 'held-unknown'; readonly provider: string }
  /** The moves that were read do not come to what the provider states for the present: what is missing at least. */
  | { readonly kind: 'differs'; readonly provider: string; readonly received: string; readonly sent: string }
  /** The moves could not be compared with the present balance. */
  | { readonly kind: 'not-compared'; readonly provider: string };

const NAMED_FIELDS = 3;

/** Gaps of several pages as one of each kind and provider. */
export function mergeGaps(gaps: readonly HistoryGap[]): readonly HistoryGap[] {
  const merged = new Map<string, HistoryGap>();
  for (const gap of gaps) {
    const key = `${gap.kind} ${gap.provider}`;
    const before = merged.get(key);
    merged.set(key, before === undefined ? gap : joined(before, gap));
  }
  return [...merged.values()];
}

function joined(before: HistoryGap, gap: HistoryGap): HistoryGap {
  if (gap.kind === 'unreadable' && before.kind === 'unreadable') {
    const fields = [...new Set([...before.fields, ...gap.fields])].slice(0, NAMED_FIELDS);
    return { ...gap, rows: before.rows + gap.rows, fields };
  }
  if (gap.kind === 'repeated' && before.kind === 'repeated') return { ...gap, rows: before.rows + gap.rows };
  if (gap.kind === 'parts' && before.kind === 'parts') {
    return { ...gap, parts: [...new Set([...before.parts, ...gap.parts])].sort() };
  }
  return gap;
}

/** Rows of a page that could not be read, and that came more than once; nothing where there are none. */
export function rowGaps(
  provider: string,
  { unreadable, repeated }: { readonly unreadable: readonly string[]; readonly repeated: number },
): readonly HistoryGap[] {
  const fields = [...new Set(unreadable)].slice(0, NAMED_FIELDS);
  return [
    ...(unreadable.length === 0 ? [] : [{ kind: 'unreadable', provider, rows: unreadable.length, fields } as const]),
    ...(repeated === 0 ? [] : [{ kind: 'repeated', provider, rows: repeated } as const]),
  ];
}

/** What a history that was read comes to, compared with what its provider states for the present. */
export interface Comparison {
  /** The mark of the tip that the history was read up to: seconds, or a height. */
  readonly at: number;
  readonly isEqual: boolean;
  /** What the history lacks at least, in base units. */
  readonly received: bigint;
  readonly sent: bigint;
}

/** The gaps of a history with what its comparison found. */
export function gapsOf(
  gaps: readonly HistoryGap[],
  provider: string,
  from: number | null,
  comparison: Comparison | null,
): readonly HistoryGap[] {
  if (from !== null || comparison?.isEqual === true) return gaps;
  if (comparison === null) return [...gaps, { kind: 'not-compared', provider }];
  const { received, sent } = comparison;
  return [...gaps, { kind: 'differs', provider, received: received.toString(), sent: sent.toString() }];
}

/** Whether a history that was read from its beginning is complete. */
export function isComplete(gaps: readonly HistoryGap[], comparison: Comparison | null): boolean {
  return comparison?.isEqual === true && gaps.every(({ kind }) => kind === 'repeated');
}

/** The second that a provider's history begins at, of those that hold no older one. */
export function holdsFrom(gaps: readonly HistoryGap[]): number | null {
  const held = gaps.find((gap) => gap.kind === 'holds-from');
  return held?.kind === 'holds-from' ? held.time : null;
}
