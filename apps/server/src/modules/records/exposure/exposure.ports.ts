import type { ColumnSnapshot, Direction, StreamState } from '@assay/exposure';
import type { Pool } from '../../../platform/db/index.ts';

/** One asset's records in memory, with the identity of records and labels. */
export interface StreamedLedger {
  readonly ledgerId: number;
  readonly snapshot: ColumnSnapshot;
  /** Database id of each account. */
  readonly ids: Float64Array;
  /** Changes with every change of method, labels or records. */
  readonly basis: string;
}

/** A part of a run: a direction and a group of keys, from the first one on. */
export interface StreamPart {
  readonly direction: Direction;
  readonly firstKey: number;
  readonly keys: number;
}

/** One non-zero share of what an account received or sent. */
export interface Share {
  readonly accountId: number;
  /** Category or residual. */
  readonly key: string;
  readonly share: number;
}

/** Stores the checkpoint of an unfinished part, so that a killed process can resume there. */
export interface CheckpointPort {
  read(run: number, part: StreamPart, accounts: number): Promise<StreamState | null>;
  write(run: number, part: StreamPart, state: StreamState): Promise<void>;
  /** Deletes all checkpoints of a run. */
  clear(run: number): Promise<void>;
}

export interface StreamDeps {
  readonly pool: Pool;
  readonly checkpoints: CheckpointPort;
  readonly signal: AbortSignal;
  readonly progress: (text: string) => void;
  /** Records between two checkpoints. */
  readonly recordsPerCheckpoint: number;
  /** Bytes a part may use in addition to the records. */
  readonly partBytes: number;
  /** Total states that the walks of accounts with their own label may use, per direction. */
  readonly ownStates: number;
}

export interface StreamSummary {
  readonly run: number;
  readonly accounts: number;
  readonly records: number;
  /** Shares written by this call and by the interrupted calls it resumed. */
  readonly shares: number;
  /** Account directions whose shares include the effect of their own label: their walks would have taken too long. */
  readonly inexact: number;
  /** False when nothing had changed since the last run. */
  readonly isNew: boolean;
}
