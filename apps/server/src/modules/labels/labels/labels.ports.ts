import type { Category } from '@assay/domain';

/** One conclusion from the records of an asset (docs/method, section 3): a deposit address or an unlabelled service. */
export interface DerivedLabel {
  /** Canonical address. */
  readonly address: string;
  readonly entity: string;
  readonly category: Category;
  readonly confidence: number;
  /** Which rule derived it, e.g. `derived-deposit-address`. */
  readonly source: string;
}

/** Where the code that reads records stores the labels it derived; they are versioned with the label set. */
export interface DeriveSink {
  /** What the derived labels of an asset were derived from; null where none were derived yet. */
  readonly basisOf: (network: string, asset: string) => Promise<string | null>;
  /** Replaces all derived labels of one asset on one network at once. */
  readonly replaceDerivedLabels: (
    network: string,
    asset: string,
    labels: readonly DerivedLabel[],
    basis: string,
  ) => Promise<{ readonly changed: boolean; readonly contentHash: string }>;
  /**
   * Replaces the derived labels of some addresses of one asset. False, and nothing is done, where the basis of the stored
   * ones is no longer `former`.
   */
  readonly changeDerivedLabels: (
    network: string,
    asset: string,
    change: {
      readonly addresses: readonly string[];
      readonly labels: readonly DerivedLabel[];
      readonly former: string;
    },
    basis: string,
  ) => Promise<boolean>;
}
