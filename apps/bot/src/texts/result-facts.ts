import type { BotResult } from '@assay/contracts';
import type { ExposureKey } from './category-titles.ts';

/** What a headline is made of. */
export interface Facts {
  readonly result: BotResult;
  /** The largest risky category, incoming before outgoing; null where none is. */
  readonly worst: { readonly category: ExposureKey; readonly direction: 'incoming' | 'outgoing' } | null;
}

/** What the issuer said of the address itself. */
export type Freeze = NonNullable<BotResult['issuer_freeze']>;

export interface FreezeWords {
  readonly ticker: string;
  /** Day and minute as people of the language write them. */
  readonly dateOf: (iso: string) => string;
}

/** A category this small does not name a result. */
const LEAST_SHARE = 0.001;

export function factsOf(result: BotResult): Facts {
  for (const direction of ['incoming', 'outgoing'] as const) {
    for (const group of ['high', 'mid'] as const) {
      const found = result.exposures[direction]?.find((one) => one.group === group && one.share >= LEAST_SHARE);
      if (found !== undefined) return { result, worst: { category: found.category, direction } };
    }
  }
  return { result, worst: null };
}
