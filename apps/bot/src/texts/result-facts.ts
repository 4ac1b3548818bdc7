import type { BotResult } from '@assay/contracts';
import type { ExposureKey } from './category-titles.ts';

/** The facts of a headline. */
export interface Facts {
  readonly result: BotResult;
  /** The largest risky category, incoming before outgoing; null where none is. */
  readonly worst: { readonly category: ExposureKey; readonly direction: 'incoming' | 'outgoing' } | null;
}

/** The issuer's statement about the address itself. */
export type Freeze = NonNullable<BotResult['issuer_freeze']>;

/** A label that the same address has on another network. */
export type OtherNetwork = NonNullable<BotResult['other_network']>;

export interface FreezeWords {
  readonly ticker: string;
  /** Day and minute as people of the language write them. */
  readonly dateOf: (iso: string) => string;
}

/** A category with a smaller share is not named in the headline. */
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
