import type { ColumnParts } from '@assay/exposure';
import type { Db } from '../../../../platform/db/index.ts';
import type { Ledger, RecordsState } from '../ledgers/ledger.store.ts';
import type { LabelState } from './in-memory-ledger.ts';

/** Files that preserve the assets in memory across a restart. A name is a network and a ticker. */
export interface ColumnFiles {
  /** Null where no usable file is stored. */
  read(name: string): Promise<KeptColumns | null>;
  write(name: string, kept: KeptColumns): Promise<void>;
}

export interface KeptColumns {
  /** Identity of the tables it was read from. */
  readonly identity: string;
  readonly state: RecordsState;
  readonly parts: ColumnParts;
}

export interface InMemoryAssetsPorts {
  /** The labels of one asset, in the state of the database that `db` reads. */
  readonly labels: (db: Db, ledger: Ledger) => Promise<LabelState>;
  readonly files: ColumnFiles | null;
  /** Receives one line for each asset that is loaded into memory, that is refused or that failed. */
  readonly report: (text: string) => void;
}
