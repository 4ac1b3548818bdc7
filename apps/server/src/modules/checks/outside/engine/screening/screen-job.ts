import type { Asset } from '@assay/domain';
import type { ColumnParts, Label, MethodVersion } from '@assay/exposure';
import type { SnapshotOrigin } from '../../../checks/checks.ports.ts';
import type { ResultCells } from '../../../screening/screening.ports.ts';

/** Addresses of one asset for a thread. */
export interface ScreenJob {
  readonly asset: Asset;
  readonly addresses: readonly string[];
}

/** What became of one address of a job; a failure of one is none of the others. */
export type ScreenOutcome =
  | { readonly is: 'screened'; readonly found: ResultCells }
  | { readonly is: 'failed'; readonly message: string };

/** What each thread works on: the database, and one asset in memory where it was brought there. */
export interface ScreenSetting {
  readonly databaseUrl: string;
  /** Further servers that hold transfer ledgers; none by default. */
  readonly ledgerServers?: readonly { readonly name: string; readonly url: string }[];
  /** Checks of one thread at a time. */
  readonly atOnce: number;
  readonly memory: MemorySetting | null;
  /** Of the method; that of the labels in memory. */
  readonly version: MethodVersion;
}

/** Records of one asset in memory, and what is known of them. */
export interface MemorySetting {
  readonly tip: { readonly block: string | null; readonly time: Date };
  readonly recordsHeld: string;
  readonly labelSetVersion: string;
  readonly hasDerivedLabels: boolean;
  readonly origin: SnapshotOrigin;
  /** Over shared memory: threads read the same bytes. */
  readonly parts: ColumnParts;
  readonly labels: readonly (readonly [account: number, labels: readonly Label[]])[];
}
