import type { Category } from '@assay/domain';

/** One conclusion from the records of an asset (docs/method, section 3): a deposit address or an unlabelled service. */
export interface DerivedLabel {
  /** Canonical address. */
  readonly address: string;
  readonly entity: string;
  readonly category: Category;
  readonly confidence: number;
  /** Which rule concluded it, e.g. `derived-deposit-address`. */
  readonly source: string;
}

/** Where the records' side puts the labels it concluded; they are versioned with the label set. */
export interface DeriveSink {
  /** Version of the given labels now standing: what the conclusions are drawn from. */
  readonly givenVersion: () => Promise<string>;
  /** Replaces all derived labels of one asset on one network at once. */
  readonly replaceDerivedLabels: (
    network: string,
    asset: string,
    labels: readonly DerivedLabel[],
    givenVersion: string,
  ) => Promise<{ readonly changed: boolean; readonly contentHash: string }>;
}
