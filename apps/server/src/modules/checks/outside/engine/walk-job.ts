import type { NetworkId } from '@assay/domain';
import type { Direction, MethodVersion, SubjectFacts, WalkOptions } from '@assay/exposure';
import type { ExportedSnapshot } from '../../../../platform/db/transactions.ts';

/** A walk for another thread: where its records are, and the one state of the database it must read. */
export interface WalkJob {
  readonly databaseUrl: string;
  /** Good while the transaction that exported it is open. */
  readonly snapshot: ExportedSnapshot;
  readonly network: NetworkId;
  readonly ticker: string;
  /** Of the method, by whose rules addresses have labels. */
  readonly version: MethodVersion;
  readonly subject: SubjectFacts;
  readonly direction: Direction;
  /** How far it may go; plain data. */
  readonly cut: WalkCutOptions;
  readonly shared: SharedArrayBuffer;
}

export type WalkCutOptions = Omit<WalkOptions, 'signal' | 'mayFetch' | 'onProgress' | 'onUnread' | 'yieldToEventLoop'>;

/** Words both threads see. */
export const CANCELLED = 0;
export const ROUND = 1;
export const STATES = 2;
export const SHARED_BYTES = 12;
