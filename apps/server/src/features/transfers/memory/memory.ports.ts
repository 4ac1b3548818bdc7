import type { ColumnParts } from '@assay/exposure';
import type { Db } from '../../../db/index.ts';
import type { Ledger } from '../ledger.store.ts';
import type { LabelState } from './live-columns.ts';

/** Where assets in memory are kept over a restart. A name is a network and a ticker. */
export interface ColumnFiles {
  /** Null where nothing usable is kept. */
  read(name: string): Promise<KeptColumns | null>;
  write(name: string, kept: KeptColumns): Promise<void>;
}

export interface KeptColumns {
  /** Of the tables it was read from. */
  readonly identity: string;
  readonly revision: number;
  readonly parts: ColumnParts;
}

export interface LiveAssetsPorts {
  /** The labels of one asset, on the state of the database that `db` reads. */
  readonly labels: (db: Db, ledger: Ledger) => Promise<LabelState>;
  readonly files: ColumnFiles | null;
  /** Told what is taken into memory, what is refused and what failed, one line each. */
  readonly report: (text: string) => void;
}
