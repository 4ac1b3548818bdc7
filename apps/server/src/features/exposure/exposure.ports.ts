import type { ColumnSnapshot, Direction, StreamState } from '@assay/exposure';
import type { Pool } from '../../db/index.ts';

/** One asset's records in memory, and what they and their labels are known by. */
export interface StreamedLedger {
  readonly ledgerId: number;
  readonly snapshot: ColumnSnapshot;
  /** Database id of each account. */
  readonly ids: Float64Array;
  /** Changes with every change of method, labels or records. */
  readonly basis: string;
}

/** A part of a run: a direction, and keys from one on. */
export interface StreamPart {
  readonly direction: Direction;
  readonly firstKey: number;
  readonly keys: number;
}

/** Where a part that is under way leaves its place, so that a killed process goes on there. */
export interface CheckpointPort {
  read(run: number, part: StreamPart, accounts: number): Promise<StreamState | null>;
  write(run: number, part: StreamPart, state: StreamState): Promise<void>;
  /** Forgets every place of a run. */
  clear(run: number): Promise<void>;
}

export interface StreamDeps {
  readonly pool: Pool;
  readonly checkpoints: CheckpointPort;
  readonly signal: AbortSignal;
  readonly progress: (text: string) => void;
  /** Records between two checkpoints. */
  readonly recordsPerCheckpoint: number;
  /** Bytes a part may take beside the records. */
  readonly partBytes: number;
}

export interface StreamSummary {
  readonly run: number;
  readonly accounts: number;
  readonly records: number;
  /** Shares written by this call and by those it went on from. */
  readonly shares: number;
  /** False when nothing had changed since the last run. */
  readonly isNew: boolean;
}
