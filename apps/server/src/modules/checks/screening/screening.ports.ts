import type { Asset, Stars } from '@assay/domain';

/** The result of a screening for one address. */
export interface ScreenedAddress {
  readonly stars: Stars;
  /** 0..100; null when not rated. */
  readonly total: number | null;
  readonly verdict: string;
  /** The rule that fixed the total, or why there is no total. */
  readonly rule: string;
  readonly reason: string | null;
  readonly confidence: string;
  /** Fractions of the value received and sent. */
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

/** A result as its line says it: the cells from the status on, separated by commas and quoted where they have to be. */
export interface ResultCells {
  readonly cells: string;
}

/** Runs one check, several concurrently if called so; the same check that `assay check` runs. */
export interface ScreenPort {
  /** How many checks it can run concurrently. */
  readonly atOnce: number;
  screen(asset: Asset, address: string): Promise<ResultCells>;
}
