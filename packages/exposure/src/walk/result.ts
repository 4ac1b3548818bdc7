import type { Residual } from '@assay/domain';
import { compareLabels } from '../labels/resolve-labels.ts';
import { shareOf } from '../records/ratios.ts';
import type { Direction } from '../records/record.ts';
import type { DirectionExposure, EvidencePath, ExposureRow, ResolvePaths, WalkExtent } from './exposure.ts';
import type { PacedSteps, WalkPace, WalkSettings } from './options.ts';
import { orderRows } from './row-order.ts';
import type { RoundSums, RowSums } from './rows.ts';
import type { SubjectFacts } from './store.ts';

/** The subject's own side of a direction: how many records and how much. */
export interface DirectionTotals {
  readonly direction: Direction;
  readonly records: number;
  /** Base units. */
  readonly amount: bigint;
}

const LABELS_PER_ROW = 5;
const NOTHING: Readonly<Record<Residual, number>> = { unknown_origin: 0, not_followed: 0, still_held: 0, fee: 0 };

/** The answer for a direction without records. */
export function emptyExposure(direction: Direction, threshold: number): DirectionExposure {
  const cut: WalkExtent = { threshold, rounds: 0, states: 0, recordsRead: 0, partial: [] };
  return { direction, records: 0, amount: 0n, rows: [], residuals: NOTHING, cut };
}

/**
 * Base units of a direction in records of the subject's own that are not stored: part of its amount, and R. None where
 * only some of its records are asked about.
 */
export function unreadOf({ unread }: SubjectFacts, direction: Direction, { only }: Pick<WalkSettings, 'only'>): bigint {
  if (unread === undefined || only !== undefined) return 0n;
  return direction === 'bwd' ? unread.received : unread.sent;
}

/** Steps that a row counts as when it is written, its paths included. */
const STEPS_PER_ROW = 8;

/** Puts the best round into the order the result promises. */
export function* exposureFrom<W>(
  totals: DirectionTotals,
  { rows: drafts, residuals }: RoundSums<W>,
  resolve: ResolvePaths<W>,
  cut: WalkExtent,
  pace: WalkPace,
): PacedSteps<DirectionExposure> {
  const { direction, records, amount } = totals;
  const rows: ExposureRow[] = [];
  for (const draft of drafts) {
    rows.push(rowFrom(draft, amount, resolve));
    if (pace.isDue(STEPS_PER_ROW)) yield { round: cut.rounds, threshold: cut.threshold, states: cut.states };
  }
  return {
    direction,
    records,
    amount,
    rows: orderRows(rows),
    residuals: {
      unknown_origin: residuals.unknown_origin.value,
      not_followed: residuals.not_followed.value,
      still_held: residuals.still_held.value,
      fee: residuals.fee.value,
    },
    cut,
  };
}

function rowFrom<W>(draft: RowSums<W>, amount: bigint, resolve: ResolvePaths<W>): ExposureRow {
  const share = draft.share.value;
  return {
    category: draft.category,
    entity: draft.entity,
    layer: draft.layer,
    share,
    amount: shareOf(share, amount),
    minHops: draft.minHops,
    labels: strongest(draft.labels),
    beforeDesignation: draft.beforeDesignation.value,
    strongShare: draft.strong.value,
    firstTime: draft.firstTime,
    lastTime: draft.lastTime,
    paths: byShare(resolve(draft.paths)),
  };
}

/** Largest first; equal ones stay as they are. */
function byShare(paths: EvidencePath[]): readonly EvidencePath[] {
  for (let index = 1; index < paths.length; index += 1) {
    const path = paths[index];
    let to = index;
    for (let before = paths[to - 1]; to > 0 && before !== undefined && path !== undefined; before = paths[to - 1]) {
      if (!(before.share < path.share)) break;
      paths[to] = before;
      to -= 1;
    }
    if (path !== undefined) paths[to] = path;
  }
  return paths;
}

/** Several addresses of one entity carry labels equal in every field; one of them is enough. */
function strongest(labels: Iterable<RowLabel>): readonly RowLabel[] {
  const sorted = [...labels];
  if (sorted.length === 1) return sorted;
  sorted.sort(compareLabels);
  const distinct = sorted.filter((label, index) => {
    const before = sorted[index - 1];
    return before === undefined || compareLabels(before, label) !== 0;
  });
  return distinct.slice(0, LABELS_PER_ROW);
}

type RowLabel = ExposureRow['labels'][number];
