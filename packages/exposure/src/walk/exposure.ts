import type { Category, Residual } from '@assay/domain';
import type { Label } from '../labels/label.ts';
import type { Direction } from '../records/record.ts';

/** One hop of evidence, in the order money moved. */
export interface PathStep {
  readonly from: string;
  readonly to: string;
  readonly transactionId: string;
  readonly amount: bigint;
  readonly time: number;
}

/** A path of money between the subject and an entity. */
export interface EvidencePath {
  /** Steps in the order money moved: the subject is the last `to` (bwd) or the first `from` (fwd). */
  readonly steps: readonly PathStep[];
  /** Changes of owner along the path, at least 1. */
  readonly hops: number;
  /** Share of the direction this one path carries, 0..1. */
  readonly share: number;
}

/** Writes the paths of one row, from how a round kept them. */
export type ResolvePaths<W> = (paths: readonly W[]) => EvidencePath[];

/** Reads what the paths of these rows name, and gives what writes them. */
export type PathResolver<W> = (rows: readonly { readonly paths: readonly W[] }[]) => Promise<ResolvePaths<W>>;

/** What one direction owes to one category and entity, in one layer. */
export interface ExposureRow {
  readonly category: Category;
  readonly entity: string;
  /** `direct`: the other end of one of the subject's own records is the entity. */
  readonly layer: 'direct' | 'indirect';
  readonly share: number;
  /** Base units, share of the direction's amount; floor. */
  readonly amount: bigint;
  readonly minHops: number;
  /** The label that absorbed, strongest first; several when an entity has several addresses. At most five. */
  readonly labels: readonly Label[];
  /** Share (part of `share`) that moved before a sanctions or freeze label became valid. */
  readonly beforeDesignation: number;
  /** Share (part of `share`) absorbed by labels of confidence 50 or more and not before designation. */
  readonly strongShare: number;
  readonly firstTime: number;
  readonly lastTime: number;
  /** At most three, largest share first. */
  readonly paths: readonly EvidencePath[];
}

/**
 * How far a walk went; stored with the result, so that it can be recomputed byte for byte. Results and certificates
 * name it `cut`.
 */
export interface WalkExtent {
  readonly threshold: number;
  readonly rounds: number;
  readonly states: number;
  readonly recordsRead: number;
  /** Accounts whose readable prefix was limited, with the number of records read of each. Sorted by address. */
  readonly partial: readonly { readonly address: string; readonly records: number }[];
}

/** The answer for one direction. Shares of rows and residuals sum to 1 within 1e-9 unless `records` is 0. */
export interface DirectionExposure {
  readonly direction: Direction;
  /** Number of the subject's own records in this direction. */
  readonly records: number;
  /** Base units received (bwd) or sent (fwd). */
  readonly amount: bigint;
  /** Sorted by group high, mid, low; then share, largest first; then category, entity, layer. */
  readonly rows: readonly ExposureRow[];
  readonly residuals: Readonly<Record<Residual, number>>;
  readonly cut: WalkExtent;
}

/** What a walk gives: at once, where it has to wait for nothing and does not yield on the way. */
export type WalkResult = DirectionExposure | Promise<DirectionExposure>;
