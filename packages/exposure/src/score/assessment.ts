import type { Category, Residual, Stars, Verdict } from '@assay/domain';
import type { Label } from '../labels/label.ts';
import type { MethodRevision, MethodVersion } from '../method/method-revision.ts';
import type { TextSet } from '../method/text-set.ts';
import type { Direction } from '../records/record.ts';
import type { DirectionExposure, ExposureRow } from '../walk/exposure.ts';
import type { LabelClaim, SubjectFacts } from '../walk/store.ts';
import type { ResultSentences, SentenceParams } from './sentence.ts';

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
  /**
   * `not_traceable`: the asset's network cannot be followed; `failed`: no source answered; `unreadable`: nothing of what
   * one answered could be read.
   */
  readonly sources: 'ok' | 'not_traceable' | 'failed' | 'unreadable';
  readonly notes: readonly Note[];
  /** Read by version 2 alone, where a record has no price: bounds of a direction's dollars. Absent or null: none. */
  readonly usdBounds?: Readonly<Record<Direction, UsdBounds | null>>;
  /** Read by version 2 alone: the address itself meets the conditions of an unlabelled service. */
  readonly isService?: boolean;
  /** Read by version 2 alone: the walks without each of the claims that weigh most, for what would change the stars. */
  readonly withdrawals?: readonly Withdrawal[];
  /** Nobody reads what the smallest change to other stars would be: it is left out. */
  readonly withoutChanges?: boolean;
  /** Nobody reads other texts than the headline: they are left out, and what the smallest change would be too. */
  readonly headlineOnly?: boolean;
  /** Read by version 2 alone: no labels derived from records were at hand, so that what they would end is followed. */
  readonly withoutDerivedLabels?: boolean;
}

/** Both directions as they would be, had nobody made a claim of any address. */
export interface Withdrawal extends LabelClaim {
  readonly incoming: DirectionExposure;
  readonly outgoing: DirectionExposure;
}

/** Dollars of a direction with each record at its price or, without one, at the least and the most of its year. */
export interface UsdBounds {
  readonly low: number;
  readonly high: number;
}

/** An address no record mentions; labels may still speak. */
export interface SubjectWithoutRecords {
  readonly node: null;
  /** `issuer`: a mint or burn address. */
  readonly role: 'account' | 'issuer';
  readonly address: string;
  readonly labels: readonly Label[];
  readonly inflows: 0;
  readonly outflows: 0;
  readonly complete: false;
}

/** Behaviour worth knowing, without effect on the total (docs/method, section 6.8). */
export type NoteKind =
  | 'new_wallet'
  | 'burst'
  | 'pass_through'
  | 'dormant'
  | 'peel_chain'
  | 'poisoning_target'
  | 'label_on_other_network';

export interface Note {
  readonly kind: NoteKind;
  /** One sentence for the reader, or two. */
  readonly text: string;
  /** What the text names; its code is the kind. Not there in text set 1. */
  readonly params?: SentenceParams;
  /** Of `label_on_other_network`: what it names. */
  readonly label?: {
    /** Name of the network, such as Ethereum. */
    readonly network: string;
    readonly category: Category;
    readonly entity: string;
  };
}

/** What a note of behaviour is written from. */
export type NoteFinding =
  | { readonly kind: 'new_wallet'; readonly days: number }
  | { readonly kind: 'burst'; readonly hours: number }
  | { readonly kind: 'pass_through'; readonly percent: number }
  | { readonly kind: 'dormant'; readonly days: number }
  | { readonly kind: 'peel_chain'; readonly spends: number; readonly percent: number }
  | { readonly kind: 'poisoning_target'; readonly senders: number };

/** Why an address has no stars (docs/method, section 6.5). */
export type NotRatedReason =
  | 'no_records'
  | 'not_traceable'
  | 'sources_failed'
  | 'too_little_attributed'
  /** A mint or burn address: what is sent to it is destroyed. Not given by revision 1. */
  | 'burn_address';

export interface IdentityCause {
  readonly rule: 'identity';
  readonly label: Label;
  readonly total: number;
}

export interface FloorCause {
  readonly rule: 'floor';
  readonly category: Category;
  readonly direction: Direction;
  readonly layer: 'direct' | 'indirect';
  /** Sum of the decisive rows as it counted: of their strong shares, or of all when `lowered`. */
  readonly share: number;
  /** USD of the category in the direction, both layers, over the same labels; null without a price. */
  readonly usd: number | null;
  /** Decided over all labels and one step lower, since those of confidence 50 or more reach less. */
  readonly lowered: boolean;
  readonly total: number;
  /**
   * Of version 2: what the share sums, whose largest category is `category`. Floors of version 1 sum one category.
   */
  readonly scope?: FloorScope;
}

/** A column of whole tiers, that one and those above it; or tiers S and A where a service's label does not hide them. */
export type FloorScope = 'S' | 'A' | 'B' | 'service';

export interface LinearCause {
  readonly rule: 'linear';
  readonly direction: Direction;
  readonly total: number;
}

/** The total alone would give five stars; too little of the value is known to be ordinary. */
export interface LimitedCoverageCause {
  readonly rule: 'limited_coverage';
  readonly direction: Direction;
  readonly total: number;
}

export interface NotRatedCause {
  readonly rule: 'not_rated';
  readonly reason: NotRatedReason;
}

/** Which rule fixed the stars. */
export type Cause = IdentityCause | FloorCause | LinearCause | LimitedCoverageCause | NotRatedCause;

/** One line of the explanation: an exposure row with what it did to the score. */
export interface ExplainedRow extends ExposureRow {
  readonly direction: Direction;
  /** Its share of the direction's USD; null without a price. */
  readonly usd: number | null;
  /**
   * Points it adds to the linear score. Rows and residuals of one direction sum to that direction's `linear`, the
   * factor 0.8 of the outgoing side included.
   */
  readonly points: number;
  /** Of tier S or A and too small in sum to weigh fully or to raise a floor. */
  readonly tooSmall: boolean;
  /** Part of what the deciding rule looked at: of the floor's category, direction and layer, or of the linear side. */
  readonly decisive: boolean;
  /** Of version 2: incoming tier S that is listed and left out of the score and of coverage. */
  readonly setAside?: boolean;
}

type PerDirection<Value> = Readonly<Record<Direction, Value>>;

export interface Assessment {
  /** Version of the method page, stored with every result. */
  readonly methodVersion: MethodVersion;
  readonly methodRevision: MethodRevision;
  /** 0..100, rounded to six decimals; null when not rated. */
  readonly total: number | null;
  readonly stars: Stars;
  readonly verdict: Verdict;
  readonly cause: Cause;
  /** Points of each direction, the factor 0.8 of the outgoing side included; the larger one is the linear score. */
  readonly linear: { readonly incoming: number; readonly outgoing: number };
  /** The address's own label that governs the score, null when none does. Every label it has, strongest first. */
  readonly identity: Label | null;
  readonly labels: readonly Label[];
  /** Incoming before outgoing; inside, by group high, mid, low, then share, largest first. */
  readonly rows: readonly ExplainedRow[];
  readonly residuals: PerDirection<Readonly<Record<Residual, number>>>;
  /** Points the residuals add to the linear score. */
  readonly residualPoints: PerDirection<Readonly<Record<Residual, number>>>;
  readonly coverage: Coverage;
  /** How far the flow is explained; never part of the total, and apart from the confidence of any label. */
  readonly confidence: 'high' | 'medium' | 'low';
  readonly complete: boolean;
  readonly notes: readonly Note[];
  /** The set of sentences that the texts are of. */
  readonly textSet: TextSet;
  /** Two short sentences, set one per line. */
  readonly headline: string;
  /** What to do, in one line; null in text set 1. */
  readonly advice: string | null;
  readonly text: string;
  /** Which rule decided, in numbers the evidence table shows. */
  readonly why: string;
  /** What would have to be different for another number of stars; plain sentences. */
  readonly wouldChange: readonly string[];
  /** The same texts with the code and the parameters of each sentence; null in text set 1. */
  readonly sentences: ResultSentences | null;
}

/** Fractions of all value moved, still held and fee left out; 0 when nothing is left (docs/method, section 6.5). */
export interface Coverage {
  /** Carries a label, derived ones included. */
  readonly attributed: number;
  /** In tiers C and D without unlabelled services and other entities. */
  readonly clean: number;
  /** R, what was not followed. */
  readonly notFollowed: number;
}
