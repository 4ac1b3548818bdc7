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

/** What this installation holds of one asset, as one read-only state. */
export interface RecordsSnapshot {
  readonly store: ExposureStore;
  /** The last record held. */
  readonly tip: { readonly block: string | null; readonly time: Date } | null;
}

/** Transfers, by asset. */
export interface RecordsPort {
  /** Runs `work` on one snapshot, or on null where no record of the asset is held. The snapshot ends with `work`. */
  withSnapshot<T>(
    asset: { readonly network: NetworkId; readonly ticker: string },
    work: (snapshot: RecordsSnapshot | null) => Promise<T>,
  ): Promise<T>;
  /** One sentence: what this installation holds of the asset. */
  describe(asset: { readonly network: NetworkId | null; readonly ticker: string }): Promise<string>;
}

export interface LabelsPort {
  /** Given labels, in the order asked. `network` is the currency key where the network cannot be followed. */
  labelsOf(network: string, addresses: readonly string[]): Promise<readonly (readonly Label[])[]>;
  labelSetVersion(): Promise<string>;
}

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
  readonly subId: string;
}

export interface ChecksLog {
  warn(facts: CheckFault, message: string): void;
  error(facts: CheckFault, message: string): void;
}
