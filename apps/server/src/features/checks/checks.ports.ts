import type { NetworkId } from '@assay/domain';
import type {
  Assessment,
  AssessmentInput,
  Direction,
  DirectionExposure,
  ExposureStore,
  Label,
  Note,
  NotesInput,
  SubjectFacts,
} from '@assay/exposure';
import type { Db } from '../../db/index.ts';

/** The lists and records that stood when a check ran, for its certificate. Digests are SHA-256 in hexadecimal. */
export interface SnapshotOrigin {
  readonly labelSet: {
    /** Over everything held, labels concluded from records included; the version is its beginning. */
    readonly digest: string;
    readonly sets: readonly { readonly name: string; readonly digest: string }[];
  };
  /** Of the asset; null where none is held. Times are Unix seconds. */
  readonly records: {
    readonly count: number;
    readonly firstTime: number;
    readonly lastTime: number;
    readonly fromBeginning: boolean;
  } | null;
}

/** A ledger up to one of its records. */
export interface RecordsUntil {
  readonly position: number;
  readonly tip: { readonly block: string | null; readonly time: Date };
  /** The sentence on what is held, as it was then. */
  readonly recordsHeld: string;
}

/** Everything a check reads, from one state of the database: no import shows in the middle of it. */
export interface CheckSnapshot {
  /** The asset's records; null where none is held, or its network cannot be followed. */
  readonly store: ExposureStore | null;
  /** The last record held. */
  readonly tip: { readonly block: string | null; readonly time: Date } | null;
  /** One sentence: what this installation holds of the asset. */
  readonly recordsHeld: string;
  readonly labelSetVersion: string;
  readonly origin: SnapshotOrigin;
  /**
   * The state of the records after the first `count` of them, for computing again what was computed then; null where
   * there are fewer, or where the network's books cannot be cut (coins know by whom they are spent later).
   */
  recordsUntil(count: number): Promise<RecordsUntil | null>;
  /** Labels in the order asked. `network` is the currency key where the network cannot be followed. */
  labelsOf(network: string, addresses: readonly string[]): Promise<readonly (readonly Label[])[]>;
}

/** Runs `work` on one state of records and labels, which ends with `work`. */
export type WithSnapshot = <T>(
  asset: { readonly network: NetworkId | null; readonly ticker: string },
  work: (snapshot: CheckSnapshot) => Promise<T>,
) => Promise<T>;

/** The engine, so that a test can make it slow or broken. */
export interface EnginePort {
  exposureOf(
    store: ExposureStore,
    subject: SubjectFacts,
    direction: Direction,
    options: { readonly signal: AbortSignal; readonly onProgress: (progress: number) => void },
  ): Promise<DirectionExposure>;
  findNotes(input: NotesInput): readonly Note[];
  assess(input: AssessmentInput): Assessment;
}

/** The owner's balance; the billing side of a check. `reference` is the check's id. */
export interface ChecksBalance {
  reserve(db: Db, owner: string, reference: string, now: Date): Promise<boolean>;
  take(db: Db, reference: string, now: Date): Promise<boolean>;
  release(db: Db, reference: string, now: Date): Promise<boolean>;
}

export interface Clock {
  now(): Date;
}

/** New ids: 32 lower-case hex digits from a cryptographic source. */
export type NewId = () => string;

/** Runs `work` in one transaction. */
export type Transaction = <T>(work: (db: Db) => Promise<T>) => Promise<T>;

export interface CheckFault {
  readonly err: unknown;
  /** Of the check it happened to, where it is known. */
  readonly subId?: string;
}

export interface ChecksLog {
  warn(facts: CheckFault, message: string): void;
  error(facts: CheckFault, message: string): void;
}
