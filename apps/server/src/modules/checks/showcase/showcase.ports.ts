import type { CheckAsset } from '@assay/contracts';

/** An example address for the landing page. */
export interface ShowcaseExample {
  readonly address: string;
  readonly ticker: string;
  readonly parent: string | null;
  /** Why the example is interesting, in a few words. */
  readonly title: string;
}

export interface ShowcasePorts {
  /** The examples for which this installation has records or labels. */
  examples(): Promise<readonly ShowcaseExample[]>;
  /** Changes with every change of any label. Cheap. */
  labelSetVersion(): Promise<string>;
  /** The finished check of an example: an existing one made under this key, else a new one. */
  check(example: ShowcaseExample, key: string): Promise<CheckAsset>;
}
