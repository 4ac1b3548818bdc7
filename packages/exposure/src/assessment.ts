import type { Category, Residual, Stars, Verdict } from '@assay/domain';
import type { DirectionExposure, ExposureRow } from './exposure.ts';
import type { Label } from './label.ts';
import type { Direction } from './record.ts';
import type { SubjectFacts } from './store.ts';

/** Everything the score is made from. No clock and no I/O: the same input gives the same assessment, byte for byte. */
export interface AssessmentInput {
  readonly subject: SubjectFacts | SubjectWithoutRecords;
  readonly incoming: DirectionExposure;
  readonly outgoing: DirectionExposure;
  /** USD of everything received and sent, null where no price is known for any part of it. */
  readonly incomingUsd: number | null;
  readonly outgoingUsd: number | null;
  /** Unix seconds of the check. */
  readonly now: number;
  /** `not_traceable`: the asset's network cannot be followed; `failed`: every source failed. */
  readonly sources: 'ok' | 'not_traceable' | 'failed';
  readonly notes: readonly Note[];
}

/** An address no record mentions; labels may still speak. */
export interface SubjectWithoutRecords {
  readonly node: null;
  readonly address: string;
  readonly labels: readonly Label[];
  readonly inflows: 0;
  readonly outflows: 0;
  readonly complete: false;
}

/** Behaviour worth knowing, without effect on the total (docs/method, section 6.8). */
export type NoteKind = 'new_wallet' | 'burst' | 'pass_through' | 'dormant' | 'peel_chain' | 'poisoning_target';

export interface Note {
  readonly kind: NoteKind;
  /** One sentence for the reader. */
  readonly text: string;
}

/** Which rule fixed the total. */
export type Cause =
  | { readonly rule: 'identity'; readonly label: Label; readonly total: number }
  | {
      readonly rule: 'floor';
      readonly category: Category;
      readonly direction: Direction;
      readonly layer: 'direct' | 'indirect';
      readonly share: number;
      readonly usd: number | null;
      readonly total: number;
    }
  | { readonly rule: 'linear'; readonly direction: Direction; readonly total: number }
  | {
      readonly rule: 'not_rated';
      readonly reason: 'no_records' | 'not_traceable' | 'sources_failed' | 'too_little_attributed';
    };

/** One line of the explanation: an exposure row with what it did to the score. */
export interface ExplainedRow extends ExposureRow {
  readonly direction: Direction;
  readonly usd: number | null;
  /** Points it adds to its direction's linear score. */
  readonly points: number;
  /** Of tier S or A and too small in sum to weigh fully or to raise a floor. */
  readonly tooSmall: boolean;
}

export interface Assessment {
  /** Version of the method page, stored with every result. */
  readonly methodVersion: string;
  /** 0..100; null when not rated. */
  readonly total: number | null;
  readonly stars: Stars;
  readonly verdict: Verdict;
  readonly cause: Cause;
  readonly linear: { readonly incoming: number; readonly outgoing: number };
  /** The address's own governing label, and every label it has, strongest first. */
  readonly identity: Label | null;
  readonly labels: readonly Label[];
  readonly rows: readonly ExplainedRow[];
  readonly residuals: Readonly<Record<Direction, Readonly<Record<Residual, number>>>>;
  readonly coverage: { readonly attributed: number; readonly clean: number; readonly notFollowed: number };
  readonly confidence: 'high' | 'medium' | 'low';
  readonly complete: boolean;
  readonly notes: readonly Note[];
  readonly headline: string;
  readonly text: string;
  /** What would have to be different for another number of stars; plain sentences. */
  readonly wouldChange: readonly string[];
}
