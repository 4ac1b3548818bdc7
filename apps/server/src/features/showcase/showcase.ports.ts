import type { CheckAsset } from '@assay/contracts';

/** An address worth showing. */
export interface ShowcaseExample {
  readonly address: string;
  readonly ticker: string;
  readonly parent: string | null;
  /** Why it is worth a look, in a few words. */
  readonly title: string;
}

export interface ShowcasePorts {
  /** The examples whose records or labels this installation holds. */
  examples(): Promise<readonly ShowcaseExample[]>;
  /** Changes with every change of any label. Cheap. */
  labelSetVersion(): Promise<string>;
  /** The finished check of an example: the one made under this key before, else a new one. */
  check(example: ShowcaseExample, key: string): Promise<CheckAsset>;
}

export interface ShowcaseLog {
  warn(facts: { readonly err: unknown }, message: string): void;
}
