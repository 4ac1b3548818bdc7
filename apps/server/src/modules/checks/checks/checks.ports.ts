import type { ErrorName, Holdings } from '@assay/contracts';
import type { NetworkId, PlanLimits } from '@assay/domain';
import type {
  Assessment,
  AssessmentInput,
  Direction,
  DirectionExposure,
  ExposureStore,
  Label,
  MethodRevision,
  MethodVersion,
  Note,
  NotesInput,
  SubjectFacts,
  TextSet,
  Withdrawal,
} from '@assay/exposure';
import type { Db } from '../../../platform/db/index.ts';
import type { LabelsOnNetwork } from './other-networks.ts';

/** The labels and records that a check used, for its certificate. Digests are SHA-256 in hexadecimal. */
export interface SnapshotOrigin {
  readonly labelSet: {
    /** Over all stored labels, including derived ones; the version is a prefix of the digest. */
    readonly digest: string;
    readonly sets: readonly { readonly name: string; readonly digest: string }[];
  };
  /** The records of the asset; null where none is stored. Times are Unix seconds. */
  readonly records: {
    readonly count: number;
    readonly firstTime: number;
    readonly lastTime: number;
    readonly fromBeginning: boolean;
  } | null;
}

/** A transfer ledger up to one of its records. */
export interface RecordsUntil {
  readonly position: number;
  readonly tip: { readonly block: string | null; readonly time: Date };
  /** The sentence on the stored records, as it was then. */
  readonly recordsHeld: string;
}

/** Everything a check reads, from one database snapshot: imports during the check have no effect on it. */
export interface CheckSnapshot {
  /** The asset's records; null where none is stored, or its network cannot be followed. */
  readonly store: ExposureStore | null;
  /** The last stored record. */
  readonly tip: { readonly block: string | null; readonly time: Date } | null;
  /** One sentence: which records of the asset this installation stores. */
  readonly recordsHeld: string;
  readonly labelSetVersion: string;
  readonly origin: SnapshotOrigin;
  /**
   * The records limited to the first `count`, to recompute an earlier result; null where
   * there are fewer, or where the network's records cannot be limited (UTXO records include their later spending).
   */
  recordsUntil(count: number): Promise<RecordsUntil | null>;
  /** Labels in the order of `addresses`. `network` is the currency key where the network cannot be followed. */
  labelsOf(network: string, addresses: readonly string[]): Promise<readonly (readonly Label[])[]>;
  /** Whether labels derived from records are among them. */
  readonly hasDerivedLabels: boolean;
  /** Imported labels of the same address text on other networks. */
  labelsElsewhere(network: string, address: string): Promise<readonly LabelsOnNetwork[]>;
}

/** All walks of one check of an address. */
export interface CheckWalks {
  readonly incoming: DirectionExposure;
  readonly outgoing: DirectionExposure;
  /** The walks without each of the claims that weigh most; empty where the version of the method asks for none. */
  readonly withdrawals: readonly Withdrawal[];
}

/**
 * Runs `work` on one snapshot of records and labels, which is closed after `work`. `about`: the address that `work` reads
 * the labels of, on every network: they are read when the snapshot begins, without a round trip of their own.
 */
export type WithSnapshot = <T>(
  asset: { readonly network: NetworkId | null; readonly ticker: string },
  work: (snapshot: CheckSnapshot) => Promise<T>,
  about?: string,
) => Promise<T>;

/** The engine as a port, so that a test can make it slow or faulty. */
export interface EnginePort {
  /** Version of the method; results contain it. Its labels differ, so a snapshot is opened for one version. */
  readonly version: MethodVersion;
  /** How the version is carried out; results contain it. */
  readonly revision: MethodRevision;
  /** The set that the sentences are of. */
  readonly textSet: TextSet;
  exposureOf(
    store: ExposureStore,
    subject: SubjectFacts,
    direction: Direction,
    options: {
      readonly signal: AbortSignal;
      readonly onProgress: (progress: number) => void;
      /** Of the subject's records, those to start from alone; all by default. */
      readonly only?: readonly number[];
      /** Whether sample paths are found; they are by default. */
      readonly evidence?: boolean;
    },
  ): Promise<DirectionExposure>;
  findNotes(input: NotesInput): readonly Note[];
  assess(input: AssessmentInput): Assessment;
}

/**
 * Called with the checks that end, in the transaction of their end: what it writes is there with the end, or not at all.
 * The rows of the checks are locked, and are read as they have ended.
 */
export type CheckEnded = (tx: Db, subIds: readonly string[]) => Promise<void>;

/** One check that has ended in this process. */
export interface EndedCheck {
  readonly outcome: 'rated' | 'not rated' | 'failed' | 'cancelled' | 'handed over';
  /** Why it failed; null for every other outcome. */
  readonly failure: ErrorName | null;
  /** Where its records came from; null where it ended before that was known. */
  readonly source: 'imported' | 'on demand' | null;
  /** Since it began to run here. */
  readonly ms: number;
}

/** Receives every check that has ended in this process, for metrics. Never throws. */
export type CheckWatch = (ended: EndedCheck) => void;

/** The owner's balance. `reference` is the check's id. */
export interface ChecksBalance {
  reserve(db: Db, owner: string, reference: string, now: Date): Promise<boolean>;
  take(db: Db, reference: string, now: Date): Promise<boolean>;
  release(db: Db, reference: string, now: Date): Promise<boolean>;
  /** Whether any of these was charged and not refunded since. */
  isTaken(db: Db, references: readonly string[]): Promise<boolean>;
  /** The limits of the plan that the owner has at `now`. */
  limitsOf(db: Db, owner: string, now: Date): Promise<Pick<PlanLimits, 'runningChecks'>>;
  /** What the owner has at `now`. */
  stateOf(db: Db, owner: string, now: Date): Promise<Holdings>;
}

/** Answers that cost their owner nothing: how many a day (UTC) there may be. */
export interface UnchargedLimit {
  /** Those of the day of `now`. */
  answered(db: Db, owner: string, now: Date): Promise<number>;
  /**
   * `payers`: whose purchases count, the owner first. `running`: checks that may still end without a charge.
   *
   * @throws AppError UnchargedLimitReached, TooManyChecks
   */
  assertLeft(
    db: Db,
    payers: readonly string[],
    use: { readonly answered: number; readonly running: number },
    now: Date,
  ): Promise<void>;
  /** Counts a check that ended without a charge. */
  count(db: Db, subId: string, now: Date): Promise<void>;
  /** Counts an answer of which no check was begun. */
  countFor(db: Db, owner: string, now: Date): Promise<void>;
}

/** New ids: 32 lower-case hex digits from a cryptographic source. */
export type NewId = () => string;

export interface CheckFault {
  readonly err: unknown;
  /** What the log calls the affected check, where it is known. */
  readonly check?: string;
}
