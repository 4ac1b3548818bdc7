import type { Asset, Stars } from '@assay/domain';

/** What a screening says of one address. */
export interface ScreenedAddress {
  readonly stars: Stars;
  /** 0..100; null when not rated. */
  readonly total: number | null;
  readonly verdict: string;
  /** The rule that fixed the total, and why there is none. */
  readonly rule: string;
  readonly reason: string | null;
  readonly confidence: string;
  /** Fractions of what was received and sent. */
  readonly attributed: number;
  readonly notFollowed: number;
  readonly incoming: string;
  readonly outgoing: string;
  readonly labels: string;
  readonly headline: string;
  readonly methodVersion: string;
  readonly labelSetVersion: string;
  readonly recordsUntil: string | null;
}

/** Runs one check, several at a time if asked so; the same one that `assay check` runs. */
export interface ScreenPort {
  /** How many it can work on at a time. */
  readonly atOnce: number;
  screen(asset: Asset, address: string): Promise<ScreenedAddress>;
}
